"""EC2: the networking operations that stacks use."""

from __future__ import annotations

from dynawright.iam.operations.ask import Ask
from dynawright.iam.operations.row import Row, Rows, each

SOURCE = "https://docs.aws.amazon.com/service-authorization/latest/reference/list_amazonec2.html"
AT = "arn:aws:ec2:{region}:{account}"
GROUP = f"{AT}:security-group/{{GroupId}}"
TAGS = "TagSpecifications[].Tags"


def _made(operation: str, kind: str, *others: Ask) -> tuple[Ask, ...]:
    """Return the rights for a creation: the resource has no id yet, and tags are a separate request."""
    new = f"{AT}:{kind}/*"
    return (
        Ask(f"ec2:{operation}", new, tags=TAGS),
        *others,
        Ask("ec2:CreateTags", new, when=TAGS, tags=TAGS, context={"ec2:CreateAction": operation}),
    )


def _rule(operation: str) -> Row:
    new = f"{AT}:security-group-rule/*"
    return (
        Ask(f"ec2:{operation}", GROUP),
        Ask(f"ec2:{operation}", new, when=TAGS, tags=TAGS),
        Ask("ec2:CreateTags", new, when=TAGS, tags=TAGS, context={"ec2:CreateAction": operation}),
    )


def _optional(operation: str, kind: str, parameter: str) -> Ask:
    return Ask(f"ec2:{operation}", f"{AT}:{kind}/{{{parameter}[]}}", when=parameter)


ROWS: Rows = {
    "ec2": {
        **each(
            "ec2",
            "*",
            *("DescribeNetworkInterfaces", "DescribePrefixLists", "DescribeRouteTables", "DescribeSecurityGroupRules"),
            *("DescribeSecurityGroups", "DescribeSubnets", "DescribeVpcEndpoints", "DescribeVpcs", "DescribeAvailabilityZones"),
            "DescribeRegions",
            "DescribeTags",
        ),
        "DescribeVpcAttribute": (Ask("ec2:DescribeVpcAttribute", f"{AT}:vpc/{{VpcId}}"),),
        "CreateSecurityGroup": _made(
            "CreateSecurityGroup", "security-group", Ask("ec2:CreateSecurityGroup", f"{AT}:vpc/{{VpcId}}")
        ),
        "DeleteSecurityGroup": (Ask("ec2:DeleteSecurityGroup", GROUP),),
        "AuthorizeSecurityGroupEgress": _rule("AuthorizeSecurityGroupEgress"),
        "AuthorizeSecurityGroupIngress": _rule("AuthorizeSecurityGroupIngress"),
        "RevokeSecurityGroupEgress": (Ask("ec2:RevokeSecurityGroupEgress", GROUP),),
        "RevokeSecurityGroupIngress": (Ask("ec2:RevokeSecurityGroupIngress", GROUP),),
        "ModifySecurityGroupRules": (
            Ask("ec2:ModifySecurityGroupRules", GROUP),
            Ask("ec2:ModifySecurityGroupRules", f"{AT}:security-group-rule/{{SecurityGroupRules[].SecurityGroupRuleId}}"),
        ),
        "CreateVpcEndpoint": _made(
            "CreateVpcEndpoint",
            "vpc-endpoint",
            Ask("ec2:CreateVpcEndpoint", f"{AT}:vpc/{{VpcId}}"),
            _optional("CreateVpcEndpoint", "route-table", "RouteTableIds"),
            _optional("CreateVpcEndpoint", "subnet", "SubnetIds"),
            _optional("CreateVpcEndpoint", "security-group", "SecurityGroupIds"),
        ),
        "ModifyVpcEndpoint": (
            Ask("ec2:ModifyVpcEndpoint", f"{AT}:vpc-endpoint/{{VpcEndpointId}}"),
            _optional("ModifyVpcEndpoint", "route-table", "AddRouteTableIds"),
            _optional("ModifyVpcEndpoint", "route-table", "RemoveRouteTableIds"),
        ),
        "DeleteVpcEndpoints": (Ask("ec2:DeleteVpcEndpoints", f"{AT}:vpc-endpoint/{{VpcEndpointIds[]}}"),),
        "CreateTags": (Ask("ec2:CreateTags", "{network_resource:Resources[]}", tags="Tags"),),
        "DeleteTags": (Ask("ec2:DeleteTags", "{network_resource:Resources[]}", tags="Tags"),),
        "CreateVpc": _made("CreateVpc", "vpc"),
        "DeleteVpc": (Ask("ec2:DeleteVpc", f"{AT}:vpc/{{VpcId}}"),),
        "CreateSubnet": _made("CreateSubnet", "subnet", Ask("ec2:CreateSubnet", f"{AT}:vpc/{{VpcId}}")),
        "DeleteSubnet": (Ask("ec2:DeleteSubnet", f"{AT}:subnet/{{SubnetId}}"),),
        "CreateRouteTable": _made("CreateRouteTable", "route-table", Ask("ec2:CreateRouteTable", f"{AT}:vpc/{{VpcId}}")),
    },
}

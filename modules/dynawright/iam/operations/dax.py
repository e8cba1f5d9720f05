"""DAX."""

from __future__ import annotations

from dynawright.iam.operations.ask import Ask
from dynawright.iam.operations.row import Rows, each

SOURCE = "https://docs.aws.amazon.com/service-authorization/latest/reference/list_amazondynamodbacceleratordax.html"
GUIDE = "https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/DAX.access-control.html"
CACHE = "arn:aws:dax:{region}:{account}:cache/{ClusterName}"
ARN = "{ResourceName}"
INTERFACES = "arn:aws:ec2:{region}:{account}:network-interface/*"

ROWS: Rows = {
    "dax": {
        **each("dax", CACHE, "DecreaseReplicationFactor", "DeleteCluster", "IncreaseReplicationFactor", "UpdateCluster"),
        "DescribeClusters": (Ask("dax:DescribeClusters", "arn:aws:dax:{region}:{account}:cache/{ClusterNames[]|*}"),),
        "CreateCluster": (
            Ask("dax:CreateCluster", CACHE),
            Ask("dax:TagResource", CACHE, when="Tags"),
            Ask("iam:PassRole", "{IamRoleArn}", context={"iam:PassedToService": "dax.amazonaws.com"}, source=GUIDE),
            Ask("iam:GetRole", "{IamRoleArn}"),
            Ask(
                "iam:CreateServiceLinkedRole",
                "arn:aws:iam::{account}:role/aws-service-role/dax.amazonaws.com/AWSServiceRoleForDAX",
                context={"iam:AWSServiceName": "dax.amazonaws.com"},
                source="https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/using-service-linked-roles.html",
            ),
            *(
                Ask(f"ec2:{action}")
                for action in ("DescribeNetworkInterfaces", "DescribeSecurityGroups", "DescribeSubnets", "DescribeVpcs")
            ),
            Ask("ec2:CreateNetworkInterface", INTERFACES),
            Ask("ec2:CreateNetworkInterface", "{cache_subnet:SubnetGroupName}", optional=True),
            Ask(
                "ec2:CreateNetworkInterface", "arn:aws:ec2:{region}:{account}:security-group/{SecurityGroupIds[]}", optional=True
            ),
            Ask("ec2:DeleteNetworkInterface", INTERFACES, context={"ec2:Vpc": "{cache_vpc:SubnetGroupName}"}),
        ),
        **each(
            "dax",
            "*",
            *(
                "CreateParameterGroup",
                "CreateSubnetGroup",
                "DeleteParameterGroup",
                "DeleteSubnetGroup",
                "DescribeDefaultParameters",
            ),
            *(
                "DescribeParameterGroups",
                "DescribeParameters",
                "DescribeSubnetGroups",
                "UpdateParameterGroup",
                "UpdateSubnetGroup",
            ),
        ),
        **each("dax", ARN, "ListTags", "TagResource", "UntagResource"),
    },
}

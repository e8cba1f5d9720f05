"""Policies name their resources.

`*` as a resource is every table of the account, including those of other teams and future ones; `index/*` includes
indexes that are added for other readers; decryption with all keys opens all data. Some AWS actions support no resource:
they are listed, with the reason.
"""

import re
from collections.abc import Iterator

from dynawright.iam.arn import MADE_LATER
from dynawright.rules.resources import Document, Resource
from dynawright.rules.rule import Rule
from dynawright.rules.statements import IDENTITY, TRUST, DecodedStatement, granted

WITHOUT_RESOURCE = {
    *("xray:PutTelemetryRecords", "xray:PutTraceSegments", "xray:GetSamplingRules", "xray:GetSamplingTargets"),
    *("backup:CopyFromBackupVault", "cloudwatch:PutMetricData", "cloudwatch:GetMetricData", "cloudwatch:ListMetrics"),
    *("dynamodb:ListTables", "dynamodb:ListStreams", "dynamodb:ListBackups", "dynamodb:ListExports", "dynamodb:DescribeLimits"),
    *("backup-storage:MountCapsule", "sts:GetCallerIdentity"),
    *("application-autoscaling:DescribeScalableTargets", "application-autoscaling:DescribeScalingPolicies"),
    *("application-autoscaling:DescribeScheduledActions", "backup:DescribeRegionSettings"),
    *("cloudtrail:DescribeTrails", "dax:DescribeParameterGroups", "dax:DescribeParameters", "dax:DescribeSubnetGroups"),
    *(f"dax:{verb}{kind}" for kind in ("Cluster", "ParameterGroup", "SubnetGroup") for verb in ("Create", "Update", "Delete")),
    *("dax:DescribeClusters", "dax:IncreaseReplicationFactor", "dax:DecreaseReplicationFactor"),
    *("dax:ListTags", "dax:TagResource", "dax:UntagResource"),
    *(
        "cloudwatch:DescribeAlarms",
        "ec2:DescribeSubnets",
        "ec2:DescribeVpcs",
        "kinesis:DescribeLimits",
        "kinesis:UpdateStreamMode",
    ),
    *("sns:ListTopics", "sns:Unsubscribe", "ssm:DescribeParameters"),
    *("ec2:DescribePrefixLists", "ec2:DescribeSecurityGroupRules", "ec2:DescribeSecurityGroups", "ec2:DescribeVpcEndpoints"),
    *("kinesis:ListStreams", "kms:ListAliases", "logs:DescribeLogGroups", "sns:GetSubscriptionAttributes"),
    *("ec2:CreateNetworkInterface", "ec2:DescribeNetworkInterfaces", "ec2:DeleteNetworkInterface"),
    *("ec2:AssignPrivateIpAddresses", "ec2:UnassignPrivateIpAddresses"),
}
"""Actions without resources (Service Authorization Reference), or for which AWS requires `*`.

AWS requires it for describing composite alarms (CloudWatch API reference), managing caches (DAX guide) and connecting
functions to a VPC (Lambda guide).
"""
BY_NUMBER = {
    "lambda:ListTags": ":event-source-mapping:*",
    "ec2:CreateNetworkInterface": ":network-interface/*",
    "ec2:ModifySecurityGroupRules": ":aws:prefix-list/*",
}
"""Resources with a generated id and no usable condition; none gives access to data."""
EVERY_INDEX = re.compile(r"/index/\*$|(?:\$\{aws_dynamodb_table\.[\w-]+\.arn\}|:table/[^/*?]+)/\*$")

BY_CONDITION = ("aws:resourcetag/", "aws:requesttag/", "lambda:functionarn", "kms:requestalias", "ec2:vpc")
"""Condition keys that limit resources whose name AWS generates: by tag, parent, or another name."""
WHILE_IT_EXISTS = {"lambda:GetEventSourceMapping": "lambda:functionarn"}
"""Terraform polls a mapping until it is gone; a deleted one has no function, so IfExists is allowed."""


def check(policy: Resource, _: Document) -> Iterator[str]:
    for statement in granted(policy):
        if not statement.allows:
            continue
        if "NotResource" in statement.inverted:
            yield f"NotResource allows {_shown(statement.actions)} on everything else: name what is needed"
            continue
        for resource in statement.resources:
            if problem := _problem(resource, statement):
                yield f"{_shown(statement.actions)} on '{resource}': {problem}"


def _problem(resource: str, statement: DecodedStatement) -> str | None:
    if is_narrowed(statement):
        return None
    if resource == "*" or resource.endswith(":*/*"):
        unnamed = [action for action in statement.actions if action not in WITHOUT_RESOURCE]
        return "everything in the account: name the resource" if unnamed else None
    if all(resource.endswith(BY_NUMBER.get(action, " ")) for action in statement.actions):
        return None
    if EVERY_INDEX.search(resource):
        return "every index, including future ones: name each"
    if "${" in resource or resource.endswith(MADE_LATER):
        return None  # below a named resource
    parts = resource.split(":", 5)
    if len(parts) < 6:
        return "no ARN"
    if (
        "*" in parts[2]
        or ("*" in parts[4])
        or parts[5] == "*"
        or parts[5].split("/", 1)[-1] == "*"
        or parts[5].split(":", 1)[-1] == "*"
    ):
        return "everything of its kind: name the resource"
    return None


def is_narrowed(statement: DecodedStatement) -> bool:
    """Whether a condition limits whose resource it is."""
    return any(
        _exact(operator, key, statement.actions) in ("StringEquals", "ArnEquals", "ArnLike") and value != "*"
        for key in statement.condition_keys
        if key.startswith(BY_CONDITION)
        for operator, value in statement.compared(key)
    )


def _exact(operator: str, key: str, actions: tuple[str, ...]) -> str:
    """Return the operator, without `IfExists` if each of the actions may be about a deleted resource."""
    may_be_gone = all(WHILE_IT_EXISTS.get(action) == key for action in actions)
    return operator.removesuffix("IfExists") if may_be_gone else operator


def _shown(actions: tuple[str, ...]) -> str:
    return ", ".join(actions[:3]) + (" …" if len(actions) > 3 else "")


RULE = Rule(
    module=__name__,
    number=12,
    severity="high",
    types=(*IDENTITY, *TRUST),
    check=check,
    standards=("FSBP KMS.1", "FSBP KMS.2", "WA SEC03-BP02"),
)

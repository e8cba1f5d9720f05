"""What workflow roles must be denied: data, themselves, and resources with others' tags."""

from __future__ import annotations

from dynawright.iam.item_actions import item_actions
from dynawright.rules.derived.grant import Grant, deny
from dynawright.rules.intent import Intent

ITEMS = (
    *(*item_actions("dynamodb"), *item_actions("dax"), "dynamodb:ExportTableToPointInTime", "dynamodb:GetRecords"),
    *("kinesis:GetRecords", "secretsmanager:GetSecretValue", "sqs:ReceiveMessage"),
)
"""Actions that read or write data."""
DETOURS = ("sts:AssumeRole", "lambda:InvokeFunction", "lambda:InvokeFunctionUrl")
"""Actions through which a role that writes trusts and functions could get at data."""
OBJECTS = ("s3:GetObject", "s3:GetObjectVersion", "s3:PutObject", "s3:DeleteObject", "s3:DeleteObjectVersion")
ROLE_WRITES = (
    *("iam:CreateRole", "iam:DeleteRole", "iam:UpdateRole", "iam:UpdateRoleDescription", "iam:UpdateAssumeRolePolicy"),
    *("iam:TagRole", "iam:UntagRole", "iam:PutRolePermissionsBoundary", "iam:AttachRolePolicy", "iam:DetachRolePolicy"),
)
POLICY_WRITES = (
    *("iam:CreatePolicy", "iam:CreatePolicyVersion", "iam:DeletePolicy", "iam:DeletePolicyVersion"),
    *("iam:TagPolicy", "iam:UntagPolicy"),
)
BY_STAR = (
    *(f"application-autoscaling:{verb}ScalableTarget" for verb in ("Register", "Deregister")),
    *(f"application-autoscaling:{verb}{kind}" for verb in ("Put", "Delete") for kind in ("ScalingPolicy", "ScheduledAction")),
    "cloudwatch:PutCompositeAlarm",
)
"""Actions on resources without an application's name."""


def refused_data(intent: Intent) -> list[Grant]:
    """Return the denials that keep both roles from items, secrets and objects."""
    begins = intent.beginnings.get("bucket", ())
    buckets = [f"arn:aws:s3:::{begin}any-{intent.environment}-{intent.account_id}/any" for begin in begins]
    return [*deny((*ITEMS, *DETOURS), "*", who=("", "")), *(deny(OBJECTS, *buckets, who=("", "")) if buckets else [])]


def refused_writes(intent: Intent) -> list[Grant]:
    """Return the denials that keep the deploy role from changing both roles and its boundary."""
    own, path, account = intent.deployment, intent.role_path, intent.account_id
    roles = [f"arn:aws:iam::{account}:role{path}{name}" for name in (own.plan_role, own.deploy_role)] if own else []
    policies = [f"arn:aws:iam::{account}:policy{path}{intent.project}-any-{intent.environment}"]
    boundary = [intent.boundary_arn] if intent.boundary_arn else []
    return [*deny(ROLE_WRITES, *roles, who=("", "")), *deny(POLICY_WRITES, *policies, *boundary, who=("", ""))]


def refused_of_others(intent: Intent) -> list[Grant]:
    """Return the denials for resources that carry the tag of another repository or environment."""
    return [
        refusal
        for tag, value in tags_of(intent).items()
        for key in [f"aws:ResourceTag/{tag}"]
        for when in [{"StringNotEquals": {key: value}, "Null": {key: "false"}}]
        for refusal in deny((*ROLE_WRITES, *POLICY_WRITES, *BY_STAR), "*", who=("", ""), when=when)
    ]


def tags_of(intent: Intent) -> dict[str, str]:
    """Return the tags by which the roles recognize their own resources."""
    return {"Repository": intent.deployment.repository if intent.deployment else "", "Environment": intent.environment}

"""Changes of policies that give more access.

Roles, policies and attachments of one subject share its name.
"""

from tests.guard.subjects import Settings, Subject, allow, key_policy, policy, subject, trust

ROLE, POLICY, ATTACHMENT, INLINE = "aws_iam_role", "aws_iam_policy", "aws_iam_role_policy_attachment", "aws_iam_role_policy"
TABLE_A, TABLE_B = "arn:aws:dynamodb:*:*:table/a", "arn:aws:dynamodb:*:*:table/b"
NEW_TABLE = "${aws_dynamodb_table.new.arn}"
LEADING: Settings = {"Condition": {"ForAllValues:StringLike": {"dynamodb:LeadingKeys": ["USER#*"]}}}
ORG: Settings = {"Condition": {"StringEquals": {"aws:PrincipalOrgID": "o-a1b2c3d4e5"}}}
ACCOUNT = {"AWS": "arn:aws:iam::444455556666:root"}


def role(**settings: str) -> Settings:
    return {"assume_role_policy": trust("lambda.amazonaws.com"), **settings}


def attachment(name: str, policy_name: str = "") -> Settings:
    return {"role": f"${{aws_iam_role.{name}.name}}", "policy_arn": f"${{aws_iam_policy.{policy_name or name}.arn}}"}


def attached(name: str, before: str, after: str, *findings: str) -> tuple[Subject, ...]:
    """Return a role with one managed policy whose document changes; the finding is the role's."""
    same = attachment(name)
    return (
        subject(ROLE, name, role(), role(), *findings),
        subject(POLICY, name, {"policy": before}, {"policy": after}),
        subject(ATTACHMENT, name, same, same),
    )


def secret_policy(*statements: Settings) -> Settings:
    return {"secret_arn": "${aws_secretsmanager_secret.open.arn}", "policy": policy(*statements)}


READ = allow("secretsmanager:GetSecretValue", "*", Principal=ACCOUNT)
DENY = {
    "Effect": "Deny",
    "Action": "secretsmanager:*",
    "Resource": "*",
    "Principal": "*",
    "Condition": {"Bool": {"aws:SecureTransport": "false"}},
}

HARMFUL = (
    *attached(
        "new-action",
        policy(allow("dynamodb:GetItem")),
        policy(allow(["dynamodb:GetItem", "dynamodb:Scan"])),
        f"access-widened dynamodb:Scan on {TABLE_A}",
    ),
    *attached(
        "new-resource",
        policy(allow("dynamodb:GetItem")),
        policy(allow("dynamodb:GetItem", [TABLE_A, TABLE_B])),
        f"access-widened dynamodb:GetItem on {TABLE_B}",
    ),
    *attached(
        "wildcard",
        policy(allow("dynamodb:GetItem")),
        policy(allow("dynamodb:*")),
        f"access-widened dynamodb:* on {TABLE_A}",
    ),
    *attached(
        "condition-gone",
        policy(allow("dynamodb:GetItem", **LEADING)),
        policy(allow("dynamodb:GetItem")),
        f"access-widened dynamodb:GetItem on {TABLE_A}",
    ),
    *attached("unknown-table", policy(allow("dynamodb:GetItem")), policy(allow("dynamodb:GetItem", NEW_TABLE)), "access-unknown"),
    subject(ROLE, "new-inline", role(), role(), f"access-widened dynamodb:DeleteItem on {TABLE_A}"),
    subject(
        INLINE, "new-inline", None, {"role": "${aws_iam_role.new-inline.name}", "policy": policy(allow("dynamodb:DeleteItem"))}
    ),
    # the new policy's ARN is known only after the apply; the configuration shows what is attached
    subject(ROLE, "new-attachment", role(), role(), f"access-widened dynamodb:Scan on {TABLE_A}"),
    subject(POLICY, "new-attachment", None, {"policy": policy(allow("dynamodb:Scan"))}),
    subject(ATTACHMENT, "new-attachment", None, attachment("new-attachment")),
    subject(ROLE, "aws-policy", role(), role(), "access-widened arn:aws:iam::aws:policy/AdministratorAccess"),
    subject(
        ATTACHMENT,
        "aws-policy",
        None,
        {"role": "${aws_iam_role.aws-policy.name}", "policy_arn": "arn:aws:iam::aws:policy/AdministratorAccess"},
    ),
    subject(
        ROLE,
        "new-trust",
        role(),
        role(assume_role_policy=trust("lambda.amazonaws.com", "ec2.amazonaws.com")),
        "access-widened sts:AssumeRole on it for Service ec2.amazonaws.com",
    ),
    subject("aws_secretsmanager_secret", "open", {"recovery_window_in_days": 0}, {"recovery_window_in_days": 0}),
    subject(
        "aws_secretsmanager_secret_policy",
        "denial-gone",
        secret_policy(READ, DENY),
        secret_policy(READ),
        "access-widened secretsmanager:* on * for * with conditions 4308ab54",
    ),
    subject(
        "aws_kms_key",
        "policy-widened",
        {"policy": key_policy()},
        {"policy": key_policy(allow("kms:Decrypt", "*", Principal=ACCOUNT))},
        "access-widened kms:Decrypt on * for arn:aws:iam::444455556666:root",
    ),
    subject(
        "aws_sns_topic",
        "topic-opened",
        {"policy": policy(allow("sns:Publish", "*", Principal={"AWS": "*"}, **ORG))},
        {"policy": policy(allow("sns:Publish", "*", Principal={"AWS": "*"}))},
        "access-widened sns:Publish on * for *",
    ),
)

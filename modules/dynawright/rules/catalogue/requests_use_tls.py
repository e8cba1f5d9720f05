"""Requests use TLS.

AWS still accepts plain HTTP for queues, topics and buckets. Only a statement that denies all requests without TLS rules
it out. A table or secret with its own policy denies them too. The statement must cover at least the actions that carry
data.
"""

from collections.abc import Iterator
from fnmatch import fnmatchcase

from dynawright.iam.item_actions import item_actions
from dynawright.rules.resources import Document, Resource
from dynawright.rules.rule import Rule
from dynawright.rules.statements import DecodedStatement, is_known_later, policies_about, statements

TABLE_POLICY = "aws_dynamodb_resource_policy"
STREAM = ("dynamodb:GetRecords",)
CARRYING = {
    "aws_sqs_queue": ("sqs:SendMessage", "sqs:ReceiveMessage"),
    "aws_sns_topic": ("sns:Publish",),
    "aws_s3_bucket": ("s3:GetObject", "s3:PutObject"),
    "aws_secretsmanager_secret": ("secretsmanager:GetSecretValue",),
    TABLE_POLICY: item_actions("dynamodb"),
}
"""Type → the actions that carry data; tables are judged separately."""


def check(resource: Resource, document: Document) -> Iterator[str]:
    policies = [resource] if resource.type == TABLE_POLICY else list(policies_about(resource, document))
    if any(is_known_later(policy, document) for policy in policies):
        return
    refused = [
        action
        for policy in policies
        for statement in statements(policy)
        if _refuses_plain(statement)
        for action in statement.actions
    ]
    if not refused:
        yield "no policy denies requests without TLS: deny everyone where aws:SecureTransport is false"
    elif missing := [action for action in _carrying(resource) if not any(_covers(statement, action) for statement in refused)]:
        yield f"its policy denies requests without TLS, but not {', '.join(missing)}: add them to the denial"


def _carrying(resource: Resource) -> tuple[str, ...]:
    is_stream = "stream" in str(resource.get("resource_arn", ""))
    return STREAM if is_stream else CARRYING[resource.type]


def _covers(pattern: str, action: str) -> bool:
    return fnmatchcase(action.lower(), pattern.lower())


def _refuses_plain(statement: DecodedStatement) -> bool:
    return (
        statement.effect == "Deny"
        and ("AWS", "*") in statement.principals
        and not statement.inverted
        and ("Bool", "false") in [(operator, value.lower()) for operator, value in statement.compared("aws:SecureTransport")]
        and statement.condition_keys == {"aws:securetransport"}
    )


RULE = Rule(
    module=__name__,
    number=16,
    severity="medium",
    types=tuple(CARRYING),
    check=check,
    standards=("FSBP S3.5", "CIS 2.1.1", "WA SEC09-BP02"),
)

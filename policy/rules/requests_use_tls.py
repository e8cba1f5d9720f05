"""Requests use TLS.

AWS still answers plain HTTP for queues, topics and buckets. A statement that refuses requests without TLS, whoever makes them,
is the only way to be sure; where a table or a secret has a policy of its own, it refuses them too.
"""

from collections.abc import Iterator

from policy.resources import Document, Resource
from policy.rule import Rule
from policy.statements import Statement, is_known_later, policies_about, statements

HOLDERS = ("aws_sqs_queue", "aws_sns_topic", "aws_s3_bucket", "aws_secretsmanager_secret")
POLICIES = ("aws_dynamodb_resource_policy",)


def check(resource: Resource, document: Document) -> Iterator[str]:
    policies = [resource] if resource.type in POLICIES else list(policies_about(resource, document))
    if any(is_known_later(policy, document) for policy in policies):
        return
    if not any(_refuses_plain(statement) for policy in policies for statement in statements(policy)):
        yield "no policy refuses requests without TLS: deny everyone where aws:SecureTransport is false"


def _refuses_plain(statement: Statement) -> bool:
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
    types=(*HOLDERS, *POLICIES),
    check=check,
    standards=("FSBP S3.5", "WA SEC09-BP02"),
)

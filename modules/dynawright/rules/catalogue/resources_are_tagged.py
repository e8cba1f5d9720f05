"""Resources are tagged.

Tags say who owns a resource, what it costs and in which environment it is. In an account with many systems nothing else
does, which makes deleting risky. They come from the provider's default tags, so that no resource can forget them.
Stacks of this package have the tags Environment and ManagedBy; in other Terraform, any tag will do.
"""

from collections.abc import Iterator

from dynawright.rules.resources import Document, Resource
from dynawright.rules.rule import Rule

WANTED = ("Environment", "ManagedBy")
TYPES = (
    *(
        "aws_dynamodb_table",
        "aws_dynamodb_table_replica",
        "aws_kms_key",
        "aws_s3_bucket",
        "aws_sqs_queue",
        "aws_sns_topic",
        "aws_lambda_function",
        "aws_iam_role",
    ),
    *("aws_cloudwatch_log_group", "aws_cloudwatch_metric_alarm", "aws_backup_vault", "aws_kinesis_stream", "aws_dax_cluster"),
    "aws_secretsmanager_secret",
)


def check(resource: Resource, document: Document) -> Iterator[str]:
    tags = document.tags_of(resource)
    if document.is_tagged_later(resource):
        return
    if not document.is_ours:
        if not tags:
            yield "it has no tags: write `default_tags` in the provider"
    elif missing := [tag for tag in WANTED if not tags.get(tag)]:
        yield f"it has no tag {' and no tag '.join(missing)}: add it to the provider's default_tags"


RULE = Rule(module=__name__, number=22, severity="low", types=TYPES, check=check, standards=("Security Hub DynamoDB.5",))

"""A stack's resources as policies refer to them: their ARNs, keys, and users."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from dynawright.rules.blocks import as_blocks
from dynawright.rules.derived.grant import Grant, allow
from dynawright.rules.derived.names import Names
from dynawright.rules.intent import Intent
from dynawright.rules.resources import Document, Resource

TABLE, ROLE, FUNCTION, BUCKET = "aws_dynamodb_table", "aws_iam_role", "aws_lambda_function", "aws_s3_bucket"
QUEUE, TOPIC, SECRET, LOG_GROUP = "aws_sqs_queue", "aws_sns_topic", "aws_secretsmanager_secret", "aws_cloudwatch_log_group"
BUS, STREAM, CLUSTER, KEY = "aws_cloudwatch_event_bus", "aws_kinesis_stream", "aws_dax_cluster", "aws_kms_key"
MAPPING, SCHEDULE, SELECTION = "aws_lambda_event_source_mapping", "aws_scheduler_schedule", "aws_backup_selection"
RESTORE_SELECTION, VAULT, TRAIL = "aws_backup_restore_testing_selection", "aws_backup_vault", "aws_cloudtrail"
KEY_OF = {
    BUS: "kms_key_identifier",
    FUNCTION: "kms_key_arn",
    LOG_GROUP: "kms_key_id",
    QUEUE: "kms_master_key_id",
    SCHEDULE: "kms_key_arn",
    SECRET: "kms_key_id",
    STREAM: "kms_key_id",
    TOPIC: "kms_master_key_id",
    TRAIL: "kms_key_id",
    VAULT: "kms_key_arn",
}
"""Type → the attribute that names its key; tables and buckets name theirs in blocks."""
WRITTEN_THROUGH = ("kms:Decrypt", "kms:GenerateDataKey")


def names_of(document: Document) -> Names:
    """Return the names of the document's resources, made once for all rules."""
    return document.worked_out(Names)


def intent_of(document: Document) -> Intent:
    """Return what is declared for the document; grants are derived only for documents with an intent."""
    if document.intent is None:
        raise ValueError(f"there are no declarations for {document.name}")
    return document.intent


def arn_of(document: Document, service: str, resource: str) -> str:
    """Return an ARN in the stack's account and Region."""
    intent = intent_of(document)
    return f"arn:aws:{service}:{intent.region}:{intent.account_id}:{resource}"


def key_of(thing: Resource, document: Document) -> str | None:
    """Return the ARN of the customer-managed key that encrypts a resource; None for AWS's own key."""
    if thing.type == TABLE:
        written = thing.block("server_side_encryption").get("kms_key_arn")
    elif thing.type == BUCKET:
        written = _key_of_bucket(thing, document)
    else:
        written = thing.get(KEY_OF.get(thing.type, ""))
    key = names_of(document).written_out(str(written or ""))
    return key if ":key/" in key else None


def through(
    document: Document, key: str | None, service: str, actions: tuple[str, ...] = ("kms:Decrypt",), **context: str
) -> list[Grant]:
    """Return the use of a key through a service with one encryption context; nothing without a key."""
    if key is None:
        return []
    named = {f"kms:EncryptionContext:{name.replace('_', ':')}": thing for name, thing in context.items()}
    return allow(actions, key, when={"StringEquals": {"kms:ViaService": endpoint(document, service), **named}})


def endpoint(document: Document, service: str) -> str:
    """Return the service in the stack's Region, in the form of kms:ViaService."""
    return f"{service}.{intent_of(document).region}.amazonaws.com"


def of_table(document: Document, table: Resource) -> list[Grant]:
    """Return the right to decrypt a table, which DynamoDB needs of its readers and writers."""
    key, name = key_of(table, document), names_of(document).name(table)
    return through(document, key, "dynamodb", aws_dynamodb_tableName=name)


def sending(document: Document, destination: object) -> list[Grant]:
    """Return the rights to send to a queue, publish to a topic or write failed records to a bucket."""
    thing, names = document.referred(destination), names_of(document)
    if thing is None:
        return []
    arn, key = names.arn(thing), key_of(thing, document)
    if thing.type == QUEUE:
        return [*allow(("sqs:SendMessage",), arn), *through(document, key, "sqs", WRITTEN_THROUGH, aws_sqs_arn=arn)]
    if thing.type == TOPIC:
        return [*allow(("sns:Publish",), arn), *through(document, key, "sns", WRITTEN_THROUGH, aws_sns_topicArn=arn)]
    if thing.type == BUCKET:
        writing = [*allow(("s3:ListBucket",), arn), *allow(("s3:PutObject",), f"{arn}/aws/lambda/*")]
        return [*writing, *through(document, key, "s3", ("kms:GenerateDataKey",), aws_s3_arn=arn)]
    return []


def writing_logs(document: Document, group: Resource, streams: str = "*") -> list[Grant]:
    """Return the rights to write streams of a log group: all, or `log-stream:task-*`."""
    return allow(("logs:CreateLogStream", "logs:PutLogEvents"), f"{names_of(document).arn(group)}:{streams}")


def used_by(document: Document, type: str, path: tuple[str, ...], user: Resource) -> Iterator[Resource]:
    """Yield the resources of a type that refer to the user at a path: a role's functions or schedules."""
    for resource in document.of_type(type):
        if any(named(document, value, user) for value in at(resource.values, path)):
            yield resource


def at(values: Mapping[str, object], path: tuple[str, ...]) -> list[object]:
    """Return the values at a path, in each of the blocks along it."""
    result: list[object] = [values]
    for name in path:
        result = [block[name] for value in result for block in as_blocks(value) if name in block]
    return [inner for value in result for inner in (value if isinstance(value, list) else [value])]


def named(document: Document, value: object, thing: Resource) -> bool:
    """Whether a value means the resource: by reference, by its ARN or by its name."""
    if document.referred(value) is thing:
        return True
    names = names_of(document)
    return isinstance(value, str) and names.written_out(value) in (names.arn(thing), names.name(thing))


def _key_of_bucket(bucket: Resource, document: Document) -> object:
    for encryption in document.of_type("aws_s3_bucket_server_side_encryption_configuration"):
        if named(document, encryption.get("bucket"), bucket):
            key_ids = at(encryption.values, ("rule", "apply_server_side_encryption_by_default", "kms_master_key_id"))
            return next(iter(key_ids), None)
    return None

"""Stored data is encrypted explicitly.

AWS encrypts much by default today, but not everything (topics, Kinesis streams, DAX clusters), and a default is not a
decision: it can't be reviewed, and removing a setting often leaves the old value in place. So each queue, topic,
bucket, stream, cache and table says what encrypts it.
"""

from collections.abc import Callable, Iterator, Mapping

from dynawright.rules.resources import Document, Resource, as_blocks
from dynawright.rules.rule import Rule


def _queue(queue: Resource, _: Document) -> bool:
    return bool(queue.get("kms_master_key_id")) or queue.get("sqs_managed_sse_enabled") is True


def _topic(topic: Resource, _: Document) -> bool:
    return bool(topic.get("kms_master_key_id"))


def _bucket(bucket: Resource, document: Document) -> bool:
    return any(
        as_blocks(rule.get("apply_server_side_encryption_by_default"))
        for resource in document.of_type("aws_s3_bucket_server_side_encryption_configuration")
        if document.named(resource.get("bucket"), "bucket", "aws_s3_bucket") is bucket
        for rule in resource.blocks("rule")
    )


def _stream(stream: Resource, _: Document) -> bool:
    return bool(stream.get("encryption_type") == "KMS")


def _cache(cluster: Resource, _: Document) -> bool:
    at_rest = cluster.block("server_side_encryption").get("enabled") is True
    return at_rest and bool(cluster.get("cluster_endpoint_encryption_type") == "TLS")


def _table(table: Resource, _: Document) -> bool:
    # `enabled: false` is AWS's own key, free and always on; without the block, the previous key stays.
    return bool(table.blocks("server_side_encryption"))


WRITTEN: Mapping[str, tuple[Callable[[Resource, Document], bool], str]] = {
    "aws_sqs_queue": (_queue, "name kms_master_key_id, or set sqs_managed_sse_enabled to true"),
    "aws_sns_topic": (_topic, "name kms_master_key_id"),
    "aws_s3_bucket": (_bucket, "give it an aws_s3_bucket_server_side_encryption_configuration"),
    "aws_kinesis_stream": (_stream, "set encryption_type to KMS"),
    "aws_dax_cluster": (_cache, "enable server_side_encryption and set cluster_endpoint_encryption_type to TLS"),
    "aws_dynamodb_table": (_table, "write a server_side_encryption block"),
}
"""Type → a check that encryption is written down, and how to write it."""


def check(resource: Resource, document: Document) -> Iterator[str]:
    is_written, remedy = WRITTEN[resource.type]
    if not is_written(resource, document):
        yield f"nothing says how it is encrypted: {remedy}"


RULE = Rule(
    module=__name__,
    number=6,
    severity="high",
    types=tuple(WRITTEN),
    check=check,
    standards=("FSBP SQS.1", "FSBP Kinesis.1", "FSBP DynamoDB.3", "FSBP DynamoDB.7", "WA SEC08-BP02"),
)

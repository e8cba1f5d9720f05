"""Derived grants for the policies of resources."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from dynawright.rules.derived.difference import Difference, difference
from dynawright.rules.derived.grant import allow, deny, grants
from dynawright.rules.derived.keys import of_key_policy
from dynawright.rules.derived.need import Need, needs
from dynawright.rules.derived.tables import of_endpoint, of_table_policy
from dynawright.rules.derived.things import (
    BUCKET,
    BUS,
    SECRET,
    TOPIC,
    TRAIL,
    VAULT,
    arn_of,
    at,
    intent_of,
    named,
    names_of,
)
from dynawright.rules.derived.topics import EVENTS, INSECURE, of_topic
from dynawright.rules.resources import Document, Resource

Source = Callable[[Resource, Document], Iterator[Need]]
DELETION = ("backup:DeleteBackupVault", "backup:DeleteRecoveryPoint", "backup:UpdateRecoveryPointLifecycle")
"""Actions that delete backups; shortening a recovery point's life does so, too."""
CLOUDTRAIL, ACCESS_LOGS = ("Service", "cloudtrail.amazonaws.com"), ("Service", "logging.s3.amazonaws.com")


def of_bucket_policy(policy: Resource, document: Document) -> Iterator[Need]:
    """Yield the grants of a bucket: TLS, and services that write logs into it."""
    bucket = next((resource for resource in document.of_type(BUCKET) if named(document, policy.get("bucket"), resource)), None)
    if bucket is None:
        return
    names, intent = names_of(document), intent_of(document)
    arn = names.arn(bucket)
    yield from needs("requests use TLS", deny(("s3:*",), arn, f"{arn}/*", when=INSECURE))
    for trail in document.of_type(TRAIL):
        if named(document, trail.get("s3_bucket_name"), bucket):
            source, full = {"aws:SourceArn": names.arn(trail)}, {"s3:x-amz-acl": "bucket-owner-full-control"}
            below = f"{arn}/AWSLogs/{intent.account_id}/*"
            yield from needs(
                "the trail checks its bucket", allow(("s3:GetBucketAcl",), arn, who=CLOUDTRAIL, when={"StringEquals": source})
            )
            written = allow(("s3:PutObject",), below, who=CLOUDTRAIL, when={"StringEquals": {**source, **full}})
            yield from needs("the trail writes to its bucket", written)
    if names.name(bucket) in intent.shared.get(BUCKET, ()):
        ours = {
            "ArnLike": {"aws:SourceArn": f"arn:aws:s3:::*-{intent.environment}-{intent.account_id}"},
            "StringEquals": {"aws:SourceAccount": intent.account_id},
        }
        yield from needs("it keeps the access logs of buckets", allow(("s3:PutObject",), f"{arn}/*", who=ACCESS_LOGS, when=ours))


def of_queue(queue: Resource, document: Document) -> Iterator[Need]:
    """Yield the grants of a queue: TLS, and the event bus whose failed events it keeps."""
    names, intent = names_of(document), intent_of(document)
    arn = names.arn(queue)
    yield from needs("requests use TLS", deny(("sqs:ReceiveMessage", "sqs:SendMessage"), arn, when=INSECURE))
    for bus in document.of_type(BUS):
        if any(named(document, key, queue) for key in at(bus.values, ("dead_letter_config", "arn"))):
            source = {"aws:SourceArn": arn_of(document, "events", f"event-bus/{names.name(bus)}")}
            ours = {"ArnEquals": source, "StringEquals": {"aws:SourceAccount": intent.account_id}}
            send = allow(("sqs:SendMessage",), arn, who=("Service", EVENTS), when=ours)
            yield from needs(f"it keeps what bus {names.name(bus)} can't encrypt", send)


def of_topic_policy(policy: Resource, document: Document) -> Iterator[Need]:
    """Yield the grants of a topic's policy."""
    for topic in document.of_type(TOPIC):
        if named(document, policy.get("arn"), topic):
            yield from of_topic(topic, document)


def of_secret_policy(policy: Resource, document: Document) -> Iterator[Need]:
    """Yield the grants of a secret; its policy applies to that secret only, whatever resource it names."""
    for secret in document.of_type(SECRET):
        if named(document, policy.get("secret_arn"), secret):
            yield from needs("requests use TLS", deny(("secretsmanager:GetSecretValue",), "*", when=INSECURE))


def of_vault_policy(policy: Resource, document: Document) -> Iterator[Need]:
    """Yield the grants of a vault: only the role from the settings deletes backups."""
    keyholder = intent_of(document).break_glass_role_arn
    spared = {"ArnNotEquals": {"aws:PrincipalArn": keyholder}} if keyholder else {}
    for vault in document.of_type(VAULT):
        if named(document, policy.get("backup_vault_name"), vault):
            yield from needs("backups can't be deleted", deny(DELETION, "*", when=spared))


SOURCES: dict[str, Source] = {
    "aws_backup_vault_policy": of_vault_policy,
    "aws_dynamodb_resource_policy": of_table_policy,
    "aws_kms_key": of_key_policy,
    "aws_s3_bucket_policy": of_bucket_policy,
    "aws_secretsmanager_secret_policy": of_secret_policy,
    "aws_sns_topic_policy": of_topic_policy,
    "aws_sqs_queue": of_queue,
    "aws_vpc_endpoint": of_endpoint,
}
"""Type → the function that derives its policy."""


def judged(resource: Resource, document: Document) -> tuple[list[Need], Difference, list[str]]:
    """Compare a resource's policy with the derived grants; the last part lists what is invalid in it."""
    follows = list(SOURCES[resource.type](resource, document))
    actual, wrong = grants(resource.get("policy"), names_of(document))
    return follows, difference(actual, follows), wrong

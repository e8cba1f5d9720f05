"""What a key's policy must say: its administrators, the services using it, and named roles."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from dynawright.rules.derived.backups import RESTORING, of_key
from dynawright.rules.derived.functions import BACKING_UP, payload_context
from dynawright.rules.derived.grant import Grant, allow
from dynawright.rules.derived.need import Need, needs
from dynawright.rules.derived.tables import admitted
from dynawright.rules.derived.things import (
    BUCKET,
    BUS,
    FUNCTION,
    KEY_OF,
    LOG_GROUP,
    QUEUE,
    RESTORE_SELECTION,
    SCHEDULE,
    SECRET,
    SELECTION,
    STREAM,
    TABLE,
    TOPIC,
    TRAIL,
    VAULT,
    at,
    endpoint,
    intent_of,
    key_of,
    names_of,
    of_table,
)
from dynawright.rules.derived.topics import EVENTS, publishers
from dynawright.rules.derived.written import written_of
from dynawright.rules.resources import Document, Resource

ADMINISTRATION = (
    *("CancelKeyDeletion", "CreateAlias", "DeleteAlias", "DescribeKey", "DisableKey", "DisableKeyRotation", "EnableKey"),
    *("EnableKeyRotation", "GetKeyPolicy", "GetKeyRotationStatus", "ListGrants", "ListKeyPolicies", "ListKeyRotations"),
    *("ListResourceTags", "PutKeyPolicy", "RevokeGrant", "RotateKeyOnDemand", "ScheduleKeyDeletion", "TagResource"),
    *("UntagResource", "UpdateAlias", "UpdateKeyDescription"),
)
"""Actions that administer a key; none of them decrypts."""
USE = (
    *("Decrypt", "DescribeKey", "Encrypt", "GenerateDataKey", "GenerateDataKeyWithoutPlaintext", "ReEncryptFrom", "ReEncryptTo"),
)
MAKING = (
    *("CreateAlias", "DescribeKey", "EnableKeyRotation", "GetKeyPolicy", "GetKeyRotationStatus", "ListResourceTags"),
    "PutKeyPolicy",
)
"""Actions of the deploy role on a key that it has just created."""
DEPLOYED_THROUGH = ("backup", "dynamodb", "kinesis", "lambda", "scheduler", "secretsmanager")
DEPLOYED = ("CreateGrant", "Decrypt", "Encrypt", "GenerateDataKey", "RetireGrant")
"""Actions that services check when the deploy role creates a resource with the key."""
THROUGH = {
    BUCKET: "s3",
    FUNCTION: "lambda",
    QUEUE: "sqs",
    SCHEDULE: "scheduler",
    SECRET: "secretsmanager",
    STREAM: "kinesis",
    TABLE: "dynamodb",
    VAULT: "backup",
}
"""Type → the service through which identities of the account use its key."""
LASTING = ("backup", "dynamodb", "lambda")
"""Services that keep using a key after a request has ended."""
ANY = "*"
"""The resource in a key's policy, which is about this key only."""


def of_key_policy(key: Resource, document: Document) -> Iterator[Need]:
    """Yield the grants of a key's policy."""
    arn, root = names_of(document).arn(key), _root(document)
    yield from needs("the account administers its key", allow(_kms(ADMINISTRATION), ANY, who=root))
    users = [thing for thing in _things(document) if key_of(thing, document) == arn]
    services = dict.fromkeys(["dynamodb", *(THROUGH[thing.type] for thing in users if thing.type in THROUGH)])
    for service in services:
        yield from needs(f"{service} uses it for the account", _of_callers(document, service, root))
    for thing in users:
        yield from _of_thing(thing, document)
    yield from _of_replicas(arn, document)
    yield from _of_roles(arn, document)
    yield from _of_deployment(services, document)


def _things(document: Document) -> list[Resource]:
    """Return all resources that a key can encrypt."""
    return [thing for thing in document.of_type(TABLE, BUCKET, *KEY_OF) if thing.type != FUNCTION or thing.block("environment")]


def _of_callers(document: Document, service: str, who: tuple[str, str], actions: tuple[str, ...] = USE) -> list[Grant]:
    """Return what the account's identities may do with the key through one service."""
    via = {"kms:ViaService": service if "." in service else endpoint(document, service)}
    name = service.split(".")[0]
    grants = allow(_kms(actions), ANY, who=who, when={"StringEquals": via})
    if name in LASTING:
        grants += allow(
            ("kms:CreateGrant",), ANY, who=who, when={"StringEquals": via, "Bool": {"kms:GrantIsForAWSResource": "true"}}
        )
    if name == "backup":
        grants += allow(("kms:RetireGrant",), ANY, who=who, when={"StringEquals": via})
    return grants


def _of_thing(thing: Resource, document: Document) -> Iterator[Need]:
    """Yield the services' own use of the key."""
    names, account = names_of(document), intent_of(document).account_id
    name, ours = names.name(thing), {"aws:SourceAccount": account}
    if thing.type == LOG_GROUP:
        one_group = {"kms:EncryptionContext:aws:logs:arn": names.arn(thing)}
        logs = ("Service", endpoint(document, "logs"))
        yield from needs(f"log group {name} is encrypted", allow(_kms(USE), ANY, who=logs, when={"ArnEquals": one_group}))
    elif thing.type == TRAIL:
        trail = {"aws:SourceArn": names.arn(thing)}
        writer = ("Service", "cloudtrail.amazonaws.com")
        yield from needs(f"trail {name} is encrypted", allow(_kms(USE), ANY, who=writer, when={"StringEquals": trail}))
    elif thing.type == BUS:
        bus = ("Service", EVENTS)
        yield from needs(f"event bus {name} is encrypted", allow(_kms(USE), ANY, who=bus, when={"StringEquals": ours}))
    elif thing.type == TOPIC:
        callers, topic = _of_callers(document, "sns", _root(document)), names.arn(thing)
        yield from needs(f"roles publish to topic {name}", callers, required=_is_published_to(topic, document))
        for service in publishers(thing, document):
            context = {"kms:EncryptionContext:aws:sns:topicArn": topic}
            uses = (
                allow(_kms(("Decrypt", "GenerateDataKey")), ANY, who=("Service", service), when={"StringEquals": context})
                if service == EVENTS
                else allow(_kms(USE), ANY, who=("Service", service), when={"StringEquals": ours})
            )
            yield from needs(f"{service} publishes to topic {name}", uses)


def _of_replicas(key: str, document: Document) -> Iterator[Need]:
    """Yield DynamoDB's use in Regions where a table with this key has replicas."""
    copies = [
        (document.named(replica.get("global_table_arn"), "name", TABLE), document.region_of(replica))
        for replica in document.of_type("aws_dynamodb_table_replica")
    ]
    blocks = [(table, str(block.get("region_name"))) for table in document.of_type(TABLE) for block in table.blocks("replica")]
    for table, region in (*copies, *blocks):
        if table is not None and region and key_of(table, document) == key:
            yield from needs(
                f"{region} has a copy of a table", _of_callers(document, f"dynamodb.{region}.amazonaws.com", _root(document))
            )


def _of_roles(key: str, document: Document) -> Iterator[Need]:
    """Yield the use by single roles: for backups, restores, schedules and partners."""
    for type, tables, uses in ((SELECTION, "resources", BACKING_UP), (RESTORE_SELECTION, "protected_resource_arns", RESTORING)):
        for selection in document.of_type(type):
            role = ("AWS", names_of(document).written_out(str(selection.get("iam_role_arn"))))
            if any(key_of(table, document) == key for table in _tables(document, at(selection.values, (tables,)))):
                used = of_key(document, key, uses, "dynamodb", resource=ANY)
                yield from needs("backups of a table are encrypted with it", [replace(grant, principal=role) for grant in used])
    for schedule in document.of_type(SCHEDULE):
        if key_of(schedule, document) == key:
            group = names_of(document).written_out(str(schedule.get("group_name", "default")))
            for role_arn in at(schedule.values, ("target", "role_arn")):
                who = ("AWS", names_of(document).written_out(str(role_arn)))
                decrypt = allow(("kms:Decrypt",), ANY, who=who, when={"StringLike": payload_context(document, group)})
                yield from needs("payloads of schedules are encrypted", decrypt)
    for policy in document.of_type("aws_dynamodb_resource_policy"):
        owner = document.named(policy.get("resource_arn"), "name", TABLE)
        if owner is not None and key_of(owner, document) == key:
            for partner in admitted(policy, document):
                used = [replace(grant, resource=ANY) for grant in of_table(document, owner)]
                yield from needs("the table's policy admits it", [partner.named(grant) for grant in used])


def _of_deployment(services: dict[str, None], document: Document) -> Iterator[Need]:
    """Yield the deploy role's use: its own policies know keys by tags, which take minutes to count."""
    deployment = intent_of(document).deployment
    if deployment is None:
        return
    role = ("AWS", deployment.deploy_role_arn)
    yield from needs("the deploy role creates the key", allow(_kms(MAKING), ANY, who=role))
    for service in services:
        if service in DEPLOYED_THROUGH:
            used = _of_callers(document, service, role, tuple(action for action in USE if action in DEPLOYED))
            yield from needs(f"the deploy role creates what {service} encrypts", used)


def _is_published_to(topic: str, document: Document) -> bool:
    every = (grant for role in document.of_type("aws_iam_role") for grant in written_of(role, document).grants)
    return any(grant.action == "sns:Publish" and grant.resource == topic for grant in every)


def _tables(document: Document, values: list[object]) -> list[Resource]:
    tables = [document.named(value, "name", TABLE) for value in values]
    return [table for table in tables if table is not None]


def _root(document: Document) -> tuple[str, str]:
    return "AWS", f"arn:aws:iam::{intent_of(document).account_id}:root"


def _kms(actions: tuple[str, ...]) -> list[str]:
    return [f"kms:{action}" for action in actions]

"""A table's replicas in other Regions, each with its own protections (ADR 27)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from constructs import Construct

from dynawright.bindings.aws.dynamodb_table import DynamodbTableGlobalTableWitness, DynamodbTableReplica
from dynawright.bindings.aws.dynamodb_table_replica import DynamodbTableReplica as SeparateReplica
from dynawright.constructs.encryption import EncryptionKey
from dynawright.constructs.naming import pascal_case
from dynawright.constructs.regions import provider_in
from dynawright.errors import Place, Problem, UserError
from dynawright.model import Stream, TableModel, TransactGet, TransactWrite
from dynawright.settings import TableSettings


def check_replicas(model: TableModel, key: EncryptionKey, settings: TableSettings) -> None:
    """Check replicas against model and settings together."""
    problems: list[Problem] = []
    replicas = settings.replicas
    if settings.is_strongly_consistent:
        problems += _not_consistent(model)
    elif replicas and model.stream is not Stream.NEW_AND_OLD_IMAGES:
        text = f"a table with replicas must have stream=Stream.NEW_AND_OLD_IMAGES, got {model.stream or 'no stream'}"
        problems.append(Problem("DW325", text, model.place, model.stream, "NEW_AND_OLD_IMAGES"))
    for replica in replicas:
        place = Place(path=f"{model.subject} replica {replica.region}")
        if key.kind == "customer_managed" and replica.kms_key_arn is None:
            text = "kms_key_arn is missing: a table with a key of its own needs a key in each Region"
            fix = "make a key there and name it, or set encryption.key to aws_managed or aws_owned"
            problems.append(Problem("DW322", text, place, fix=fix))
        elif key.kind != "customer_managed" and replica.kms_key_arn is not None:
            text = f"kms_key_arn can't be used with encryption.key {key.kind}"
            fix = "remove it, or set encryption.key to customer_managed"
            problems.append(Problem("DW322", text, place, replica.kms_key_arn, fix=fix))
    if problems:
        raise UserError(problems)


def _not_consistent(model: TableModel) -> Iterator[Problem]:
    """Yield parts of the model that AWS refuses with strongly consistent replicas."""
    transactions = [pattern.id for pattern in model.access_patterns if isinstance(pattern, TransactGet | TransactWrite)]
    for what, named in (
        ("expire items: ttl", [model.ttl] if model.ttl else []),
        ("have local indexes", [index.name for index in model.local_indexes]),
        ("take transactions", transactions),
    ):
        if named:
            text = f"a table with strongly consistent replicas can't {what} ({', '.join(named)})"
            fix = "take it out of the model, or set replica_consistency to 'eventual'"
            yield Problem("DW330", text, model.place, named[0], fix=fix)


def consistent_replicas(settings: TableSettings) -> dict[str, Any]:
    """Return the blocks of a table whose copies are strongly consistent: AWS makes all of them at once."""
    if not settings.is_strongly_consistent:
        return {}
    blocks = [
        DynamodbTableReplica(
            region_name=replica.region,
            consistency_mode="STRONG",
            kms_key_arn=replica.kms_key_arn,
            point_in_time_recovery=replica.point_in_time_recovery,
            deletion_protection_enabled=replica.deletion_protection,
            propagate_tags=True,
        )
        for replica in settings.replicas
    ]
    witness = settings.witness_region
    return {
        "replica": blocks,
        "global_table_witness": DynamodbTableGlobalTableWitness(region_name=witness) if witness else None,
    }


def add_replicas(scope: Construct, *, table_arn: str, settings: TableSettings, after: Sequence[str]) -> None:
    """Build the replicas after the addresses in `after`, which the table must have before."""
    for replica in () if settings.is_strongly_consistent else settings.replicas:
        # A copy begins with the table's class. Read back and not written, the class would have the copy replaced.
        ignored = ["table_class_override", *(["tags", "tags_all"] if replica.ignore_tags else [])]
        lifecycle: dict[str, Any] = {"ignore_changes": ignored}
        if settings.prevent_destroy:
            lifecycle["prevent_destroy"] = True
        made = SeparateReplica(
            scope,
            f"Replica{pascal_case(replica.region)}",
            global_table_arn=table_arn,
            kms_key_arn=replica.kms_key_arn,
            point_in_time_recovery=replica.point_in_time_recovery,
            deletion_protection_enabled=replica.deletion_protection,
            tags=replica.tags or None,
            provider=provider_in(scope, replica.region),
            lifecycle=lifecycle,
        )
        if after:
            made.depends_on = list(after)

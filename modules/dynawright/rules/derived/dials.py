"""Expected arguments of tables and their capacity, derived from settings, not from constructs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Literal, NamedTuple

from dynawright.rules.derived.things import intent_of, names_of
from dynawright.rules.resources import Document, Resource

Settings = Mapping[str, Any]
MODES = {"provisioned": "PROVISIONED", "on_demand": "PAY_PER_REQUEST"}
How = Literal["exactly", "least", "most", "live"]


class Due(NamedTuple):
    """The exact, least or greatest value of an attribute; None and False equal a missing value.

    A live one is the current capacity: a plain number would reset what autoscaling has set on each apply.
    """

    path: str
    value: Any
    setting: str
    how: How = "exactly"


def of_table(table: Resource, document: Document) -> Iterator[Due]:
    """Yield the expected arguments of a table."""
    own = intent_of(document).dials.tables.get(names_of(document).name(table))
    if own is None:
        return
    yield Due("restore_backup_arn", own.get("restore_backup_arn"), "table.restore_backup_arn")
    days = own["point_in_time_recovery_days"]
    yield Due("deletion_protection_enabled", own["deletion_protection"], "table.deletion_protection")
    yield Due("lifecycle.prevent_destroy", own["prevent_destroy"], "table.prevent_destroy")
    yield Due("billing_mode", MODES[own["capacity_mode"]], "table.capacity_mode")
    yield Due("point_in_time_recovery.enabled", days > 0, "table.point_in_time_recovery_days")
    if days:
        path = "point_in_time_recovery.recovery_period_in_days"
        yield Due(path, days, "table.point_in_time_recovery_days", "least")
    is_strong = own["replica_consistency"] == "strong" and bool(own["replicas"])
    yield Due("replica.consistency_mode", "STRONG" if is_strong else None, "table.replica_consistency")
    yield Due("global_table_witness.region_name", own["witness_region"], "table.witness_region")
    yield from _units(own, own["capacity_mode"])


def of_index(name: str, table: Resource, document: Document) -> Iterator[Due]:
    """Yield the expected arguments of a table's global index: its own capacity."""
    own = intent_of(document).dials.tables.get(names_of(document).name(table), {})
    if units := own.get("indexes", {}).get(name):
        yield from _units(units, own["capacity_mode"])


def _units(units: Settings, mode: str) -> Iterator[Due]:
    for kind in ("read", "write"):
        most = units[f"on_demand_max_{kind}_units"]
        if mode == "provisioned":
            how: How = "live" if units["autoscaling"]["enabled"] else "least"
            yield Due(f"{kind}_capacity", units[f"{kind}_capacity_units"], f"table.{kind}_capacity_units", how)
        setting, path = f"table.on_demand_max_{kind}_units", f"on_demand_throughput.max_{kind}_request_units"
        yield Due(path, most, setting, "exactly" if most is None else "least")
        warm = units[f"warm_{kind}_units"]
        yield Due(
            f"warm_throughput.{kind}_units_per_second", warm, f"table.warm_{kind}_units", "exactly" if warm is None else "least"
        )


def of_target(target: Resource, document: Document) -> Iterator[Due]:
    """Yield the minimum capacity of a scaling target."""
    if scaled := _scaled(target, document):
        units, kind = scaled
        yield Due("min_capacity", units[f"{kind}_capacity_units"], f"table.{kind}_capacity_units", "least")


def of_policy(policy: Resource, document: Document) -> Iterator[Due]:
    """Yield the target value of a scaling policy, and its cooldowns."""
    if scaled := _scaled(policy, document):
        scaling, prefix = scaled[0]["autoscaling"], "target_tracking_scaling_policy_configuration."
        for attribute, setting in (
            ("target_value", "target_utilization_percent"),
            ("scale_out_cooldown", "scale_out_cooldown_seconds"),
        ):
            yield Due(f"{prefix}{attribute}", scaling[setting], f"table.autoscaling.{setting}", "most")


def _scaled(resource: Resource, document: Document) -> tuple[Settings, str] | None:
    """Return the settings of a scaled table or index, and whether reads or writes are scaled."""
    target = document.referred(resource.get("resource_id"))
    if target is not None:  # a policy names its target
        return _scaled(target, document)
    names = names_of(document)
    parts = names.written_out(str(resource.get("resource_id"))).split("/")
    own = intent_of(document).dials.tables.get(parts[1]) if len(parts) > 1 else None
    if own is not None and len(parts) == 4:
        own = own["indexes"].get(parts[3])
    kind = "read" if "Read" in str(resource.get("scalable_dimension")) else "write"
    return (own, kind) if own is not None else None

"""Settings that keep a table as it is, and notes for people."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from dynawright.ops.adopt.attached import attached, encryption, tags
from dynawright.ops.adopt.facts import TableFacts
from dynawright.ops.adopt.names import TableNames
from dynawright.ops.adopt.scaling import scaling_of
from dynawright.settings import Environment, TableSettings

PENDING = ("ENABLING", "DISABLING")


@dataclass
class Described:
    """The settings of one table, under `systems.<system>.tables.<name>`, and what they can't express."""

    settings: dict[str, Any] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)
    regions: list[str] = field(default_factory=list)
    """Regions of replicas, which must be in `other_regions`."""


def described(facts: TableFacts, names: TableNames, environment: Environment) -> Described:
    """Return the differences from the environment's defaults for tables."""
    result = Described(regions=sorted(facts.replicas))
    whole = {
        **_general(facts),
        **_capacity(facts, result),
        "replicas": [_replica(region, copy) for region, copy in sorted(facts.replicas.items())],
        "contributor_insights": "" in facts.insights,
        "ignore_changes": ["tags", "tags_all", *_pending(facts, result), *_unmanaged(facts, result)],
    }
    indexes = _indexes(facts, whole)
    shared = environment.table
    result.settings = {
        **({"name": facts.name} if environment.physical_name(names.logical) != facts.name else {}),
        "enabled": True,
        **{name: value for name, value in whole.items() if _differs(name, value, shared)},
        **({"indexes": indexes} if indexes else {}),
        "encryption": encryption(facts, result.notes),
        **tags(facts, result.notes),
        **attached(facts, result.notes),
    }
    result.notes += [f"{what} could not be read ({why}): look at it yourself" for what, why in facts.unread.items()]
    return result


def _general(facts: TableFacts) -> dict[str, Any]:
    recovery = facts.continuous_backups.get("PointInTimeRecoveryDescription", {})
    is_on = recovery.get("PointInTimeRecoveryStatus") == "ENABLED"
    return {
        "capacity_mode": "provisioned" if facts.is_provisioned else "on_demand",
        "table_class": facts.table.get("TableClassSummary", {}).get("TableClass", "STANDARD"),
        "point_in_time_recovery_days": recovery.get("RecoveryPeriodInDays", 35) if is_on else 0,
        "deletion_protection": bool(facts.table.get("DeletionProtectionEnabled")),
    }


def _capacity(facts: TableFacts, described: Described) -> dict[str, Any]:
    if not facts.is_provisioned:
        return _maxima(facts.table)
    scaling = scaling_of(facts)
    return {**_units(facts.table), **(scaling[None] if scaling else {"autoscaling": {"enabled": False}})}


def _units(place: Mapping[str, Any]) -> dict[str, Any]:
    throughput = place["ProvisionedThroughput"]
    return {"read_capacity_units": throughput["ReadCapacityUnits"], "write_capacity_units": throughput["WriteCapacityUnits"]}


def _maxima(place: Mapping[str, Any]) -> dict[str, Any]:
    throughput = place.get("OnDemandThroughput") or {}
    maxima = {kind: throughput.get(f"Max{kind.capitalize()}RequestUnits") for kind in ("read", "write")}
    return {f"on_demand_max_{kind}_units": units for kind, units in maxima.items()}


def _indexes(facts: TableFacts, whole: Mapping[str, Any]) -> dict[str, Any]:
    """Return the differences of single indexes from the table."""
    scaling, by_index = scaling_of(facts) or {}, {}
    for index in facts.global_indexes:
        name = str(index["IndexName"])
        if facts.is_provisioned:
            own = {**_units(index), **scaling.get(name, {"autoscaling": {"enabled": False}})}
        else:
            own = _maxima(index)
        own["contributor_insights"] = name in facts.insights
        if differing := {key: value for key, value in own.items() if value != whole.get(key)}:
            by_index[name] = differing
    return by_index


def _replica(region: str, copy: Mapping[str, Any]) -> dict[str, Any]:
    own = {name: value for name, value in copy.items() if value is not None}
    return {"region": region, **own, "ignore_tags": True}


def _pending(facts: TableFacts, described: Described) -> list[str]:
    status = facts.time_to_live.get("TimeToLiveStatus")
    if status not in PENDING:
        return []
    described.notes.append(f"TTL is {status}: once that is done, remove `ttl` from its ignore_changes")
    return ["ttl"]


def _unmanaged(facts: TableFacts, described: Described) -> list[str]:
    """Leave capacity to an existing autoscaling that our settings can't express."""
    if not facts.is_provisioned or scaling_of(facts) is not None:
        return []
    described.notes.append("autoscaling stays unchanged, outside of Terraform: the settings can't express it")
    return ["read_capacity", "write_capacity", *(["global_secondary_index"] if facts.global_indexes else [])]


def _differs(name: str, value: Any, shared: TableSettings) -> bool:
    usual = getattr(shared, name)
    if name == "autoscaling":
        return any(getattr(usual, key) != own for key, own in value.items())
    if name in ("replicas", "ignore_changes"):
        return bool(value) or bool(usual)
    return bool(value != usual)

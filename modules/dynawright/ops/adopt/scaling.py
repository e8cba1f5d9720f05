"""A table's Application Auto Scaling as settings; None if settings can't express it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dynawright.ops.adopt.facts import TableFacts

KINDS = ("read", "write")


def scaling_of(facts: TableFacts) -> dict[str | None, dict[str, Any]] | None:
    """Return index (None for the table) → settings; reads and writes must be scaled alike, or not at all."""
    if facts.schedules:
        return None
    places: list[str | None] = [None, *(str(index["IndexName"]) for index in facts.global_indexes)]
    by_place = {place: _of_place(facts, place) for place in places}
    return (
        None if None in by_place.values() else {place: settings for place, settings in by_place.items() if settings is not None}
    )


def _of_place(facts: TableFacts, index: str | None) -> dict[str, Any] | None:
    """Return units and autoscaling (`enabled: false` if none); None if settings can't express them."""
    resource = f"table/{facts.name}" + (f"/index/{index}" if index else "")
    targets = {_kind(target): target for target in facts.targets if target["ResourceId"] == resource}
    policies = [policy for policy in facts.policies if policy["ResourceId"] == resource]
    if not targets and not policies:
        return {"autoscaling": {"enabled": False}}
    if set(targets) != set(KINDS) or sorted(_kind(policy) for policy in policies) != [*KINDS]:
        return None
    configurations = [_configuration(policy, resource) for policy in policies]
    if None in configurations or configurations[0] != configurations[1]:
        return None
    suspended = (flag for target in targets.values() for flag in target.get("SuspendedState", {}).values())
    if any(suspended):
        return None
    limits = {f"{kind}_max_units": targets[kind]["MaxCapacity"] for kind in KINDS}
    least = {f"{kind}_capacity_units": targets[kind]["MinCapacity"] for kind in KINDS}
    if not all(1 <= units <= 40_000 for units in (*least.values(), *limits.values())):
        return None
    return {**least, "autoscaling": {"enabled": True, **limits, **(configurations[0] or {})}}


def _kind(scaled: Mapping[str, Any]) -> str:
    return "read" if ":Read" in str(scaled["ScalableDimension"]) else "write"


def _configuration(policy: Mapping[str, Any], resource: str) -> dict[str, Any] | None:
    tracking = policy.get("TargetTrackingScalingPolicyConfiguration") or {}
    kind, target = _kind(policy), tracking.get("TargetValue")
    metric = f"DynamoDB{kind.capitalize()}CapacityUtilization"
    specification = tracking.get("PredefinedMetricSpecification") or {}
    if (
        specification.get("PredefinedMetricType") != metric
        or specification.get("ResourceLabel")
        or tracking.get("DisableScaleIn")
    ):
        return None
    if target is None or target != int(target) or not 20 <= target <= 90:
        return None
    cooldowns = {f"scale_{way}_cooldown_seconds": tracking.get(f"Scale{way.capitalize()}Cooldown") for way in ("in", "out")}
    if not all(seconds is None or 0 <= seconds <= 3_600 for seconds in cooldowns.values()):
        return None
    name = str(policy["PolicyName"])
    if "{" in name or "}" in name:
        return None
    written = name.replace(metric, "{metric}").replace(resource, "{resource_id}")
    if "{metric}" not in written:
        written = written.replace(kind, "{kind}")
    return {"target_utilization_percent": int(target), **cooldowns, "policy_name": written, "ignore_tags": True}

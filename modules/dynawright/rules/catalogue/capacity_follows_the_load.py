"""Capacity follows the load.

Fixed capacity is too much at night and too little on the busiest day, when requests are throttled. On-demand tables
scale by themselves. A provisioned table needs autoscaling for reads and writes, and so does each index: a throttled
index throttles the table's writes. A target without a policy, or with equal minimum and maximum, does nothing.
Disposable environments may have fixed capacity.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from dynawright.rules.blocks import as_blocks
from dynawright.rules.resources import Document, Resource
from dynawright.rules.rule import Rule

MOVERS = ("aws_appautoscaling_policy", "aws_appautoscaling_scheduled_action")
"""Types that scale a target, which they name by three of its attributes."""


def check(resource: Resource, document: Document) -> Iterator[str]:
    if resource.type in MOVERS:
        named = [document.referred(resource.get(name)) for name in ("resource_id", "scalable_dimension")]
        if len({target.address for target in named if target}) > 1:
            yield "its resource_id is that of one target, and its scalable_dimension that of another"
        return
    yield from _table(resource, document)


def _table(table: Resource, document: Document) -> Iterator[str]:
    targets = document.of_type("aws_appautoscaling_target")
    if table.get("billing_mode") == "PAY_PER_REQUEST":
        if any(_subject(target, table, document) is not None for target in targets):
            yield "AWS can't scale a table in on-demand mode: remove the target, or the billing mode"
        return
    if table.get("read_capacity") and (bare := [str(index.get("name")) for index in _indexes(table) if not _has_units(index)]):
        yield f"index {', '.join(bare)} has no capacity: AWS rejects the table half-way through an apply"
    if document.is_disposable:
        return
    scaled = {
        (_subject(target, table, document), target.get("scalable_dimension"))
        for target in targets
        if _has_room(target)
        and any(_follows(policy, target, document) for policy in document.of_type("aws_appautoscaling_policy"))
    }
    fixed = [
        f"{kind.lower()}s{f' of {index}' if index else ''}"
        for index in ("", *(block.get("name", "") for block in table.blocks("global_secondary_index")))
        for kind in ("Read", "Write")
        if (index, f"dynamodb:{'index' if index else 'table'}:{kind}CapacityUnits") not in scaled
    ]
    if fixed:
        setting = "switch autoscaling on, or capacity_mode to on_demand"
        terraform = 'give each an aws_appautoscaling_target and a policy, or set `billing_mode = "PAY_PER_REQUEST"`'
        yield f"nothing scales {', '.join(fixed)}: {document.fix(setting, terraform)}"


def _indexes(table: Resource) -> list[Mapping[str, Any]]:
    return table.blocks("global_secondary_index")


def _has_units(index: Mapping[str, Any]) -> bool:
    return all(index.get(f"{kind}_capacity") for kind in ("read", "write"))


def _subject(target: Resource, table: Resource, document: Document) -> str | None:
    """Return the index that a target scales, "" for the table itself, None for another table."""
    parts = str(target.get("resource_id", "")).removeprefix("table/").split("/")
    if document.named(parts[0], "name", "aws_dynamodb_table") is not table:
        return None
    return parts[2] if len(parts) == 3 else ""


def _has_room(target: Resource) -> bool:
    least, most = target.get("min_capacity"), target.get("max_capacity")
    return not (isinstance(least, int | float) and isinstance(most, int | float) and most <= least)


def _follows(policy: Resource, target: Resource, document: Document) -> bool:
    """Whether a policy scales the target: by reference or the same names, on its capacity's metric."""
    tracking = as_blocks(policy.block("target_tracking_scaling_policy_configuration").get("predefined_metric_specification"))
    metric = str(tracking[0].get("predefined_metric_type")) if tracking else ""
    kinds = {kind for kind in ("Read", "Write") if kind in str(target.get("scalable_dimension"))}
    if metric.startswith("DynamoDB") and not any(metric == f"DynamoDB{kind}CapacityUtilization" for kind in kinds):
        return False
    if document.referred(policy.get("resource_id")) is target:
        return True
    return all(policy.get(name) == target.get(name) for name in ("resource_id", "scalable_dimension"))


RULE = Rule(
    module=__name__,
    number=10,
    severity="medium",
    types=("aws_dynamodb_table", *MOVERS),
    check=check,
    standards=("FSBP DynamoDB.1",),
)

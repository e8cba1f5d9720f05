"""Capacity follows the load.

A fixed capacity is too much at night and too little on the day that counts, and then requests are throttled. On-demand tables
follow by themselves; a provisioned one needs autoscaling for reads and writes, of the table and of each index: a throttled
index throttles the table's writes. A target does nothing without a policy, or where its least is its most. Disposable environments
may do with a fixed capacity.
"""

from collections.abc import Iterator

from dynawright.rules.resources import Document, Resource
from dynawright.rules.rule import Rule


def check(table: Resource, document: Document) -> Iterator[str]:
    if table.get("billing_mode") == "PAY_PER_REQUEST" or document.is_disposable:
        return
    scaled = {
        (_subject(target, table, document), target.get("scalable_dimension"))
        for target in document.of_type("aws_appautoscaling_target")
        if _has_room(target)
        and any(_follows(policy, target, document) for policy in document.of_type("aws_appautoscaling_policy"))
    }
    fixed = [
        f"{kind.lower()}s{f' of {index}' if index else ''}"
        for index in ("", *(one.get("name", "") for one in table.blocks("global_secondary_index")))
        for kind in ("Read", "Write")
        if (index, f"dynamodb:{'index' if index else 'table'}:{kind}CapacityUnits") not in scaled
    ]
    if fixed:
        yield f"nothing scales {', '.join(fixed)}: switch autoscaling on, or capacity_mode to on_demand"


def _subject(target: Resource, table: Resource, document: Document) -> str | None:
    """The index that a target scales, "" for the table itself, None for another table."""
    parts = str(target.get("resource_id", "")).removeprefix("table/").split("/")
    if document.named(parts[0], "name", "aws_dynamodb_table") is not table:
        return None
    return parts[2] if len(parts) == 3 else ""


def _has_room(target: Resource) -> bool:
    least, most = target.get("min_capacity"), target.get("max_capacity")
    return not (isinstance(least, int | float) and isinstance(most, int | float) and most <= least)


def _follows(policy: Resource, target: Resource, document: Document) -> bool:
    """By reference to the target, or by the same names."""
    if document.referred(policy.get("resource_id")) is target:
        return True
    return all(policy.get(name) == target.get(name) for name in ("resource_id", "scalable_dimension"))


RULE = Rule(
    module=__name__, number=10, severity="medium", types=("aws_dynamodb_table",), check=check, standards=("FSBP DynamoDB.1",)
)

"""What a table lacks of one that a backup was restored into, item by item; with --put-back it gets it.

Ends with 0 if both have the same items, 1 if not, 2 if they could not be compared. docs/restore.md says when.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from dynawright.aws import client, refusals_in_words
from dynawright.errors import Problem, UserError
from dynawright.ops.migration.clock import Clock
from dynawright.ops.migration.patient import PatientClient, pause

Item = dict[str, Any]
"""In DynamoDB's own form, {"id": {"S": "1"}}: boto3's other form loses how a number was written."""

Items = dict[tuple[str, ...], Item]
BATCH = 25


class Difference(NamedTuple):
    """Items by their keys; `only_there` may be damage, or new since the backup: that is for a person to say."""

    lost: list[tuple[str, ...]]
    changed: list[tuple[str, ...]]
    only_there: list[tuple[str, ...]]

    @property
    def is_empty(self) -> bool:
        return not any(self)


def items_of(client: Any, table: str) -> Items:
    """Every item of a table, by its key."""
    schema = client.describe_table(TableName=table)["Table"]["KeySchema"]
    keys = [key["AttributeName"] for key in schema]
    return {tuple(str(item[key]) for key in keys): in_order(item) for item in _scanned(client, table)}


def _scanned(client: Any, table: str) -> Iterator[Item]:
    request = {"TableName": table, "ConsistentRead": True}
    while True:
        page = client.scan(**request)
        yield from page["Items"]
        if "LastEvaluatedKey" not in page:
            return
        request["ExclusiveStartKey"] = page["LastEvaluatedKey"]


def compare(restored: Items, there: Items) -> Difference:
    """What `there` lacks of `restored`, has otherwise, and has besides."""
    return Difference(
        lost=sorted(restored.keys() - there.keys()),
        changed=sorted(key for key in restored.keys() & there.keys() if restored[key] != there[key]),
        only_there=sorted(there.keys() - restored.keys()),
    )


def put_back(client: Any, restored: Items, table: str, clock: Clock) -> Difference:
    """Writes what the table lost and what was changed in it; deletes nothing. Readers of its stream see these writes."""
    difference = compare(restored, items_of(client, table))
    for keys in _batches([*difference.lost, *difference.changed]):
        requests = {table: [{"PutRequest": {"Item": restored[key]}} for key in keys]}
        tries = 0
        while requests := client.batch_write_item(RequestItems=requests).get("UnprocessedItems"):
            tries += 1
            pause(tries, clock)
    return difference


def _batches(keys: list[tuple[str, ...]]) -> Iterator[list[tuple[str, ...]]]:
    return (keys[start : start + BATCH] for start in range(0, len(keys), BATCH))


def in_order(value: Any) -> Any:
    """The same value with its sets sorted: DynamoDB returns them in any order."""
    if isinstance(value, dict):
        sets = ("SS", "NS", "BS")  # an attribute may have such a name too, but then its value is no list
        return {
            name: sorted(inner) if name in sets and isinstance(inner, list) else in_order(inner) for name, inner in value.items()
        }
    return [in_order(inner) for inner in value] if isinstance(value, list) else value


def restore(restored_table: str, table: str, *, put_back_lost: bool) -> int:
    """Print what `table` lacks of the restored one, and write it if asked; return 1 if they differ."""
    if restored_table == table:
        text, fix = f"both tables are {table}", "name the one that a backup was restored into first"
        raise UserError([Problem("DW803", text, value=table, fix=fix)])
    clock = Clock()
    with refusals_in_words():
        patient = PatientClient(client("dynamodb"), clock)
        restored = items_of(patient, restored_table)
        difference = compare(restored, items_of(patient, table))
        for kind, keys in difference._asdict().items():
            print(f"{kind}: {len(keys)}", *("  " + " ".join(key) for key in keys), sep="\n")
        if put_back_lost:
            put_back(patient, restored, table, clock)
            print(f"written to {table}: {len(difference.lost) + len(difference.changed)}")
            return 0
    return 0 if difference.is_empty else 1

"""Restores a table into a new one, compares item by item, and puts back what was lost: the steps of docs/restore.md.

`python -m harness.restore <restored table> <table>` tells what the table lacks; with `--put-back` it writes that.
"""

import argparse
from collections.abc import Iterator
from datetime import datetime
from typing import Any, NamedTuple

from errors import run

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


def restore_from_backup(client: Any, backup_arn: str, target: str) -> None:
    client.restore_table_from_backup(BackupArn=backup_arn, TargetTableName=target)
    client.get_waiter("table_exists").wait(TableName=target)


def restore_to_time(client: Any, source: str, target: str, time: datetime) -> None:
    client.restore_table_to_point_in_time(SourceTableName=source, TargetTableName=target, RestoreDateTime=time)
    client.get_waiter("table_exists").wait(TableName=target)


def items_of(client: Any, table: str) -> Items:
    """Every item of a table, by its key."""
    schema = client.describe_table(TableName=table)["Table"]["KeySchema"]
    keys = [key["AttributeName"] for key in schema]
    pages = client.get_paginator("scan").paginate(TableName=table, ConsistentRead=True)
    return {tuple(str(item[key]) for key in keys): in_order(item) for page in pages for item in page["Items"]}


def compare(restored: Items, there: Items) -> Difference:
    """What `there` lacks of `restored`, has otherwise, and has besides."""
    return Difference(
        lost=sorted(restored.keys() - there.keys()),
        changed=sorted(key for key in restored.keys() & there.keys() if restored[key] != there[key]),
        only_there=sorted(there.keys() - restored.keys()),
    )


def put_back(client: Any, restored: Items, table: str) -> Difference:
    """Writes what the table lost and what was changed in it; deletes nothing. Readers of its stream see these writes."""
    difference = compare(restored, items_of(client, table))
    for keys in _batches([*difference.lost, *difference.changed]):
        requests = {table: [{"PutRequest": {"Item": restored[key]}} for key in keys]}
        while requests:
            requests = client.batch_write_item(RequestItems=requests).get("UnprocessedItems")
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


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m harness.restore", description="What a table lacks of a restored one.")
    parser.add_argument("restored", help="the table that a backup was restored into")
    parser.add_argument("table", help="the table that was damaged")
    parser.add_argument("--put-back", action="store_true", help="write what was lost or changed")
    arguments = parser.parse_args()
    import boto3

    client = boto3.client("dynamodb")
    restored = items_of(client, arguments.restored)
    difference = compare(restored, items_of(client, arguments.table))
    for kind, keys in difference._asdict().items():
        print(f"{kind}: {len(keys)}", *("  " + " ".join(key) for key in keys), sep="\n")
    if arguments.put_back:
        put_back(client, restored, arguments.table)
        print(f"written to {arguments.table}: {len(difference.lost) + len(difference.changed)}")
        return 0
    return 0 if difference.is_empty else 1


if __name__ == "__main__":
    run(main)

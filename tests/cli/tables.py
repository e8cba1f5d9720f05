"""Tables of the small application on the emulator."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from dynawright.emulator.emulator import Emulator
from tests.cli.conftest import REGION


@contextmanager
def tables(cloud: Emulator, **keys: tuple[str, ...]) -> Iterator[Any]:
    """Make tables by name and key attributes, `_` for `-`; delete them afterwards."""
    client = cloud.client("dynamodb", REGION)
    names = {name.replace("_", "-"): attributes for name, attributes in keys.items()}
    for name, attributes in names.items():
        client.create_table(
            TableName=name,
            KeySchema=[{"AttributeName": key, "KeyType": kind} for key, kind in zip(attributes, ("HASH", "RANGE"), strict=False)],
            AttributeDefinitions=[{"AttributeName": key, "AttributeType": "S"} for key in attributes],
            BillingMode="PAY_PER_REQUEST",
        )
    try:
        yield client
    finally:
        for name in names:
            client.delete_table(TableName=name)

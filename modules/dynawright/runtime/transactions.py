"""Writes that happen together or not at all."""

from __future__ import annotations

import random
import time
from typing import Any

from dynawright.runtime.attributes import wire
from dynawright.runtime.clients import client
from dynawright.runtime.errors import cancellation_codes

ATTEMPTS = 8
REFUSED = "ConditionalCheckFailed"
COLLIDED = "TransactionConflict"


def transact(items: list[dict[str, Any]]) -> list[str]:
    """[] if everything was written; else nothing was, and this is each item's reason, REFUSED among them.

    Another transaction on one of the items is no reason to give up: botocore does not try again by itself.
    """
    for attempt in range(ATTEMPTS):
        try:
            client("dynamodb").transact_write_items(TransactItems=items)
            return []
        except Exception as error:
            codes = cancellation_codes(error)
            if REFUSED in codes:
                return codes
            if COLLIDED not in codes:
                raise
        pause(attempt)
    raise RuntimeError(f"other transactions were in the way {ATTEMPTS} times in a row")


def append_once(table: str, items: list[dict[str, Any]]) -> None:
    """New items only, all of them or, if one has been written before, none."""
    transact(
        [{"Put": {"TableName": table, "Item": wire(item), "ConditionExpression": "attribute_not_exists(PK)"}} for item in items]
    )


def pause(attempt: int) -> None:
    """Longer each time, and by chance: two who collided would collide again."""
    time.sleep(random.uniform(0, 0.02 * 2**attempt))  # noqa: S311  # no secret

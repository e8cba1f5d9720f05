"""Suggestions for a table's model from items, metrics and a trail, only on request."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import reduce
from typing import NamedTuple

from botocore.exceptions import ClientError

from dynawright.aws import client
from dynawright.ops.adopt.facts import TableFacts
from dynawright.ops.adopt.model import ttl_of
from dynawright.ops.adopt.read import DENIED
from dynawright.ops.adopt.sample import Shape, expiring, sample, shapes
from dynawright.ops.adopt.trail import Told
from dynawright.ops.adopt.used import Used, used


class Suggestion(NamedTuple):
    """Kinds of items, their use, and notes for people."""

    shapes: Sequence[Shape] = ()
    used: Used | None = None
    notes: Sequence[str] = ()


NOTHING = Suggestion()


def suggestion(facts: TableFacts, region: str, *, items: int, figures: bool, trail: Mapping[str, Told]) -> Suggestion:
    """Read up to `items` items, and the last days' figures; note missing rights."""
    notes, kinds, uses = list[str](), list[Shape](), list[Used]()
    keys = [str(key["AttributeName"]) for key in facts.table["KeySchema"]]
    indexes = [[str(key["AttributeName"]) for key in index["KeySchema"]] for index in facts.global_indexes]
    try:
        if items:
            sampled = sample(client("dynamodb", region), facts.name, items)
            kinds = shapes(sampled, keys, indexes)
            if ttl_of(facts) is None and (names := expiring(sampled)):
                listed = " or ".join(names)
                notes.append(f"TTL is off, and {listed} looks like the time when an item is to expire: switch it on, if so")
    except ClientError as error:
        notes.append(_denied("items", error))
    try:
        if figures:
            uses.append(used(client("cloudwatch", region), facts))
    except ClientError as error:
        notes.append(_denied("figures", error))
    if facts.name in trail:
        uses.append(trail[facts.name].used)
    notes += [use.words for use in uses]
    return Suggestion(kinds, reduce(Used.and_also, uses) if uses else None, notes)


def _denied(what: str, error: ClientError) -> str:
    if error.response["Error"]["Code"] not in DENIED:
        raise error
    return f"its {what} could not be read ({error.response['Error']['Code']})"

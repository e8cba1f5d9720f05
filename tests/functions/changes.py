"""Random changes of random items, some impossible on DynamoDB, each with its expected effects."""

from __future__ import annotations

import copy
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any

from tests.functions.cloud import Item, typed

STREAM = "arn:aws:dynamodb:ap-northeast-1:111111111111:table/table/stream/2026-01-01T00:00:00.000"
START = 1_790_000_000.0


@dataclass
class Change:
    """A stream record. Each of `effects` must happen once.

    A record that is `unreadable` for all functions, or `bad` for this one, can only end in the failure destination.
    """

    shard: str
    raw: dict[str, Any]
    new: Item | None
    old: Item | None
    effects: list[tuple[Any, ...]] = field(default_factory=list)
    unreadable: bool = False
    bad: bool = False
    perhaps_bad: bool = False
    """Bad unless something newer came first, in which case nothing was left to do."""

    @property
    def id(self) -> str:
        """Tells records apart even without their names."""
        return str(self.raw["dynamodb"]["SizeBytes"])

    @property
    def event_id(self) -> str:
        return str(self.raw["eventID"])

    @property
    def order(self) -> str:
        return str(self.raw["dynamodb"]["SequenceNumber"]).zfill(40)


class Stream:
    """Makes records; the changes of one partition key are in one shard, in order."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.shards = [f"shardId-{number:020}-abcdef" for number in range(random.randint(1, 3))]
        self.changes: list[Change] = []
        self._number = random.choice([1, 99_999_998, 10**21, 10**39 - 5])  # also where the number of digits grows

    def change(self, keys: Item, new: Item | None, old: Item | None, *, by_ttl: bool = False) -> Change:
        partition = str(next(iter(keys.values())))
        self._number += self.random.choice((1, 1, 2, 1000))
        raw: dict[str, Any] = {
            "eventID": f"{len(self.changes):032x}",
            "eventName": "INSERT" if old is None else "REMOVE" if new is None else "MODIFY",
            "eventVersion": "1.1",
            "eventSource": "aws:dynamodb",
            "awsRegion": "ap-northeast-1",
            "dynamodb": {
                "ApproximateCreationDateTime": START + len(self.changes),
                "Keys": _image(keys),
                "SequenceNumber": str(self._number),
                "SizeBytes": len(self.changes),
                "StreamViewType": "NEW_AND_OLD_IMAGES",
            },
            "eventSourceARN": STREAM,
        }
        if new is not None:
            raw["dynamodb"]["NewImage"] = _image(new)
        if old is not None:
            raw["dynamodb"]["OldImage"] = _image(old)
        if by_ttl:
            raw["userIdentity"] = {"type": "Service", "principalId": "dynamodb.amazonaws.com"}
        made = Change(self.shards[sum(map(ord, partition)) % len(self.shards)], raw, new, old)
        self.changes.append(made)
        return made

    def poisoned(self, change: Change) -> bool:
        """Sometimes makes the record unreadable."""
        if self.random.random() > 0.12:
            return False
        self.random.choice(POISONS)(change.raw)
        change.unreadable, change.effects = True, []
        return True


def _image(item: Item) -> Item:
    return {name: typed(value) for name, value in item.items()}


def _with(value: Item) -> Callable[[Item], None]:
    def poison(raw: Item) -> None:
        image = raw["dynamodb"].get("NewImage") or raw["dynamodb"]["OldImage"]
        image["Poison"] = copy.deepcopy(value)

    return poison


def _without(*path: str) -> Callable[[Item], None]:
    def poison(raw: Item) -> None:
        for name in path[:-1]:
            raw = raw[name]
        raw.pop(path[-1], None)

    return poison


def _without_images(raw: Item) -> None:
    raw["dynamodb"].pop("NewImage", None)
    raw["dynamodb"].pop("OldImage", None)


def _unnamed(raw: Item) -> None:
    raw["eventName"] = []


POISONS: list[Callable[[Item], None]] = [
    _with({"S": 1}),
    _with({"BOOL": "false"}),
    _with({"N": "NaN"}),
    _with({"N": "1e999"}),
    _with({"X": "unknown"}),
    _with({"B": "***"}),
    _with({"B": "日本"}),
    _with({"NULL": False}),
    _with({"SS": []}),
    _with({"M": {"deep": {"L": [{"N": "Infinity"}]}}}),
    _with({}),
    _without_images,
    _without("eventID"),
    _without("eventName"),
    _unnamed,
    _without("dynamodb", "SequenceNumber"),  # this one can't be reported alone: the batch is bisected until it is alone
]

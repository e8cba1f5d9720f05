"""One change of one item, as a DynamoDB stream tells it."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any, Literal, NamedTuple, cast

from dynawright.runtime.attributes import Item, item_of
from dynawright.runtime.errors import BadRecordError

EventName = Literal["INSERT", "MODIFY", "REMOVE"]
_IMAGES = {"INSERT": ("NewImage",), "MODIFY": ("NewImage", "OldImage"), "REMOVE": ("OldImage",)}
SEQUENCE_DIGITS = 40  # the longest sequence number a stream gives


class Record(NamedTuple):
    """`new` is what the item became, `old` what it was; a REMOVE has no `new`, an INSERT no `old`."""

    event_id: str
    name: EventName
    sequence_number: str
    keys: Item
    new: Item | None
    old: Item | None
    expired: bool
    """Removed by DynamoDB's TTL, not by a client."""
    changed_at: datetime
    raw: Mapping[str, Any]
    """The record as it was delivered."""

    @property
    def order(self) -> str:
        """Text that sorts like the sequence numbers: changes of one item are in this order."""
        return self.sequence_number.zfill(SEQUENCE_DIGITS)

    @property
    def item_key(self) -> str:
        """The item's key as one text, its attributes in the order of their names."""
        return "|".join([str(self.keys[name]) for name in sorted(self.keys)])

    @property
    def image(self) -> Item:
        """The item: as it is now, or as it was before it was removed."""
        return cast(Item, self.old if self.new is None else self.new)


def sequence_number_of(raw: object) -> str:
    """What a failure is reported by.

    Without it no record can be blamed, so the batch fails, and bisecting isolates it.
    """
    stream = raw.get("dynamodb") if isinstance(raw, dict) else None
    number = stream.get("SequenceNumber") if isinstance(stream, dict) else None
    if not isinstance(number, str) or not number.isdecimal() or len(number) > SEQUENCE_DIGITS:
        raise BadRecordError("a record has no sequence number: it can't be reported alone")
    return number


def read(raw: Mapping[str, Any]) -> Record:
    """Strictly: what DynamoDB can't have written raises BadRecordError."""
    number = sequence_number_of(raw)
    name, event_id, stream = raw.get("eventName"), raw.get("eventID"), raw["dynamodb"]
    if not isinstance(name, str) or name not in _IMAGES:
        raise BadRecordError(f"eventName is {name!r}: INSERT, MODIFY or REMOVE is expected")
    if not isinstance(event_id, str) or not event_id:
        raise BadRecordError("eventID is missing")
    images = {image: item_of(stream.get(image), image) for image in _IMAGES[name]}
    identity = raw.get("userIdentity")
    principal = identity.get("principalId") if isinstance(identity, dict) else None
    return Record(
        event_id=event_id,
        name=cast(EventName, name),
        sequence_number=number,
        keys=item_of(stream.get("Keys"), "Keys"),
        new=images.get("NewImage"),
        old=images.get("OldImage"),
        expired=name == "REMOVE" and principal == "dynamodb.amazonaws.com",
        changed_at=_time(stream.get("ApproximateCreationDateTime")),
        raw=raw,
    )


def _time(value: object) -> datetime:
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not 0 <= value < 1e11:
        raise BadRecordError("ApproximateCreationDateTime is no number of seconds")
    return datetime.fromtimestamp(value, UTC)

"""A change of an item from a DynamoDB stream."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any, Literal, NamedTuple, cast

from dynawright.runtime.attributes import Item, item_of
from dynawright.runtime.errors import BadRecordError

EventName = Literal["INSERT", "MODIFY", "REMOVE"]
_IMAGES = {"INSERT": ("NewImage",), "MODIFY": ("NewImage", "OldImage"), "REMOVE": ("OldImage",)}
SEQUENCE_DIGITS = 40  # digits of the longest sequence number


class Record(NamedTuple):
    """`new` is the item after the change, `old` before it; a REMOVE has no `new`, an INSERT no `old`."""

    event_id: str
    name: EventName
    sequence_number: str
    keys: Item
    new: Item | None
    old: Item | None
    expired: bool
    """Whether TTL removed the item, not a client."""
    changed_at: datetime
    raw: Mapping[str, Any]
    """The record as it was delivered."""

    @property
    def order(self) -> str:
        """Text that sorts like the sequence numbers, the order of an item's changes."""
        return self.sequence_number.zfill(SEQUENCE_DIGITS)

    @property
    def item_key(self) -> str:
        """The item's key as one text, with attributes sorted by name."""
        return "|".join([str(self.keys[name]) for name in sorted(self.keys)])

    @property
    def image(self) -> Item:
        """The item after the change, or before its removal."""
        return cast(Item, self.old if self.new is None else self.new)


def sequence_number_of(raw: object) -> str:
    """Return the sequence number, by which failures are reported.

    Without one the whole batch fails, and Lambda's bisecting isolates the record.
    """
    stream = raw.get("dynamodb") if isinstance(raw, dict) else None
    number = stream.get("SequenceNumber") if isinstance(stream, dict) else None
    if not isinstance(number, str) or not number.isdecimal() or len(number) > SEQUENCE_DIGITS:
        raise BadRecordError("a record has no sequence number: it can't be reported alone")
    return number


def read(raw: Mapping[str, Any]) -> Record:
    """Parse a record strictly: values that DynamoDB can't have written raise BadRecordError."""
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

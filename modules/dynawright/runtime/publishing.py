"""Publishes messages at least once, with an id derived from the record.

Each sent message gets a marker, and a message with a marker is never sent again. Only an attempt that stops between the two
is repeated, with the same id: a FIFO topic drops the repeat within five minutes, other receivers can compare ids.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

from dynawright.runtime.attributes import wire
from dynawright.runtime.clients import client
from dynawright.runtime.markers import DONE, expiry


@dataclass(frozen=True)
class Message:
    """A message to publish: `send` raises unless it was accepted; `id` never changes."""

    id: str
    send: Callable[[], object]


@dataclass(frozen=True)
class SentMessages:
    """Markers of sent messages, in a table whose model has `MessageMarkers`."""

    table: str
    key: str = "MESSAGE#{messageId}"

    def has(self, id: str) -> bool:
        """Return whether the message has a marker."""
        found = client("dynamodb").get_item(TableName=self.table, Key=self._key(id), ConsistentRead=True).get("Item", {})
        return bool(found.get("Status") == {"S": DONE})

    def note(self, id: str) -> None:
        """Store the marker of a sent message."""
        client("dynamodb").update_item(
            TableName=self.table,
            Key=self._key(id),
            UpdateExpression="SET #id = :id, #status = :done, SentAt = :now, ExpiresAt = :expiry",
            ExpressionAttributeNames={"#id": self._parts[1], "#status": "Status"},
            ExpressionAttributeValues=wire({":id": id, ":done": DONE, ":now": int(time.time()), ":expiry": expiry()}),
        )

    @property
    def _parts(self) -> tuple[str, str]:
        """The prefix of the id in the key, and the attribute with the id."""
        prefix, _, attribute = self.key.removesuffix("}").partition("{")
        return prefix, attribute

    def _key(self, id: str) -> dict[str, dict[str, str]]:
        return wire({"PK": f"{self._parts[0]}{id}"})


def publish_once(message: Message, sent: SentMessages) -> None:
    """Send the message unless it has a marker, then store the marker."""
    if not sent.has(message.id):
        message.send()
        sent.note(message.id)

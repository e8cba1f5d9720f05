"""Messages that are published at least once, under an id that follows from the record.

A marker notes each message that was sent, and a message that is noted is never sent again. Only an attempt that is cut off
between the two is repeated, under the same id: a FIFO topic drops the repeat within five minutes, other receivers know the id.
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
        """Return whether the message is noted as sent."""
        found = client("dynamodb").get_item(TableName=self.table, Key=self._key(id), ConsistentRead=True).get("Item", {})
        return bool(found.get("Status") == {"S": DONE})

    def note(self, id: str) -> None:
        """Note that the message was sent."""
        client("dynamodb").update_item(
            TableName=self.table,
            Key=self._key(id),
            UpdateExpression="SET #id = :id, #status = :done, SentAt = :now, ExpiresAt = :expiry",
            ExpressionAttributeNames={"#id": self._parts[1], "#status": "Status"},
            ExpressionAttributeValues=wire({":id": id, ":done": DONE, ":now": int(time.time()), ":expiry": expiry()}),
        )

    @property
    def _parts(self) -> tuple[str, str]:
        """The text before the id, and the attribute that holds the id."""
        prefix, _, attribute = self.key.removesuffix("}").partition("{")
        return prefix, attribute

    def _key(self, id: str) -> dict[str, dict[str, str]]:
        return wire({"PK": f"{self._parts[0]}{id}"})


def publish_once(message: Message, sent: SentMessages) -> None:
    """Send the message unless its marker says it was sent, then update the marker."""
    if not sent.has(message.id):
        message.send()
        sent.note(message.id)

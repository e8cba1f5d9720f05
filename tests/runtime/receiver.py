"""A receiver of messages with faults, and its markers in a DynamoDB in memory."""

from __future__ import annotations

from dynawright.model import Consumer, MessageMarkers, System
from dynawright.runtime import Message, SentMessages, publish_once
from tests.functions.cloud import Item, MemoryCloud

TABLE = "messages-sent"
MARKERS = MessageMarkers(used_by=[Consumer("sender", "sends each message once")]).table(TABLE)


class Receiver:
    """Accept a message, or first raise the errors of `goes_wrong`, each once, in order."""

    def __init__(self) -> None:
        self.cloud = MemoryCloud(System("messages", [MARKERS]))
        self.taken: list[str] = []
        self.now = 1_000_000.0
        self.goes_wrong: list[BaseException] = []

    def publish(self, id: str = "1") -> None:
        publish_once(Message(id, lambda: self._take(id)), SentMessages(TABLE))

    def _take(self, id: str) -> None:
        if self.goes_wrong:
            raise self.goes_wrong.pop(0)
        self.taken.append(id)

    @property
    def marker(self) -> Item:
        (item,) = self.cloud.items(TABLE)
        return item

"""What somebody who has looked at the receiver says of messages in doubt."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Settled:
    """`sent` are ids of messages. That one was *not* sent is said of an attempt to send it, `id@attempt`: the next one is another matter."""

    sent: frozenset[str] = frozenset()
    attempts_not_sent: frozenset[str] = frozenset()

    @classmethod
    def of(cls, event: Mapping[str, Any]) -> Settled:
        """Lambda says nothing of the kind; a replay may."""
        said = event.get("settled") or {}
        return cls(frozenset(said.get("sent", ())), frozenset(said.get("notSent", ())))

    def not_sent(self, id: str, attempt: str) -> bool:
        return f"{id}@{attempt}" in self.attempts_not_sent

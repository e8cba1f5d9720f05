"""What somebody who has looked at the receiver says of messages in doubt."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

ALL = "all"


@dataclass(frozen=True)
class Settled:
    """What somebody found out about messages in doubt: their ids, or ALL of them."""

    sent: frozenset[str] = frozenset()
    not_sent: frozenset[str] = frozenset()

    @classmethod
    def of(cls, event: Mapping[str, Any]) -> Settled:
        """Lambda says nothing of the kind; a replay may."""
        said = event.get("settled") or {}
        return cls(frozenset(said.get("sent", ())), frozenset(said.get("notSent", ())))

    def says(self, id: str) -> str | None:
        """ "sent", "not sent" or nothing."""
        if self.sent & {id, ALL}:
            return "sent"
        return "not sent" if self.not_sent & {id, ALL} else None

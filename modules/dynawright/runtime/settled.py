"""What somebody who has looked at the receiver says of messages in doubt."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from dynawright.runtime.errors import ConfigurationError


@dataclass(frozen=True)
class Settled:
    """`sent` are ids of messages. That one was *not* sent is said of an attempt to send it, `id@attempt`: the next one is another matter."""

    sent: frozenset[str] = frozenset()
    attempts_not_sent: frozenset[str] = frozenset()

    @classmethod
    def of(cls, event: Mapping[str, Any]) -> Settled:
        """Lambda says nothing of the kind; a replay may."""
        said = event.get("settled", {})
        return cls(_texts(said, "sent"), _texts(said, "notSent"))

    def not_sent(self, id: str, attempt: str) -> bool:
        return f"{id}@{attempt}" in self.attempts_not_sent


def _texts(said: object, name: str) -> frozenset[str]:
    found = said.get(name, []) if isinstance(said, dict) else None
    if not isinstance(found, list) or not all(isinstance(one, str) for one in found):
        expected = '{"sent": ["id", …], "notSent": ["id@attempt", …]}'
        raise ConfigurationError(
            f'the event\'s "settled" is {said!r}: {expected} is allowed, each list of texts; correct the event'
        )
    return frozenset(found)

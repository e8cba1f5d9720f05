"""Markers of messages that are published once; runtime/publishing.py needs them in the model."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import KW_ONLY, dataclass
from datetime import timedelta
from typing import TypeVar

from dynawright.errors import must_be as problem_of
from dynawright.model.consumer import Consumer
from dynawright.model.declaration import Declaration
from dynawright.model.entity import Entity
from dynawright.model.error import ModelError
from dynawright.model.key import Key
from dynawright.model.must_be import must_be, must_be_all
from dynawright.model.pattern import AccessPattern, Get, Update
from dynawright.model.table import TableModel

LIFE = timedelta(days=42)  # as long as a record can come again: see runtime/markers.py
TTL = "ExpiresAt"
_KEY = re.compile(r"[^{}]+\{(\w+)\}")
_Part = TypeVar("_Part", bound=Declaration)


class MarkerEntity(Entity):
    """An entity whose attributes have the names that the runtime expects."""


@dataclass(frozen=True)
class MessageMarkers(Declaration):
    """An entity and two access patterns, in their own table (`table`) or in one with other items.

    `used_by` are the stream functions that publish, `read_by` further readers. `key` is the partition key, which the function
    passes to `SentMessages`. A table for markers alone has the key PK, no sort key, and `ttl="ExpiresAt"`.
    """

    _: KW_ONLY
    used_by: Sequence[Consumer]
    read_by: Sequence[Consumer] = ()
    patterns: Sequence[str] = ("SM1", "SM2")
    entity_name: str = "SENT_MESSAGE"
    key: str = "MESSAGE#{messageId}"
    message: str = "a message"
    """The word for a message in the patterns' questions."""

    def __post_init__(self) -> None:
        must_be_all(self.subject, "used_by", self.used_by, Consumer, 'Consumer("notify", "the stream function notify")')
        must_be_all(self.subject, "read_by", self.read_by, Consumer, 'Consumer("support", "the support desk\'s tool")')
        must_be_all(self.subject, "patterns", self.patterns, str, '"SM1"')
        for field in ("entity_name", "key", "message"):
            must_be(self.subject, field, getattr(self, field), str, 'a text, "a message"')
        if not _KEY.fullmatch(self.key):
            allowed = "text and, at its end, the place of the message's id, such as MESSAGE#{messageId}"
            raise ModelError([problem_of("DW213", allowed, self.key, place=self.place)])
        if len(self.patterns) != 2:
            allowed = "the ids of two patterns: to ask whether a message was sent, and to note that it was"
            raise ModelError([problem_of("DW205", allowed, list(self.patterns), place=self.place)])

    @property
    def subject(self) -> str:
        return "message markers"

    @property
    def entity(self) -> Entity:
        """Return the marker entity."""
        return self._here(
            MarkerEntity(
                self.entity_name,
                PK=self.key,
                attributes={self._id: "S", "Status": ("DONE",), "SentAt": "N"},
                optional=["SentAt"],  # markers of 0.1.0 lack it
                expires_after=LIFE,
            )
        )

    @property
    def access_patterns(self) -> list[AccessPattern]:
        """Return the patterns that look a marker up and store one."""
        asks, notes = self.patterns
        return [
            self._here(
                Get(
                    asks,
                    f"whether {self.message} was sent",
                    PK=self.key,
                    consistent=True,  # a repeat must find a marker that has just been stored
                    used_by=[*self.used_by, *self.read_by],
                )
            ),
            self._here(
                Update(
                    notes,
                    f"note that {self.message} was sent",
                    PK=self.key,
                    update=f"SET {self._id} = {{{self._id}}}, Status = {{Status}}, SentAt = {{SentAt}}, {TTL} = {{{TTL}:N}}",
                    used_by=self.used_by,
                )
            ),
        ]

    def table(self, name: str) -> TableModel:
        """Return a table for markers only."""
        return self._here(
            TableModel(name, partition_key=Key("PK"), ttl=TTL, entities=[self.entity], access_patterns=self.access_patterns)
        )

    @property
    def _id(self) -> str:
        """Return the attribute with a message's id."""
        return _KEY.sub(r"\1", self.key)

    def _here(self, part: _Part) -> _Part:
        """Return the part with the place of the markers' declaration."""
        object.__setattr__(part, "_line", self._line)
        return part

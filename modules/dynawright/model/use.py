"""What a consumer uses besides tables: secrets, log groups, topics, buses, captured changes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from dynawright.model.must_be import may_be, must_be, must_be_one_of, must_be_text
from dynawright.model.vocabulary import Vocabulary

KINDS = ("secret", "log_group", "topic", "event_bus", "data_stream", "search_index")
BELOW = "/*"
"""Ends the name of a secret that means the secrets below it."""


@dataclass(frozen=True)
class Use(Vocabulary):
    """One thing of the stack that a consumer uses: without a `Use` of it, its role may not be granted it.

    `name` is what the stack calls it, without the environment. A secret is read, `"tokens/*"` are the secrets below `tokens`, and `makes`
    lets the consumer create and change those. A log group is written, or only its `streams` (`"task-*"`); its name may have a `*`. Topics
    and event buses are published to, data streams are read, and search indexes are written in bulk.
    """

    kind: Literal["secret", "log_group", "topic", "event_bus", "data_stream", "search_index"]
    name: str
    makes: bool = False
    streams: str | None = None

    def __post_init__(self) -> None:
        must_be_one_of("a use", "kind", self.kind, KINDS)
        must_be_text(f"use of a {self.kind}", "name", self.name, f'Use("{self.kind}", "orders-events")')
        must_be(f"use of {self.name}", "makes", self.makes, bool, "makes=True")
        may_be(f"use of {self.name}", "streams", self.streams, str, 'streams="task-*"')
        if self.makes:
            must_be_one_of(f"use of {self.name}", "makes", self.is_below, (True,))
        if self.streams is not None:
            must_be_one_of(f"streams of {self.name}", "kind", self.kind, ("log_group",))

    @property
    def is_below(self) -> bool:
        """Return whether it means the secrets below one, not the secret itself."""
        return self.kind == "secret" and self.name.endswith(BELOW)

    @property
    def thing(self) -> str:
        """Return the name of the thing itself, as the stack writes it."""
        return self.name.removesuffix(BELOW) if self.is_below else self.name

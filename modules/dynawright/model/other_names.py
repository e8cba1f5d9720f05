"""Names that do not begin with the system's name; deploy roles must cover them too."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from dynawright.errors import Problem
from dynawright.model.must_be import must_be_all
from dynawright.model.vocabulary import Vocabulary

_NAME = re.compile(r"[A-Za-z][A-Za-z0-9-]{1,40}")
_LOG_GROUP = re.compile(r"/[A-Za-z0-9_/.#-]{1,60}/")


@dataclass(frozen=True)
class OtherNames(Vocabulary):
    """Further prefixes of a system's names, which deploy roles must cover.

    For a cache `flags` and alarms such as `agents-errors`: `caches=("flags",), alarms=("agents",)`.
    """

    caches: tuple[str, ...] = ()
    alarms: tuple[str, ...] = ()
    log_groups: tuple[str, ...] = ()
    """Paths, with a `/` at both ends."""

    def __post_init__(self) -> None:
        for field in ("caches", "alarms", "log_groups"):
            must_be_all("other_names", field, getattr(self, field), str, '"flags"')

    def problems(self) -> Iterator[Problem]:
        """Yield problems; a name must not be a wildcard, since deploy roles may do anything to such resources."""
        for field, allowed, words in (
            ("caches", _NAME, "letters, digits and '-'"),
            ("alarms", _NAME, "letters, digits and '-'"),
            ("log_groups", _LOG_GROUP, "a folder such as '/agents/'"),
        ):
            for name in getattr(self, field):
                if not allowed.fullmatch(name):
                    yield Problem("DW202", f"other_names.{field} must be {words}, got '{name}'", value=name, allowed=words)

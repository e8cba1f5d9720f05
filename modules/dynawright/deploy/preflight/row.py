"""One line of the preflight: what was looked at, how it is, and what to do."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from dynawright.settings import Environment

State = Literal["ok", "missing", "note"]
"""Without what is `missing` the apply fails, or what it builds does not work.

A `note` is advice, or can't be seen from here.
"""

Document = Mapping[str, Any]
"""A stack's Terraform JSON."""


@dataclass(frozen=True)
class Row:
    """`fix` says what to do, where anything is to be done."""

    check: str
    subject: str
    state: State
    fix: str = ""


@dataclass(frozen=True)
class Account:
    """The account, and what is to be built in it."""

    environment: Environment
    client: Callable[[str, str], Any]
    """Makes a client of a service in a Region."""
    stacks: Mapping[str, Document]
    """The synthesized stacks, by name."""

    def home(self, service: str) -> Any:
        return self.client(service, self.environment.home_region)

    def by_region(self) -> dict[str, list[Document]]:
        """Return the stacks of each Region."""
        regions: dict[str, list[Document]] = {}
        for document in self.stacks.values():
            regions.setdefault(document["provider"]["aws"][0]["region"], []).append(document)
        return regions


def resources(documents: list[Document], *types: str) -> Iterator[dict[str, Any]]:
    """Return the resources of these types."""
    for document in documents:
        for type_ in types:
            yield from document.get("resource", {}).get(type_, {}).values()


Look = Callable[[Account], Iterator[Row]]


def found(read: Callable[..., Any], **asked: Any) -> Any:
    """Return what AWS answers, or None where there is no such thing."""
    from botocore.exceptions import ClientError

    try:
        return read(**asked)
    except ClientError as error:
        code = error.response["Error"]["Code"]
        if "NoSuch" in code or "NotFound" in code or code.startswith("ResourceNot"):
            return None
        raise

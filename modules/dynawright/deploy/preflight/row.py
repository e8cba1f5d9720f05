"""A line of the preflight: the subject, its state, and the fix."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from dynawright.settings import Environment

State = Literal["ok", "missing", "note"]
"""If something is `missing`, the apply fails, or its resources don't work.

A `note` is advice, or could not be checked.
"""

Document = Mapping[str, Any]
"""A stack's Terraform JSON."""


@dataclass(frozen=True)
class Row:
    """`fix` is the action to take, if any."""

    check: str
    subject: str
    state: State
    fix: str = ""


@dataclass(frozen=True)
class Account:
    """The account, and the stacks for it."""

    environment: Environment
    client: Callable[[str, str], Any]
    """Returns a client of a service in a Region."""
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
    """Return AWS's answer, or None if the resource does not exist."""
    from botocore.exceptions import ClientError

    try:
        return read(**asked)
    except ClientError as error:
        code = error.response["Error"]["Code"]
        if "NoSuch" in code or "NotFound" in code or code.startswith("ResourceNot"):
            return None
        raise

"""Compare a resource with its rows: unknown, missing and wrong attributes."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from dynawright.rules.blocks import as_blocks
from dynawright.rules.resources import BACKEND, Document, Resource
from dynawright.rules.vocabulary import paths
from dynawright.rules.vocabulary.domains import Blocks, MapOf
from dynawright.rules.vocabulary.row import Block, Row

Kind = Literal["unknown", "missing", "wrong"]
SHOWN = 80
BY_TERRAFORM = {
    "count": "the resource may not be built at all",
    "for_each": "the resource may not be built at all",
    "provider": "another provider builds it in another Region or account",
    "connection": "Terraform signs in to a machine",
    "provisioner": "it runs a program on the machine that applies the plan the plan",
    "dynamic": "its result shows only in a plan",
}
"""Arguments that Terraform itself reads, and why they are dangerous."""


@dataclass(frozen=True)
class Difference:
    """One attribute that differs from its rows."""

    kind: Kind
    path: str
    message: str


def differences(resource: Resource, document: Document) -> Iterator[Difference]:
    """Compare a resource of a known type with its rows.

    Another backend is compared with the settings: state-is-kept-safe.
    """
    if resource.type == BACKEND and document.intent and document.intent.state_backend:
        return
    for misfit in resource.misfits:
        yield Difference("wrong", misfit.path, f"{misfit.path} is {_shown(misfit.value)}: Terraform takes {misfit.wanted}")
    yield from _block(resource, document, resource.values, "")


def _block(resource: Resource, document: Document, block: Block, prefix: str) -> Iterator[Difference]:
    known = paths(resource.type)
    for name, value in block.items():
        path = f"{prefix}{name}"
        rows = known.get(path)
        if name == "//" or value is None:
            continue
        if rows is None:
            danger = BY_TERRAFORM.get(name.split(":")[-1]) if not prefix else None
            yield Difference("unknown", path, f"no construct writes {path}: {danger or 'no rule checks it'}")
        elif not _is_empty(value, rows):
            yield from _written(resource, document, path, value, [row for row in rows if row.counts(block, document)])
    for rows in _inside(resource.type, prefix):
        if _is_empty(block.get(rows[0].name), rows):
            needed = (row for row in rows if row.counts(block, document) and row.needed.holds(block))
            for row in needed:
                where = f" {row.where.words}" if row.where.words else ""
                yield Difference("missing", row.path, f"{row.path} is missing{where}: {row.why}")
                break


def _written(resource: Resource, document: Document, path: str, value: Any, rows: Sequence[Row]) -> Iterator[Difference]:
    if any(path == misfit.path for misfit in resource.misfits):
        return
    is_block = _is_block(paths(resource.type)[path])
    whole = is_block or any(isinstance(row.domain, MapOf) for row in rows) or not isinstance(value, list)
    for element in [value] if whole else value:
        for row in rows:
            if not row.domain.admits(element, resource, document):
                where = f"{row.where.words} " if row.where.words else ""
                yield Difference("wrong", path, f"{path} is {_shown(element)}; {where}it must be {row.domain.words}: {row.why}")
                break
    for inner in as_blocks(value) if is_block else ():
        yield from _block(resource, document, inner, f"{path}.")


def _inside(type: str, prefix: str) -> Iterator[tuple[Row, ...]]:
    """Return the rows of the attributes directly in a block."""
    parent = prefix.removesuffix(".")
    return (rows for rows in paths(type).values() if rows[0].parent == parent)


def _is_empty(value: Any, rows: tuple[Row, ...]) -> bool:
    """Whether Terraform ignores the value; a block without arguments is still a block."""
    return value in (None, "", []) or (isinstance(value, Mapping) and not value and not _is_block(rows))


def _is_block(rows: tuple[Row, ...]) -> bool:
    return any(isinstance(row.domain, Blocks) for row in rows)


def _shown(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}…"

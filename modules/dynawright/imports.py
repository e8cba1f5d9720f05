"""Existing resources that a stack takes over: `import` blocks written by `dynawright adopt`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import NamedTuple

from dynawright import project
from dynawright.errors import Place, Problem, UserError


class Import(NamedTuple):
    """An `import` block: a resource's address in Terraform, and its id in AWS."""

    to: str
    id: str


def file_of(system: str, environment: str) -> Path:
    """Return the file of a system's imports in an environment; delete it after the import."""
    return project.stacks_folder() / system / "imports" / f"{environment}.json"


def imports_of(system: str, environment: str) -> list[Import]:
    """Return the imports of a system's stack in an environment; empty without a file."""
    file = file_of(system, environment)
    try:
        content = json.loads(file.read_bytes())
    except FileNotFoundError:
        return []
    except (OSError, ValueError, RecursionError) as error:
        raise UserError([_broken(file, f"can't be read: {error}")]) from None
    blocks = content.get("import") if isinstance(content, dict) and set(content) == {"import"} else None
    if not isinstance(blocks, list) or not all(_is_block(block) for block in blocks):
        raise UserError([_broken(file, 'must be {"import": [{"to": "<address>", "id": "<id>"}, ...]}')])
    return [Import(block["to"], block["id"]) for block in blocks]


def _is_block(block: object) -> bool:
    return (
        isinstance(block, dict) and set(block) == {"to", "id"} and all(isinstance(text, str) and text for text in block.values())
    )


def _broken(file: Path, text: str) -> Problem:
    place = Place(file.relative_to(project.root()).as_posix() if file.is_relative_to(project.root()) else str(file))
    return Problem("DW306", text, place, fix="run `dynawright adopt` again, or remove the file once everything is imported")

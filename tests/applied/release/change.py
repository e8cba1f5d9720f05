"""Changes Terraform JSON like a release: each attribute by its row, in place."""

from __future__ import annotations

import json
import zipfile
from base64 import b64encode
from collections.abc import Callable, Iterator, Mapping
from copy import deepcopy
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

Json = Any
Change = Callable[[Json], Json]
META = ("//", "depends_on", "lifecycle", "provider", "tags")
MAPS = ("variables", "dimensions")
"""Blocks with keys of our own: one attribute each."""


@dataclass(frozen=True)
class Attribute:
    """`path` has `[]` where a list of blocks is: `rule[].lifecycle.delete_after`."""

    type: str
    path: str
    value: Json


def plus(amount: int) -> Change:
    """Add to a number, also to one that is written as text."""
    return lambda value: type(value)(int(value) + amount)


def ending(text: str) -> Change:
    return lambda value: f"{value}{text}"


def instead(values: Mapping[Any, Any]) -> Change:
    return lambda value: values[value]


def later(value: str) -> str:
    """Return a cron expression with another minute."""
    minutes, space, rest = value.removeprefix("cron(").partition(" ")
    return f"cron({int(minutes) + 7}{space}{rest}"


def flipped(value: bool) -> bool:
    return not value


def named(policy: str) -> str:
    """Change the id of a policy's first statement, which has no effect."""
    document = json.loads(policy)
    document["Statement"][0]["Sid"] = "Released"
    return json.dumps(document, separators=(",", ":"))


def with_member(path: tuple[str, ...], value: Json) -> Change:
    """Set a member of a JSON text."""

    def change(text: str) -> str:
        document = json.loads(text)
        place = document
        for name in path[:-1]:
            place = place[int(name)] if isinstance(place, list) else place.setdefault(name, {})
        place[path[-1]] = value
        return json.dumps(document)

    return change


def attributes(resources_by_type: Mapping[str, Mapping[str, Json]]) -> Iterator[Attribute]:
    """Return every attribute with a value of every resource, without references to other resources."""
    for type, resources in resources_by_type.items():
        for resource in resources.values():
            for path, value in _values("", resource):
                if path.partition(".")[0] not in META and not is_reference(value):
                    yield Attribute(type, path, value)


def is_reference(value: Json) -> bool:
    """Return whether a value only names other resources, and so changes with them."""
    if isinstance(value, list):
        return bool(value) and all(is_reference(member) for member in value)
    return isinstance(value, str) and value.startswith("${") and value.endswith("}")


def _values(path: str, value: Json) -> Iterator[tuple[str, Json]]:
    if isinstance(value, dict):
        for name, member in value.items():
            below = f"{path}.{name}" if path else name
            yield from [(below, member)] if name in MAPS else _values(below, member)
    elif isinstance(value, list) and value and isinstance(value[0], dict):
        for member in value:
            yield from _values(f"{path}[]", member)
    else:
        yield path, value


def changed(document: Json, changes: Mapping[str, Mapping[str, Change]]) -> Json:
    """Return the document with each attribute changed that has a row."""
    after = deepcopy(document)
    for type, resources in after.get("resource", {}).items():
        for resource in resources.values():
            _change("", resource, changes.get(type, {}))
    return after


def _change(path: str, value: Json, changes: Mapping[str, Change]) -> None:
    for name, member in list(value.items()):
        below = f"{path}.{name}" if path else name
        if isinstance(member, dict) and name not in MAPS:
            _change(below, member, changes)
        elif isinstance(member, list) and member and isinstance(member[0], dict):
            for block in member:
                _change(f"{below}[]", block, changes)
        elif below in changes and not is_reference(member):
            value[name] = changes[below](member)


def new_code(folder: Path, document: Json) -> None:
    """Add a file to each function's package."""
    for function in document.get("resource", {}).get("aws_lambda_function", {}).values():
        package = folder / function["filename"]
        released = package.with_stem(f"{package.stem}-released")
        released.write_bytes(package.read_bytes())
        with zipfile.ZipFile(released, "a") as archive:
            archive.writestr("released.txt", "code of a release")
        function["filename"] = str(released.relative_to(folder))
        function["source_code_hash"] = b64encode(sha256(released.read_bytes()).digest()).decode()

"""Convert values as Terraform does: `"7"` to a number, `"false"` to a boolean, 7 to a string.

Every Resource converts its values, so that no rule compares a text with a number.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?")
"""A number in Terraform's syntax: no spaces, no separators, no other bases."""
BOOLEANS = {"true": True, "1": True, "false": False, "0": False}
BY_HAND: Mapping[str, Mapping[str, Any]] = {
    "terraform_backend": {
        **dict.fromkeys(("bucket", "key", "region", "kms_key_id", "path", "profile", "role_arn"), "string"),
        **dict.fromkeys(("encrypt", "use_lockfile", "use_path_style", "insecure"), "bool"),
        "allowed_account_ids": ["string"],
    },
    "terraform": {"required_version": "string"},
    "required_provider": {"source": "string", "version": "string"},
}
"""Schemas of types that no provider describes."""
META = {"lifecycle": {"prevent_destroy": "bool", "create_before_destroy": "bool"}, "count": "number", "depends_on": ["string"]}


@dataclass(frozen=True)
class Misfit:
    """A value in a form that Terraform rejects."""

    path: str
    value: Any
    wanted: str


def as_read(type: str, values: Mapping[str, Any]) -> tuple[Mapping[str, Any], tuple[Misfit, ...]]:
    """Return the values of a resource of this type, each in its own kind, and those that don't fit.

    A list or a map where a single value belongs becomes a text that equals nothing.
    """
    misfits: list[Misfit] = []
    converted: Mapping[str, Any] = _block(values, _kinds(type), "", misfits)
    return converted, tuple(misfits)


def number(value: Any) -> float | None:
    """Return a number, also if it is written as text; None if it is unknown."""
    if isinstance(value, str) and NUMBER.fullmatch(value):
        value = float(value)
        return int(value) if value.is_integer() else value
    return value if isinstance(value, int | float) and not isinstance(value, bool) else None


def boolean(value: Any) -> bool | None:
    """Return a boolean, also if it is written as text; None for anything else."""
    return value if isinstance(value, bool) else BOOLEANS.get(value) if isinstance(value, str) else None


def text(value: Any) -> str | None:
    """Return a text, also if a number or a boolean is written; None for anything else."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int | float):
        return f"{value:.15g}"
    return value if isinstance(value, str) else None


READ: Mapping[str, Callable[[Any], Any]] = {"number": number, "bool": boolean, "string": text}
WORDS = {"number": "a number", "bool": "true or false", "string": "a text"}


@cache
def _kinds(type: str) -> Mapping[str, Any]:
    schema: Mapping[str, Any] = {**META, **_schema().get(type, {}), **BY_HAND.get(type, {})}
    return schema


@cache
def _schema() -> Mapping[str, Mapping[str, Any]]:
    kinds: Mapping[str, Mapping[str, Any]] = json.loads(Path(__file__).with_name("kinds.json").read_text(encoding="utf-8"))
    return kinds


def _block(block: Mapping[str, Any], kinds: Mapping[str, Any], prefix: str, misfits: list[Misfit]) -> dict[str, Any]:
    return {name: _attribute(value, kinds.get(name), f"{prefix}{name}", misfits) for name, value in block.items()}


def _attribute(value: Any, kind: Any, path: str, misfits: list[Misfit]) -> Any:
    if value is None or kind is None or (isinstance(value, str) and "${" in value):
        return value
    if isinstance(kind, Mapping):
        return _blocks(value, kind, path, misfits)
    if isinstance(kind, list):
        if isinstance(value, list):
            return [_attribute(part, kind[0], path, misfits) for part in value]
        misfits.append(Misfit(path, value, "a list"))
        return value
    read = READ[kind](value)
    if read is not None:
        return read
    misfits.append(Misfit(path, value, WORDS[kind]))
    return value if isinstance(value, str | int | float) else json.dumps(value, default=str)


def _blocks(value: Any, kinds: Mapping[str, Any], path: str, misfits: list[Misfit]) -> Any:
    """Return a block, several, or a map, with converted values."""
    each = kinds.get("*")
    if isinstance(value, Mapping):
        if each is None:
            return _block(value, kinds, f"{path}.", misfits)
        return {name: _attribute(item, each, path, misfits) for name, item in value.items()}
    if each is None and isinstance(value, list):
        return [_blocks(part, kinds, path, misfits) for part in value]
    misfits.append(Misfit(path, value, "a block" if each is None else "a map"))
    return value

"""Edits of every setting to another valid value: toggled, minimum, maximum, other, null."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal, get_args, get_origin

import yaml
from pydantic import BaseModel

from dynawright.gate.stack_mutants.values import STRANGER
from dynawright.settings import Environment

OF_PEOPLE = {"name", "project", "account_id", "systems", "approvals", "exceptions", "tags", "state", "provider", "region"}
"""Settings that are not tried."""
MANY = 1_000_000


@dataclass(frozen=True)
class SettingsEdit:
    """A setting with another value."""

    path: tuple[str, ...]
    how: str
    value: Any

    @property
    def kind(self) -> str:
        return f"settings: {'.'.join(part for part in self.path)}: {self.how}"

    def applied_to(self, text: str) -> str:
        """Return the environment's file with the value."""
        content = yaml.safe_load(text)
        block = content
        for name in self.path[:-1]:
            block[name] = block.get(name) or {}
            block = block[name]
        block[self.path[-1]] = self.value
        return yaml.safe_dump(content, sort_keys=False)


def settings_edits(environment: Environment, systems: Mapping[str, BaseModel]) -> Iterator[SettingsEdit]:
    """Yield each edit of the environment's own settings, and of those of single systems."""
    yield from _group(environment, ())
    for name, settings in systems.items():
        for field in settings.model_fields_set | set(type(settings).model_fields):
            if not hasattr(environment, field) and isinstance(group := getattr(settings, field), BaseModel):
                yield from _group(group, ("systems", name, field))
        own = environment.system_settings.get(name)
        for field in own.model_fields_set if own else ():
            if isinstance(group := getattr(settings, field), BaseModel) and hasattr(environment, field):
                yield from _group(group, ("systems", name, field))


def _group(group: BaseModel, path: tuple[str, ...]) -> Iterator[SettingsEdit]:
    for name, field in type(group).model_fields.items():
        if not path and name in OF_PEOPLE:
            continue
        value = getattr(group, name)
        if isinstance(value, BaseModel):
            yield from _group(value, (*path, name))
        else:
            for how, new in _values(value, field):
                yield SettingsEdit((*path, name), how, new)


def _values(value: Any, field: Any) -> Iterator[tuple[str, Any]]:
    if isinstance(value, bool):
        yield "turned", not value
    elif isinstance(value, int | float):
        yield from _numbers(value, field)
    elif isinstance(value, str):
        for choice in _choices(field.annotation):
            if choice != value:
                yield f"as {choice}", choice
        if any(len(part) == 12 and part.isdigit() for part in value.split(":")):
            yield "of a stranger", ":".join(STRANGER if len(part) == 12 and part.isdigit() else part for part in value.split(":"))
    elif isinstance(value, list | tuple) and value:
        yield "empty", []
    if field.is_required() is False and value not in (None, (), []) and type(None) in get_args(field.annotation):
        yield "nothing", None


def _numbers(value: float, field: Any) -> Iterator[tuple[str, Any]]:
    limits = {name: getattr(bound, name) for bound in field.metadata for name in ("ge", "le") if hasattr(bound, name)}
    least, most = limits.get("ge", 1), limits.get("le", MANY)
    if value > least:
        yield "least", least
    if value < most:
        yield "most", most
        yield "slightly more", min(most, value + max(1, value // 10))


def _choices(annotation: Any) -> Iterator[str]:
    if get_origin(annotation) is Literal:
        yield from (argument for argument in get_args(annotation) if isinstance(argument, str))
    else:
        for inner in get_args(annotation):
            yield from _choices(inner)

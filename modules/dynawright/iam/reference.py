"""The Service Authorization Reference for the services in use: actions, resource types, keys."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from dynawright.iam.global_keys import GLOBAL_KEYS

_FOLDER = Path(__file__).parent / "data"
_PLACEHOLDER = re.compile(r"\$\{[^}]+\}|\*")


@dataclass(frozen=True, kw_only=True)
class ResourceType:
    """A resource type: an ARN pattern and its condition keys."""

    name: str
    arn: str
    condition_keys: tuple[str, ...]

    def matches(self, arn: str) -> bool:
        """Return whether the ARN has this type's form.

        A wildcard can replace a name: DescribeAlarms requires `alarm:*`.
        """
        return bool(_template(self.arn).fullmatch(arn))


@dataclass(frozen=True, kw_only=True)
class ActionResource:
    """A resource type of an action, with its condition keys."""

    type: ResourceType
    required: bool
    condition_keys: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class Action:
    """An action of a service."""

    name: str
    level: str
    resources: tuple[ActionResource, ...]
    condition_keys: tuple[str, ...]
    dependents: tuple[str, ...]

    def resources_like(self, arn: str) -> tuple[ActionResource, ...]:
        """Return this action's resource types that match the ARN."""
        return tuple(resource for resource in self.resources if resource.type.matches(arn))

    def takes(self, arn: str) -> bool:
        """Return whether the action applies to the resource; `*` if it needs no resource."""
        if arn == "*":
            return not any(resource.required for resource in self.resources)
        return bool(self.resources_like(arn))

    def condition_key_type(self, key: str, arn: str) -> str | None:
        """Return the type of a condition key that this request can carry, or None (ignoring case)."""
        owner = service(self.name.partition(":")[0])
        own_types = owner.condition_keys if owner else {}
        templates = [*self.condition_keys]
        for resource in self.resources_like(arn):
            templates += [*resource.condition_keys, *resource.type.condition_keys]
        types = {**GLOBAL_KEYS, **{template: own_types[template] for template in templates}}
        return next((type for template, type in types.items() if _key_template(template).fullmatch(key.lower())), None)


@dataclass(frozen=True, kw_only=True)
class Service:
    """A service's actions (by name in lower case) and condition keys (key template → type)."""

    name: str
    actions: Mapping[str, Action]
    condition_keys: Mapping[str, str]


def service_names() -> list[str]:
    """Return the services with data."""
    return sorted(file.stem for file in _FOLDER.glob("*.json"))


@cache
def service(name: str) -> Service | None:
    """Return a service by its IAM prefix, or None."""
    if name not in service_names():
        return None
    data = json.loads((_FOLDER / f"{name}.json").read_text())
    types = {
        key: ResourceType(name=key, arn=entry["arn"], condition_keys=tuple(entry.get("condition_keys", ())))
        for key, entry in data["resource_types"].items()
    }
    actions = {key.lower(): _action(f"{name}:{key}", entry, types) for key, entry in data["actions"].items()}
    return Service(name=name, actions=actions, condition_keys=data["condition_keys"])


def action(name: str) -> Action | None:
    """Return an action such as `dynamodb:GetItem` (case-insensitive), or None."""
    prefix, _, own_name = name.lower().partition(":")
    owner = service(prefix)
    return owner.actions.get(own_name) if owner else None


@cache
def is_condition_key(key: str) -> bool:
    """Return whether any request can carry the key."""
    services = [service(name) for name in service_names()]
    templates = [*GLOBAL_KEYS, *(template for owner in services if owner for template in owner.condition_keys)]
    return any(_key_template(template).fullmatch(key.lower()) for template in templates)


def _key_template(template: str) -> re.Pattern[str]:
    return _template(template.lower())


@cache
def _template(template: str) -> re.Pattern[str]:
    """Return a regular expression for `table/${TableName}`; placeholders and `*` match any text."""
    literals = _PLACEHOLDER.split(template)
    return re.compile(".+".join(re.escape(literal) for literal in literals), re.DOTALL)


def _action(name: str, entry: Mapping[str, Any], types: Mapping[str, ResourceType]) -> Action:
    resources = tuple(
        ActionResource(
            type=types[key],
            required=resource.get("required", False),
            condition_keys=tuple(resource.get("condition_keys", ())),
        )
        for key, resource in entry.get("resources", {}).items()
    )
    return Action(
        name=name,
        level=entry["level"],
        resources=resources,
        condition_keys=tuple(entry.get("condition_keys", ())),
        dependents=tuple(entry.get("dependents", ())),
    )

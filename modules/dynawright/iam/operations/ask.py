"""A right that an API operation requires, as data, and its requests for a call."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from dynawright.iam import reference
from dynawright.iam.evaluator import ContextValue
from dynawright.iam.operations.call import Situation

_PLACEHOLDER = re.compile(r"\{(?:(?P<kind>\w+):)?(?P<path>[\w.\[\]-]*)(?:\|(?P<default>[^}]*))?\}")

_OF_THE_CALL = ("region", "account")
_REMOVALS = ("Untag", "Remove", "Delete")


@dataclass(frozen=True, kw_only=True)
class Asked:
    """An action on a resource, with the condition keys of this call."""

    action: str
    resource: str
    context: Mapping[str, ContextValue] = field(default_factory=dict)


class UntranslatableError(ValueError):
    """A call that no row covers, so its IAM requests are unknown."""


@dataclass(frozen=True)
class Ask:
    """An action, and the template of its resource.

    `{region}` and `{account}` are the call's, `{TableName}` is a parameter, `{kind:KeyId}` is looked up in the account's state,
    `{X|default}` has a default. If the first parameter is an ARN, it replaces the template before it; a later one, such as an
    object's key, is a name even if it looks like an ARN.
    The action is required only with the parameter `when`, and only without the parameter `unless`.
    """

    action: str
    resource: str = "*"
    when: str = ""
    unless: str = ""
    tags: str = ""
    """The parameter with the request's tags: aws:RequestTag and aws:TagKeys."""
    context: Mapping[str, str] = field(default_factory=dict)
    """Further condition keys with templates of values; a key whose template can't be filled is absent."""
    optional: bool = False
    """Whether to skip it if its template can't be filled, as for the key of an unencrypted resource."""
    source: str = ""
    """Its documentation, if that is not the service's page in the Service Authorization Reference."""

    def fill(self, situation: Situation) -> list[Asked]:
        """Return the requests of this call: none, one, or one per resource."""
        if (self.when and not any(situation.given(self.when))) or (self.unless and any(situation.given(self.unless))):
            return []
        resources = filled(self.resource, situation)
        if not resources and not self.optional:
            raise UntranslatableError(f"{situation.call} has no value for {self.resource}")
        return [
            Asked(action=self.action, resource=resource, context=self._context(situation))
            for resource in dict.fromkeys(resources)
        ]

    def _context(self, situation: Situation) -> dict[str, ContextValue]:
        context: dict[str, ContextValue] = {}
        for key, template in self.context.items():
            values = filled(template, situation)
            if values:
                context[key] = values if is_multivalued(self.action, key) else values[0]
        tags = request_tags(situation, self.tags)
        if self.action.partition(":")[2].startswith(_REMOVALS):  # requests that remove tags have no values
            tags = {key: value for key, value in tags.items() if key == "aws:TagKeys"}
        return context | tags


def request_tags(situation: Situation, path: str) -> dict[str, ContextValue]:
    """Return aws:RequestTag/… and aws:TagKeys for tags as a map, pairs, or keys."""
    tags: dict[str, str | None] = {}
    for given in situation.given(path) if path else ():
        if isinstance(given, Mapping):
            tags |= given
        else:
            for member in given:
                if isinstance(member, Mapping):
                    names = {name.lower(): value for name, value in member.items()}
                    tags[names.get("key") or names["tagkey"]] = names.get("value", names.get("tagvalue", ""))
                else:
                    tags[member] = None
    if not tags:
        return {}
    values: dict[str, ContextValue] = {f"aws:RequestTag/{key}": value for key, value in tags.items() if value is not None}
    return {**values, "aws:TagKeys": list(tags)}


def filled(template: str, situation: Situation) -> list[str]:
    """Return the template filled with each combination of values; empty if a placeholder has none."""
    texts = [""]
    position = 0
    first = True
    for match in _PLACEHOLDER.finditer(template):
        literal = template[position : match.start()]
        values = _values(match, situation)
        texts = [value if first and value.startswith("arn:") else f"{text}{literal}{value}" for text in texts for value in values]
        position = match.end()
        first = first and match["path"] in _OF_THE_CALL
    return [text + template[position:] for text in texts]


def _values(match: re.Match[str], situation: Situation) -> list[str]:
    kind, path, default = match.group("kind", "path", "default")
    if path == "region":
        return [situation.call.region]
    if path == "account":
        return [situation.account]
    given = [_text(value) for value in (situation.given(path) if path else [""])]
    if kind:
        names = [situation.state.find(kind, value, situation) for value in given]
        given = [value for value in names if value is not None]
    return given or ([] if default is None else [default])


def _text(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value)


def is_multivalued(action: str, key: str) -> bool:
    """Return whether the key is multivalued in the service data."""
    prefix, _, _ = action.partition(":")
    owner = reference.service(prefix)
    types = owner.condition_keys if owner else {}
    return any(
        type.startswith("ArrayOf") and template.split("${")[0].lower() == key[: len(template.split("${")[0])].lower()
        for template, type in types.items()
        if "${" in template or template.lower() == key.lower()
    )

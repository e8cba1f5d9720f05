"""IAM policy documents, taken apart into single grants, so that what one gains over another can be told.

A grant that is not covered by any old one is new access; a denial that no new one covers is access regained.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from dynawright.rules.blocks import as_blocks, as_mapping

Condition = frozenset[tuple[str, str, frozenset[str]]]
"""(operator, key, values); all of them must hold."""


@dataclass(frozen=True)
class Grant:
    """One action on one resource for one principal, under conditions; patterns as IAM takes them."""

    effect: str
    principal: str
    action: str
    resource: str
    condition: Condition

    def __str__(self) -> str:
        who = f" for {self.principal}" if self.principal else ""
        when = f" with conditions {self._digest}" if self.condition else ""
        return _plain(f"{self.action} on {self.resource or 'it'}{who}{when}")

    @property
    def detail(self) -> str:
        """The same with the conditions themselves, which a name tells by a digest: an approval is for these and no others."""
        found = [f"{operator} {key}: {', '.join(sorted(map(str, values)))}" for operator, key, values in _sorted(self.condition)]
        return str(self) + (f" ({_plain('; '.join(found))})" if found else "")

    @property
    def _digest(self) -> str:
        written = [[operator, key.lower(), sorted(map(str, values))] for operator, key, values in _sorted(self.condition)]
        return hashlib.sha256(json.dumps(written).encode()).hexdigest()[:8]

    def covers(self, other: Grant) -> bool:
        """Whether every request that `other` speaks of is one that this speaks of, too."""
        if OPPOSITES_MARK in self.action + self.resource + self.principal:
            return self == other
        return (
            _covers(self.principal, other.principal)
            and _covers(self.action.lower(), other.action.lower())
            and _covers(self.resource, other.resource)
            and _implied(self.condition, other.condition)
        )


OPPOSITES_MARK = "all but "


def grants(text: str) -> set[Grant]:
    """Raises ValueError for what is no policy document."""
    try:
        document = json.loads(text)
    except ValueError:
        raise ValueError(f"not JSON: {text[:60]!r}") from None
    if not isinstance(document, Mapping):
        raise ValueError(f"no policy document: {text[:60]!r}")
    return {grant for statement in as_blocks(document.get("Statement")) for grant in _of(statement)}


def widened(before: Iterable[Grant], after: Iterable[Grant]) -> list[Grant]:
    """What is allowed after and was not before, sorted; denials that are gone are among it."""
    before, after = set(before), set(after)
    allowed_before = [one for one in before if one.effect == "Allow"]
    denied_after = [one for one in after if one.effect == "Deny"]
    new = [one for one in after - before if one.effect == "Allow" and not any(old.covers(one) for old in allowed_before)]
    freed = [one for one in before - after if one.effect == "Deny" and not any(denied.covers(one) for denied in denied_after)]
    return sorted({*new, *freed}, key=lambda one: (one.effect, str(one)))


def _of(statement: Mapping[str, Any]) -> Iterator[Grant]:
    condition = frozenset(
        (operator, key, frozenset(_listed(values)))
        for operator, keys in as_mapping(statement.get("Condition")).items()
        for key, values in as_mapping(keys).items()
    )
    for principal in _principals(statement):
        for action in _patterns(statement, "Action"):
            for resource in _patterns(statement, "Resource"):
                yield Grant(statement.get("Effect", "Allow"), principal, action, resource, condition)


def _patterns(statement: Mapping[str, Any], name: str) -> list[str]:
    if f"Not{name}" in statement:
        return [OPPOSITES_MARK + ", ".join(sorted(_listed(statement[f"Not{name}"])))]
    return _listed(statement.get(name, "")) or [""]


def _principals(statement: Mapping[str, Any]) -> list[str]:
    if "NotPrincipal" in statement:
        return [OPPOSITES_MARK + json.dumps(statement["NotPrincipal"], sort_keys=True)]
    principal = statement.get("Principal", "")
    if not isinstance(principal, Mapping):
        return [str(one) for one in _listed(principal)]
    return [one if kind == "AWS" else f"{kind} {one}" for kind, names in principal.items() for one in _listed(names)]


def _listed(value: Any) -> list[Any]:
    """IAM writes a list of one as the thing itself."""
    values = value if isinstance(value, list) else [value]
    return [str(one).lower() if isinstance(one, bool) else one for one in values]


def _plain(text: str) -> str:
    """The environment's file takes no `${`."""
    return text.replace("${", "<").replace("}", ">")


def _sorted(condition: Condition) -> list[tuple[str, str, frozenset[str]]]:
    return sorted(condition, key=lambda one: (one[0], one[1].lower(), sorted(map(str, one[2]))))


def _implied(old: Condition, new: Condition) -> bool:
    """Whether `new` demands at least what `old` demands."""
    return all(any(_as_strict(one, other) for other in new) for one in old)


def _as_strict(old: tuple[str, str, frozenset[str]], new: tuple[str, str, frozenset[str]]) -> bool:
    (operator, key, values), (new_operator, new_key, new_values) = old, new
    if (operator, key.lower()) != (new_operator, new_key.lower()):
        return False
    if "Not" in operator:
        return new_values >= values
    if "Like" in operator:
        return all(any(_covers(value, one) for value in values) for one in new_values)
    return new_values <= values


def _covers(pattern: str, text: str) -> bool:
    return pattern == text or _regex(pattern).fullmatch(text) is not None


@cache
def _regex(pattern: str) -> re.Pattern[str]:
    """`text` may hold wildcards itself: `?` must not swallow its `*`."""
    parts = {"*": ".*", "?": "[^*]"}
    return re.compile("".join(parts.get(character) or re.escape(character) for character in pattern), re.DOTALL)

"""IAM policy documents as single grants, so that additions show.

A grant that no old grant covers is new access; a denial that no new denial covers is access regained.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

from dynawright.rules.blocks import as_blocks, as_mapping

Condition = frozenset[tuple[str, str, frozenset[str]]]
"""(operator, key, values); all of them must be met."""


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
        return plain(f"{self.action} on {self.resource or 'it'}{who}{when}")

    @property
    def detail(self) -> str:
        """The grant with a digest of its conditions, so that an approval covers exactly these."""
        parts = [f"{operator} {key}: {', '.join(sorted(map(str, values)))}" for operator, key, values in _sorted(self.condition)]
        return str(self) + (f" ({plain('; '.join(parts))})" if parts else "")

    @property
    def _digest(self) -> str:
        written = [[operator, key.lower(), sorted(map(str, values))] for operator, key, values in _sorted(self.condition)]
        return hashlib.sha256(json.dumps(written).encode()).hexdigest()[:8]

    def covers(self, other: Grant) -> bool:
        """Whether every request that `other` matches is matched by this one, too."""
        if OPPOSITES_MARK in self.principal + other.principal and self.principal != other.principal:
            return False
        return (
            _covers(self.principal, other.principal)
            and _covers(self.action.lower(), other.action.lower())
            and _covers(self.resource, other.resource)
            and _implied(self.condition, other.condition)
        )


OPPOSITES_MARK = "all but "
_ACCOUNT = re.compile(r"\d{12}")


def grants(text: str) -> set[Grant]:
    """Return the grants of a policy; raise ValueError if it is not a policy document."""
    return set(_grants(text))


@lru_cache(maxsize=2048)  # each policy of a plan is read several times
def _grants(text: str) -> frozenset[Grant]:
    try:
        document = json.loads(text)
    except ValueError:
        raise ValueError(f"not JSON: {text[:60]!r}") from None
    if not isinstance(document, Mapping):
        raise ValueError(f"no policy document: {text[:60]!r}")
    is_literal = document.get("Version") != "2012-10-17"
    return frozenset(
        grant
        for statement in as_blocks(document.get("Statement"))
        for grant in _of(_literal(statement) if is_literal else statement)
    )


def widened(before: Iterable[Grant], after: Iterable[Grant]) -> list[Grant]:
    """Return what is newly allowed, sorted, including denials that are gone."""
    before, after = set(before), set(after)
    allowed_before = [grant for grant in before if grant.effect == "Allow"]
    denied_after = [grant for grant in after if grant.effect == "Deny"]
    new = [grant for grant in after - before if grant.effect == "Allow" and not any(old.covers(grant) for old in allowed_before)]
    freed = [
        grant for grant in before - after if grant.effect == "Deny" and not any(denied.covers(grant) for denied in denied_after)
    ]
    return sorted({*new, *freed}, key=lambda finding: (finding.effect, str(finding)))


def _literal(value: Any) -> Any:
    """Return a value with `${aws:username}` escaped: in older policy versions it is plain text."""
    if isinstance(value, Mapping):
        return {name: _literal(element) for name, element in value.items()}
    if isinstance(value, list):
        return [_literal(part) for part in value]
    return value.replace("${", "literally ${") if isinstance(value, str) else value


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
        return [str(account) for account in _listed(principal)]
    return [_account(name) if kind == "AWS" else f"{kind} {name}" for kind, names in principal.items() for name in _listed(names)]


def _account(principal: Any) -> Any:
    """Return the ARN of an account's root for the account's id: they mean the same."""
    return f"arn:aws:iam::{principal}:root" if isinstance(principal, str) and _ACCOUNT.fullmatch(principal) else principal


def _listed(value: Any) -> list[Any]:
    """Return a list; IAM writes a list of one element as that element."""
    values = value if isinstance(value, list) else [value]
    return [str(element).lower() if isinstance(element, bool) else element for element in values]


def plain(text: str) -> str:
    """Return a text without `${`, which the environment's file doesn't allow."""
    return text.replace("${", "<").replace("}", ">")


def _sorted(condition: Condition) -> list[tuple[str, str, frozenset[str]]]:
    return sorted(condition, key=lambda item: (item[0], item[1].lower(), sorted(map(str, item[2]))))


def _implied(old: Condition, new: Condition) -> bool:
    """Whether `new` requires at least what `old` requires."""
    return all(any(_as_strict(old_value, other) for other in new) for old_value in old)


def _as_strict(old: tuple[str, str, frozenset[str]], new: tuple[str, str, frozenset[str]]) -> bool:
    (operator, key, values), (new_operator, new_key, new_values) = (
        (_operator(condition[0], condition[2]), *condition[1:]) for condition in (old, new)
    )
    if key.lower() != new_key.lower() or operator not in (new_operator, new_operator.replace("StringEquals", "StringLike")):
        return False
    if "Not" in operator:
        return new_values >= values
    if "Like" in operator:
        return all(any(_covers(value, new_value) for value in values) for new_value in new_values)
    return new_values <= values


def _operator(name: str, values: frozenset[str]) -> str:
    """Return one operator for those of equal meaning: ARNs compare as patterns, plain text doesn't."""
    name = name.replace("ArnEquals", "ArnLike").replace("ArnNotEquals", "ArnNotLike")
    has_wildcard = any("*" in str(value) or "?" in str(value) for value in values)
    return name if has_wildcard else name.replace("StringLike", "StringEquals").replace("StringNotLike", "StringNotEquals")


def _covers(pattern: str, text: str) -> bool:
    if pattern == text:
        return True
    if OPPOSITES_MARK in pattern:
        return _leaves_out_less(pattern, text)
    return OPPOSITES_MARK not in text and _regex(pattern).fullmatch(text) is not None


def _leaves_out_less(pattern: str, text: str) -> bool:
    """Whether `all but <pattern>` covers `text`, which may be `all but …` itself."""
    left_out = set(pattern.removeprefix(OPPOSITES_MARK).split(", "))
    if OPPOSITES_MARK in text:
        return left_out <= set(text.removeprefix(OPPOSITES_MARK).split(", "))
    return not any(_overlap(item, text) for item in left_out)


def _overlap(pattern: str, other: str) -> bool:
    """Whether two patterns may overlap; decided by the text before their first wildcards only."""
    ends = [re.split(r"[*?]", text)[0] for text in (pattern, other)]
    return ends[0].startswith(ends[1]) or ends[1].startswith(ends[0])


@cache
def _regex(pattern: str) -> re.Pattern[str]:
    """Return a pattern's regex; `text` may have wildcards itself: `?` must not match its `*`."""
    parts = {"*": ".*", "?": "[^*]"}
    return re.compile("".join(parts.get(character) or re.escape(character) for character in pattern), re.DOTALL)

"""IAM policy documents: statements merged without adding rights, sorted, and split at IAM's limit."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from dynawright.errors import Problem, UserError

_text = json.JSONEncoder(separators=(",", ":")).encode
REFERENCE = re.compile(r"TfToken\[[^\]]*\]")
REFUSED = re.compile(r"[^\t\n\r -\u00ff]")  # IAM's rule for any policy
MANAGED_POLICY_LIMIT = 6144  # characters without white space


@dataclass(frozen=True)
class Statement:
    """An IAM statement, Allow by default; `condition` maps operator → key → values."""

    actions: tuple[str, ...]
    resources: tuple[str, ...]
    condition: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    effect: str = "Allow"
    principal: Mapping[str, Any] | str | None = None

    def json(self) -> dict[str, Any]:
        statement: dict[str, Any] = {"Effect": self.effect}
        if self.principal is not None:
            statement["Principal"] = self.principal
        statement["Action"] = _one_or_many(self.actions)
        if self.resources:  # a trust policy has none
            statement["Resource"] = _one_or_many(self.resources)
        if self.condition:
            statement["Condition"] = self.condition
        return statement

    @property
    def circumstances(self) -> str:
        """Return everything except actions and resources: statements that differ here can't be merged."""
        return json.dumps([self.effect, self.principal, self.condition], sort_keys=True)


def admitting(role_arn: str, statement: Statement, account_id: str) -> Statement:
    """Return the statement of a resource's policy that admits one role.

    A condition names a role of another account. A principal that is deleted becomes an id, and AWS then refuses every later change of
    the policy.
    """
    parts = role_arn.split(":")
    if len(parts) < 6 or parts[4] == account_id:  # a reference is always to a role of the same stack
        return replace(statement, principal={"AWS": role_arn})
    condition = {**statement.condition, "ArnEquals": {**statement.condition.get("ArnEquals", {}), "aws:PrincipalArn": role_arn}}
    return replace(statement, principal={"AWS": f"arn:aws:iam::{parts[4]}:root"}, condition=condition)


def document(statements: Iterable[Statement]) -> str:
    """Return the JSON of a policy."""
    body = {"Version": "2012-10-17", "Statement": [statement.json() for statement in statements]}
    for text in _texts(body):
        if wrong := REFUSED.search(text):
            allowed = "characters from U+0020 to U+00FF only"
            raise UserError(
                [Problem("DW343", f"a policy must have {allowed}, got '{wrong[0]}' in '{text}'", value=text, allowed=allowed)]
            )
    return _text(body)


def _texts(value: Any) -> Iterator[str]:
    """Yield all keys and values of a document."""
    if isinstance(value, Mapping):
        for key, inner in value.items():
            yield from (key, *_texts(inner))
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from _texts(inner)
    elif isinstance(value, str):
        yield value


def merged(statements: Iterable[Statement]) -> list[Statement]:
    """Merge statements into equivalent ones without duplicates: by actions, then by resources."""
    originals: dict[str, Statement] = {}
    actions_on: dict[tuple[str, str], set[str]] = {}
    for statement in statements:
        originals.setdefault(statement.circumstances, statement)
        for resource in statement.resources:
            actions_on.setdefault((statement.circumstances, resource), set()).update(statement.actions)
    resources_of: dict[tuple[str, tuple[str, ...]], list[str]] = {}
    for (circumstances, resource), actions in actions_on.items():
        resources_of.setdefault((circumstances, tuple(sorted(actions))), []).append(resource)
    joined = [
        replace(originals[circumstances], actions=actions, resources=tuple(sorted(resources, key=_without_references)))
        for (circumstances, actions), resources in resources_of.items()
    ]
    return sorted(joined, key=_place)


def _place(statement: Statement) -> tuple[tuple[str, ...], list[str], str]:
    resources = [_without_references(resource) for resource in statement.resources]
    return statement.actions, resources, _without_references(statement.circumstances)


def _without_references(text: str) -> str:
    """Return a sort key without references, whose text contains a number that differs between runs."""
    return REFERENCE.sub("", text)


def split(
    statements: Sequence[Statement], literals: Mapping[str, str], limit: int = MANAGED_POLICY_LIMIT
) -> list[list[Statement]]:
    """Return groups of statements whose documents fit the limit, measured with the values of tokens."""
    groups: list[list[Statement]] = []
    alone = len(document([]))
    taken = 0
    for statement in (part for whole in statements for part in _parts(whole, literals, limit - alone)):
        length = _length(statement, literals)
        if groups and taken + len(",") + length <= limit:
            groups[-1].append(statement)
            taken += len(",") + length
        elif alone + length <= limit:
            groups.append([statement])
            taken = alone + length
        else:
            text = f"a statement must have at most {limit} characters: {document([statement])[:80]}..."
            raise UserError([Problem("DW341", text, value=len(document([statement])), allowed=f"at most {limit}")])
    return groups


def _parts(statement: Statement, literals: Mapping[str, str], limit: int) -> Iterator[Statement]:
    """Yield the statement, split by resources if it is longer than the limit."""
    if len(statement.resources) < 2 or _length(statement, literals) <= limit:
        yield statement
        return
    middle = len(statement.resources) // 2
    for resources in (statement.resources[:middle], statement.resources[middle:]):
        yield from _parts(replace(statement, resources=resources), literals, limit)


def _length(statement: Statement, literals: Mapping[str, str]) -> int:
    text = _text(statement.json())
    for token, literal in literals.items():
        text = text.replace(token, literal)
    return len(text)


def _one_or_many(values: tuple[str, ...]) -> str | list[str]:
    return values[0] if len(values) == 1 else list(values)

"""Wildcards (`*`, `?`) and variables (`${aws:PrincipalTag/team, 'none'}`) in policies.

Sources: IAM User Guide, "IAM policy elements: Variables and tags", "IAM JSON policy elements: Resource" and "… Condition operators".
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

from dynawright.iam.evaluator.arns import PARTS

Lookup = Callable[[str], str | None]
"""Returns the value of the condition key that a variable names."""
_TOKEN = re.compile(r"\$\{(?P<special>[*?$])\}|\$\{(?P<key>[^},]+)(?:,\s*'(?P<default>[^']*)')?\}|(?P<wildcard>[*?])")


@dataclass(frozen=True)
class Variable:
    """A variable with its default value."""

    key: str
    default: str | None


@dataclass(frozen=True)
class Wildcard:
    """`*` or `?`."""

    character: str


Token = str | Wildcard | Variable


@dataclass(frozen=True)
class Pattern:
    """A text of a policy, split into plain text, wildcards and variables."""

    tokens: tuple[Token, ...]

    def text(self, lookup: Lookup) -> str | None:
        """Return the text with wildcards as plain characters; None if a variable has no value."""
        resolved = self._resolved(lookup)
        if resolved is None:
            return None
        return "".join(token.character if isinstance(token, Wildcard) else token for token in resolved)

    def matches(self, value: str, lookup: Lookup) -> bool:
        """Compare with wildcards. False if a variable has no value."""
        return self._matches(value, lookup, parts=1)

    def matches_resource(self, arn: str, lookup: Lookup) -> bool:
        """Match a Resource element: wildcards stay within their ARN part, except in the last one."""
        return self._matches(arn, lookup, parts=PARTS)

    def matches_arn(self, arn: str, lookup: Lookup) -> bool:
        """Compare as ArnLike does: like a Resource element, with all six parts present."""
        text = self.text(lookup)
        return text is not None and text.count(":") >= PARTS - 1 and self.matches_resource(arn, lookup)

    def _matches(self, value: str, lookup: Lookup, *, parts: int) -> bool:
        resolved = self._resolved(lookup)
        return resolved is not None and bool(_expression(resolved, parts).fullmatch(value))

    def _resolved(self, lookup: Lookup) -> tuple[str | Wildcard, ...] | None:
        resolved: list[str | Wildcard] = []
        for token in self.tokens:
            value = _value(token, lookup) if isinstance(token, Variable) else token
            if value is None:
                return None
            resolved.append(value)
        return tuple(resolved)


@cache
def pattern(text: str, *, variables: bool) -> Pattern:
    """Parse a text of a policy.

    `variables` exist since version 2012-10-17; before, they are plain text.
    """
    tokens: list[Token] = []
    position = 0
    for match in _TOKEN.finditer(text):
        special, key, default, wildcard = match.group("special", "key", "default", "wildcard")
        if wildcard:
            token: Token = Wildcard(wildcard)
        elif not variables:
            continue
        else:
            token = special or Variable(key.strip(), default)
        tokens += [text[position : match.start()], token]
        position = match.end()
    return Pattern((*tokens, text[position:]))


@cache
def action_pattern(text: str) -> re.Pattern[str]:
    """Parse an action, ignoring case."""
    plain = pattern(text.lower(), variables=False).tokens
    return _expression(tuple(token for token in plain if not isinstance(token, Variable)), 1)


def _value(variable: Variable, lookup: Lookup) -> str | None:
    value = lookup(variable.key)
    return variable.default if value is None else value


@cache
def _expression(tokens: tuple[str | Wildcard, ...], parts: int) -> re.Pattern[str]:
    """Return a regular expression whose wildcards stay within a part, except in the last of `parts`."""
    written = "".join(token.character if isinstance(token, Wildcard) else token for token in tokens)
    last = min(written.count(":") + 1, parts)
    part, pieces = 1, []
    for token in tokens:
        if isinstance(token, Wildcard):
            character = "." if part >= last else "[^:]"
            pieces.append(character + ("*" if token.character == "*" else ""))
        else:
            pieces.append(re.escape(token))
            part += token.count(":")
    return re.compile("".join(pieces), re.DOTALL)

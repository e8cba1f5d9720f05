"""Characters of session tags, and keys that a tenant's tag can form."""

from __future__ import annotations

import re
import unicodedata
from functools import cache

from dynawright.model.template import Template

SIGNS = "_.:/=+-@"
_PLACE = re.compile(r"\{[^{}]*\}")
_ANY, _TAG = "any", "tag"


def holds(character: str) -> bool:
    """Return whether a session tag can contain the character (STS API reference, Tag)."""
    return character in SIGNS or unicodedata.category(character)[0] in "LZN"


def separators(template: Template) -> list[str]:
    """Return the characters of a template before and after its one placeholder."""
    before, after = _PLACE.split(template.text, maxsplit=1)
    return [*before[-1:], *after[:1]]


def can_be(other: Template, tenant: Template) -> bool:
    """Return whether a key of another template can equal the tenant's key for some tag."""
    if _PLACE.sub("{}", other.text) == _PLACE.sub("{}", tenant.text):
        return False  # the tenant's own template with another placeholder name
    left, right = _symbols(other, _ANY), _symbols(tenant, _TAG)

    @cache
    def meet(at: int, to: int) -> bool:
        """Return whether both remainders can be equal; a placeholder takes one or more characters."""
        if at == len(left) or to == len(right):
            return at == len(left) and to == len(right)
        if not _fit(left[at], right[to]):
            return False
        steps = [(at + 1, to + 1)]
        steps += [(at, to + 1)] if len(left[at]) > 1 else []
        steps += [(at + 1, to)] if len(right[to]) > 1 else []
        return any(meet(*step) for step in steps)

    return meet(0, 0)


def _symbols(template: Template, place: str) -> tuple[str, ...]:
    """Return the characters of a template, with one symbol for each placeholder."""
    symbols: list[str] = []
    end = 0
    for found in _PLACE.finditer(template.text):
        symbols += [*template.text[end : found.start()], place]
        end = found.end()
    return (*symbols, *template.text[end:])


def _fit(left: str, right: str) -> bool:
    if left == _ANY:
        return True
    return holds(left) if right == _TAG else left == right

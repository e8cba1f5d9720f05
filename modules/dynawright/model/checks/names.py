"""Sentences that several checks share."""

from collections.abc import Iterable

from dynawright.errors import did_you_mean


def nearest(wrong: str, right: Iterable[str]) -> str:
    """`; did you mean 'x'?`, or what there is."""
    names = list(right)
    there_is = f"there is {', '.join(repr(name) for name in names)}" if names else "there is none"
    return f"; {did_you_mean(wrong, names) or there_is}"

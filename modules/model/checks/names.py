"""Sentences that several checks share."""

import difflib
from collections.abc import Iterable


def nearest(wrong: str, right: Iterable[str]) -> str:
    """`; did you mean 'x'?`, or what there is."""
    names = list(right)
    near = difflib.get_close_matches(wrong, names, 1)
    if near:
        return f"; did you mean '{near[0]}'?"
    return f"; there is {', '.join(repr(name) for name in names)}" if names else "; there is none"

"""Problems that several checks share."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from dynawright.errors import Problem
from dynawright.model.declaration import Declaration
from dynawright.model.limits import MAX_NAME_BYTES


def same_names(declared: Iterable[tuple[str, Declaration]], *, fix: str = "give each a name of its own") -> Iterator[Problem]:
    """Return a problem for each declaration that reuses an earlier one's name."""
    first: dict[str, Declaration] = {}
    for name, declaration in declared:
        if name in first:
            taken_by = first[name].place
            yield Problem("DW203", f"the name is taken by {taken_by.file}:{taken_by.line}", declaration.place, name, fix=fix)
        first.setdefault(name, declaration)


def repeated(code: str, what: str, values: Iterable[str]) -> Iterator[Problem]:
    """Return a problem for each value that occurs more than once in a list."""
    for value, times in Counter(values).items():
        if times > 1:
            yield Problem(code, f"{what} '{value}' is listed {times} times", value=value, fix="list it once")


def attribute_name_problems(what: str, name: str) -> Iterator[Problem]:
    """Return what is wrong with the name of a key, a TTL attribute or an attribute that an index includes."""
    length = len(name.encode())
    if "." in name:
        inner = name.rsplit(".", 1)[1]
        yield Problem(
            "DW206", f"{what} '{name}' is inside another attribute", value=name, fix=f"store {inner} at the top of the item"
        )
    elif not 1 <= length <= MAX_NAME_BYTES:
        text = f"{what} must have a name of 1 to {MAX_NAME_BYTES} bytes, got {length}"
        yield Problem("DW202", text, value=name, allowed=f"1 to {MAX_NAME_BYTES} bytes")

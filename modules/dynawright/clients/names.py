"""Names of classes, parameters and constants from names in the model."""

from __future__ import annotations

import builtins
import re
from keyword import iskeyword

_PARTS = re.compile(r"[A-Za-z0-9]+")
LONGEST = 48  # lines with one or two names must fit
TAKEN_PARAMETERS = ("self", "_patterns")


def class_name(name: str) -> str:
    """Return `DailySales` for DAILY_SALES, or '' if the name has no ASCII letters or digits."""
    parts = _PARTS.findall(name)
    joined = "".join(part.capitalize() if part.isupper() else part[0].upper() + part[1:] for part in parts)
    return _usable((f"_{joined}" if joined[:1].isdigit() else joined)[:LONGEST])


def parameter_name(name: str) -> str:
    """Return the attribute's own name if Python allows it, else a similar one."""
    ascii_only = re.sub(r"[^A-Za-z0-9_]", "_", name)
    if ascii_only.startswith("__"):  # Python mangles such names in classes
        ascii_only = f"_{ascii_only.lstrip('_')}"
    return _usable(f"_{ascii_only}" if ascii_only[:1].isdigit() else ascii_only)


def constant_name(kind: str, name: str) -> str:
    """Return `ENTITY_ORDER`; the prefix distinguishes it from ids of patterns."""
    return f"{kind}_{'_'.join(_PARTS.findall(name)).upper()}"


def module_name(name: str) -> str:
    return "_".join(_PARTS.findall(name)).lower()


def is_field(name: str, types: set[str]) -> bool:
    """Return whether a class with annotations of these types can have a field of this name."""
    usable = name.isascii() and name.isidentifier() and not iskeyword(name) and not name.startswith("__")
    return usable and not hasattr(builtins, name) and name not in types


class Unique:
    """Issues unique names: a duplicate gets a number."""

    def __init__(self) -> None:
        self.names: dict[str, str] = {}

    def name(self, wanted: str, otherwise: str) -> str:
        """Return `wanted`; if it is taken, `otherwise`, with a number if needed."""
        name, number = wanted, 1
        while not name or name in self.names:
            name = otherwise if number == 1 else f"{otherwise}{number}"
            number += 1
        self.names[name] = name
        return name


def _usable(name: str) -> str:
    return f"{name}_" if iskeyword(name) or name in TAKEN_PARAMETERS else name

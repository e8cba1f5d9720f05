"""Python code in ruff's format: on one line if it fits, else one element per line.

Only this module turns text into code.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

WIDTH = 130
INDENT = "    "
_TEXTS = re.compile(r'"""(?:\\.|[^"\\])*"""|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'')


@dataclass(frozen=True)
class Group:
    """A call, a subscript or a display: `before` and its bracket, the elements, the closing bracket."""

    before: str
    elements: tuple[tuple[str, Code], ...]
    """Each with its prefix, such as `name=`."""
    after: str
    lone_comma: bool = False
    """Whether a comma is required, as in a tuple of one element."""


Code = str | Group


def flat(code: Code) -> str:
    """Return the code on one line."""
    if isinstance(code, str):
        return code
    comma = "," if code.lone_comma and len(code.elements) == 1 else ""
    return f"{code.before}{', '.join(name + flat(element) for name, element in code.elements)}{comma}{code.after}"


def laid_out(before: str, code: Code, after: str = "", *, indent: int = 0) -> list[str]:
    """Return the lines of code between `before` and `after`."""
    margin = INDENT * indent
    line = f"{margin}{before}{flat(code)}{after}"
    if len(line) <= WIDTH or isinstance(code, str) or not code.elements:
        return [line]
    inner = [text for name, element in code.elements for text in laid_out(name, element, ",", indent=indent + 1)]
    return [f"{margin}{before}{code.before}", *inner, f"{margin}{code.after}{after}"]


def call(function: str, *arguments: Code, **named: Code) -> Group:
    elements = [*(("", argument) for argument in arguments), *((f"{name}=", argument) for name, argument in named.items())]
    return Group(f"{function}(", tuple(elements), ")")


def subscript(name: str, *arguments: Code) -> Group:
    return Group(f"{name}[", tuple(("", argument) for argument in arguments), "]")


def mapping(elements: Mapping[str, Code]) -> Group:
    """Return a display of a dict whose keys are texts."""
    return Group("{", tuple((f"{quoted(name)}: ", element) for name, element in elements.items()), "}")


def sequence(elements: Sequence[Code]) -> Group:
    """Return a display of a tuple."""
    return Group("(", tuple(("", element) for element in elements), ")", lone_comma=True)


def literal(value: Any) -> Code:
    """Return the code of a value: text, numbers, bytes, tuples and maps of them."""
    match value:
        case str():
            return quoted(value)
        case Mapping():
            return mapping({name: literal(inner) for name, inner in value.items()})
        case tuple() | list():
            return sequence([literal(inner) for inner in value])
        case Decimal():
            return call("Decimal", quoted(str(value)))
        case bytes():
            return call("bytes.fromhex", quoted(value.hex()))
    return repr(value)


def quoted(text: str) -> str:
    """Return the text as a Python literal, with ruff's preferred quotes."""
    quote = "'" if text.count('"') > text.count("'") else '"'
    escaped = "".join(_escaped(letter, quote) for letter in text)
    code = f"{quote}{escaped}{quote}"
    if ast.literal_eval(code) != text:  # text of the model must not become code
        raise AssertionError(f"{text!r} is not quoted safely")
    return code


def docstring(text: str) -> str:
    """Return the text as a docstring of one line that starts with a capital and ends with a full stop."""
    return f'"""{_sentence(text)}"""'


def docstring_lines(text: str, more: Sequence[str], *, indent: int) -> list[str]:
    """Return the lines of a docstring; those after the first say `more`."""
    margin = INDENT * indent
    if not more:
        return [f"{margin}{docstring(text)}"]
    return [f'{margin}"""{_sentence(text)}', "", *(f"{margin}{_sentence(one)}" for one in more), f'{margin}"""']


def _sentence(text: str) -> str:
    words = " ".join(text.encode(errors="replace").decode().split()).replace('"', "'")  # no lone surrogates
    safe = "".join(_escaped(letter, '"') for letter in words) or "."
    return f"{safe[:1].upper()}{safe[1:]}{'' if safe.endswith(('.', '?', '!')) else '.'}"


def _escaped(letter: str, quote: str) -> str:
    if letter in (quote, "\\"):
        return f"\\{letter}"
    return letter if letter.isprintable() else repr(letter)[1:-1]


Imports = Sequence[Mapping[str, Sequence[str]]]
"""Names by module, in groups; a module without names is imported whole."""


def imports(body: str, groups: Imports, *, typing_only: Imports = (), types: Sequence[str] = ()) -> list[str]:
    """Return the import lines that the body needs, with blank lines between groups.

    Imports for type checkers only, and definitions of `types`, go into a block that Python skips: importing typing takes 8 ms.
    """
    lines = ["from __future__ import annotations", *_needed(body, groups)]
    typed = _needed("\n".join([body, *types]), typing_only)
    block = [*typed[1:], *(["", *types] if types else [])]
    if not block:
        return lines
    return [*lines, "", "TYPE_CHECKING = False", "if TYPE_CHECKING:", *(line and f"{INDENT}{line}" for line in block)]


def _needed(body: str, groups: Imports) -> list[str]:
    """Return the imports of names in the body's code, with a blank line before each group."""
    body, lines = _TEXTS.sub("", body), []
    for group in groups:
        needed: list[str] = []
        for module, names in group.items():
            used = [name for name in names if re.search(rf"\b{re.escape(name.split()[-1])}\b", body)]
            if used:
                needed += laid_out(f"from {module} import ", ", ".join(used))
            elif not names and f"{module}." in body:
                needed.append(f"import {module}")
        lines += ["", *needed] if needed else []
    return lines

"""docs/model.md and docs/constructs.md: each public class and function with its arguments."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterable, Iterator
from enum import Enum
from importlib import import_module
from typing import Any

from dynawright import project

DOCS = project.root() / "docs"
MODEL = """# Model

After this page you know every class of a `model.py`, with its arguments. `dynawright docs` writes it from the code. Do not edit.
[The tutorial](start/tutorial.md) builds a model step by step.
"""
CONSTRUCTS = """# Constructs

After this page you know what a `stack.py` can build. `dynawright docs` writes it from the code. Do not edit.
Constructs also work in any other `TerraformStack`: [single constructs](a-la-carte.md).
"""
GROUPS = {
    "Contents": (
        "System",
        "TableModel",
        "Key",
        "Index",
        "LocalIndex",
        "Entity",
        "Chunks",
        "Stream",
        "MessageMarkers",
        "OtherNames",
    ),
    "Who uses it": ("Consumer",),
    "Access patterns": (
        "Get",
        "Query",
        "Scan",
        "BatchGet",
        "Put",
        "Update",
        "Delete",
        "BatchWrite",
        "TransactGet",
        "TransactWrite",
    ),
    "Parts of transactions": ("GetItem", "PutItem", "UpdateItem", "DeleteItem", "ConditionCheck"),
    "Conditions on sort keys": ("begins_with", "between", "at_least", "at_most", "greater_than", "less_than"),
    "Projections": ("ALL", "KEYS_ONLY", "include"),
}
"""The model's classes by subject; others come last."""
HIDDEN = {"self"}


def model_page() -> str:
    """Return docs/model.md."""
    package = import_module("dynawright.model")
    listed = {name for names in GROUPS.values() for name in names}
    groups = {**GROUPS, "Besides": tuple(name for name in package.__all__ if name not in listed)}
    parts = [MODEL]
    for title, names in groups.items():
        parts += [f"## {title}", *(part for name in names for part in _section(name, getattr(package, name), HIDDEN))]
    return "\n\n".join(part.strip("\n") for part in parts) + "\n"


def constructs_page() -> str:
    """Return docs/constructs.md."""
    package = import_module("dynawright.constructs")
    sections = [
        part for name in package.__all__ for part in _section(name, getattr(package, name), {*HIDDEN, "scope", "id"}, level="##")
    ]
    return "\n\n".join([CONSTRUCTS.strip("\n"), *sections]) + "\n"


def _section(name: str, member: Any, hidden: Iterable[str], level: str = "###") -> Iterator[str]:
    yield f"{level} {name}"
    if not (inspect.isclass(member) or inspect.isfunction(member)):
        yield f"`{member!r}`"
        return
    yield from _text(inspect.getdoc(member) or "")
    if inspect.isclass(member) and issubclass(member, Enum):
        yield "\n".join(f"- `{name}.{value.name}`" for value in member)
    if signature := _signature(name, member, hidden):
        yield f"```text\n{signature}\n```"


def _text(doc: str) -> Iterator[str]:
    """Yield the docstring, unless dataclasses generated it from the signature."""
    if doc and not re.match(r"^\w+\(.*\)( -> .*)?$", doc, re.DOTALL):
        yield doc


def _signature(name: str, member: Any, hidden: Iterable[str]) -> str:
    called = member.__init__ if inspect.isclass(member) else member
    if called is object.__init__ or (inspect.isclass(member) and issubclass(member, Enum)):
        return ""
    shown = [parameter for parameter in inspect.signature(called).parameters.values() if parameter.name not in hidden]
    lines = [f"    {_parameter(parameter)}," for parameter in shown]
    return "\n".join([f"{name}(", *lines, ")"]) if lines else f"{name}()"


def _parameter(parameter: inspect.Parameter) -> str:
    stars = {"VAR_POSITIONAL": "*", "VAR_KEYWORD": "**"}.get(parameter.kind.name, "")
    annotation = parameter.annotation if isinstance(parameter.annotation, str) else inspect.formatannotation(parameter.annotation)
    text = f"{stars}{parameter.name}" + ("" if annotation == "inspect._empty" else f": {annotation}")
    if parameter.default is inspect.Parameter.empty:
        return text
    default = repr(parameter.default)
    return f"{text} = {'...' if default.startswith('<') else default}"

"""Edits of Python source like human mistakes: dropped arguments, inverted conditions, …"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

STATEMENT = "Statement"
PROSE = {"description", "title", "label", "remedy", "text", "fix", "because", "unit", "reason"}
"""Arguments that are only for people."""
SAFER = {
    "ForAllValues:StringEquals": "ForAnyValue:StringEquals",
    "ForAllValues:StringLike": "ForAnyValue:StringLike",
    "StringEquals": "StringEqualsIfExists",
    "ArnEquals": "ArnLikeIfExists",
    "StringLike": "StringLikeIfExists",
    "Null": "Bool",
    "Deny": "Allow",
    "TRIM_HORIZON": "LATEST",
    "notBreaching": "ignore",
    "GreaterThanThreshold": "LessThanThreshold",
}
"""Word → a weaker one to replace it."""


@dataclass(frozen=True)
class SourceEdit:
    """A piece of a file and its replacement."""

    file: Path
    line: int
    how: str
    start: int
    end: int
    text: str

    @property
    def kind(self) -> str:
        """Return the edit and the file."""
        return f"{self.file.stem}: {self.how}"

    def __str__(self) -> str:
        return f"{self.file.parent.name}/{self.file.name}:{self.line} {self.how}"

    def applied(self) -> str:
        """Return the file's text with this edit."""
        source = self.file.read_bytes()
        return (source[: self.start] + self.text.encode() + source[self.end :]).decode()


class Source:
    """A Python file, and each edit of it."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self._bytes = file.read_bytes()
        starts = [0]
        for line in self._bytes.splitlines(keepends=True):
            starts.append(starts[-1] + len(line))
        self._starts = starts
        self.tree = ast.parse(self._bytes)

    def edits(self) -> Iterator[SourceEdit]:
        """Yield every edit; some results are not valid Python."""
        skipped = _prose(self.tree)
        for node in ast.walk(self.tree):
            if node in skipped:
                continue
            for kind, edits in EDITS.items():
                if isinstance(node, kind):
                    yield from edits(self, node)

    def replaced(self, node: ast.AST, how: str, text: str) -> SourceEdit:
        """Return an edit that replaces a node by a text."""
        start, end = self._span(node)
        return SourceEdit(self.file, getattr(node, "lineno", 0), how, start, end, text)

    def without(self, node: ast.AST, how: str) -> SourceEdit:
        """Return an edit that removes an element, with the comma after it."""
        start, end = self._span(node)
        rest = self._bytes[end:]
        comma = len(rest) - len(rest.lstrip())
        if rest[comma : comma + 1] == b",":
            end += comma + 1
        return SourceEdit(self.file, getattr(node, "lineno", 0), how, start, end, "")

    def entry(self, key: ast.AST, value: ast.AST, how: str) -> SourceEdit:
        """Return an edit that removes an entry of a dict."""
        whole = self.without(value, how)
        return SourceEdit(self.file, whole.line, how, self._span(key)[0], whole.end, "")

    def text(self, node: ast.AST) -> str:
        start, end = self._span(node)
        return " ".join(self._bytes[start:end].decode().split())[:60]

    def _span(self, node: ast.AST) -> tuple[int, int]:
        place = node.__dict__
        start, end = self._starts[place["lineno"] - 1], self._starts[place["end_lineno"] - 1]
        return start + place["col_offset"], end + place["end_col_offset"]


def _prose(tree: ast.AST) -> set[ast.AST]:
    """Return docstrings, annotations, errors and texts for people."""
    prose: set[ast.AST] = set()
    for node in ast.walk(tree):
        parts: list[ast.AST | None] = []
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            parts = [node]
        elif isinstance(node, ast.FunctionDef):
            parts = [node.args, node.returns, *node.decorator_list]
        elif isinstance(node, ast.AnnAssign):
            parts = [node.annotation]
        elif (
            isinstance(node, ast.Raise | ast.Import | ast.ImportFrom)
            or (isinstance(node, ast.keyword) and node.arg in PROSE)
            or (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Name)
                and node.func.id in ("Problem", "UserError", "unknown", "must_be")
            )
        ):
            parts = [node]
        for part in parts:
            prose |= set(ast.walk(part)) if part is not None else set()
    return prose


def _call(source: Source, node: ast.Call) -> Iterator[SourceEdit]:
    name = source.text(node.func)
    for keyword in node.keywords:
        if keyword.arg and keyword.arg not in PROSE:
            yield source.without(keyword, f"{name} without {keyword.arg}")
    if name.endswith(STATEMENT):
        if len(node.args) > 2:
            yield source.replaced(node.args[2], f"{name} without its condition", "{}")
        if len(node.args) > 1:
            yield source.replaced(node.args[1], f"{name} on anything", '("*",)')


def _constant(source: Source, node: ast.Constant) -> Iterator[SourceEdit]:
    value = node.value
    if isinstance(value, bool):
        yield source.replaced(node, f"{value} turned", str(not value))
    elif isinstance(value, int):
        yield source.replaced(node, f"{value} a hundred times", str(value * 100 + 7))
        if value > 1:
            yield source.replaced(node, f"{value} as 1", "1")
    elif isinstance(value, str):
        weaker = SAFER.get(value) or (f"{value.split(':')[0]}:*" if _is_action(value) else None)
        if weaker:
            yield source.replaced(node, f"{value} as {weaker}", repr(weaker))


def _is_action(value: str) -> bool:
    service, _, action = value.partition(":")
    return service.islower() and service.isalpha() and action.isalpha() and action[0].isupper()


def _expression(source: Source, node: ast.Expr) -> Iterator[SourceEdit]:
    if isinstance(node.value, ast.Call):
        yield source.replaced(node, f"without {source.text(node.value.func)}(…)", "pass")


def _sequence(source: Source, node: ast.List | ast.Tuple | ast.Set) -> Iterator[SourceEdit]:
    if len(node.elts) > 1 and not isinstance(getattr(node, "ctx", None), ast.Store):
        yield from (source.without(element, f"without {source.text(element)}") for element in node.elts)


def _dict(source: Source, node: ast.Dict) -> Iterator[SourceEdit]:
    for key, value in zip(node.keys, node.values, strict=True):
        if key is not None:
            yield source.entry(key, value, f"without {source.text(key)}")


def _either(source: Source, node: ast.IfExp) -> Iterator[SourceEdit]:
    condition = source.text(node.test)
    yield source.replaced(node.test, f"always as if {condition}", "True")
    yield source.replaced(node.test, f"never as if {condition}", "False")


def _if(source: Source, node: ast.If) -> Iterator[SourceEdit]:
    condition = source.text(node.test)
    yield source.replaced(node.test, f"always if {condition}", "True")
    yield source.replaced(node.test, f"never if {condition}", "False")


def _member(source: Source, node: ast.Attribute) -> Iterator[SourceEdit]:
    """Yield edits in a stack: another consumer of the model, another kind of trust."""
    if not isinstance(node.value, ast.Name) or source.file.name != "stack.py":
        return
    if node.value.id == "model" and node.attr.isupper():
        others = {
            node_.attr
            for node_ in ast.walk(source.tree)
            if isinstance(node_, ast.Attribute) and source.text(node_).startswith("model.")
        }
        yield from (
            source.replaced(node, f"model.{node.attr} as {other}", f"model.{other}") for other in sorted(others - {node.attr})
        )


EDITS: dict[type[ast.AST], Callable[..., Iterator[SourceEdit]]] = {
    ast.Call: _call,
    ast.Constant: _constant,
    ast.Expr: _expression,
    ast.List: _sequence,
    ast.Tuple: _sequence,
    ast.Set: _sequence,
    ast.Dict: _dict,
    ast.IfExp: _either,
    ast.If: _if,
    ast.Attribute: _member,
}


def edits_of(files: Sequence[Path]) -> Iterator[SourceEdit]:
    """Yield every edit of these files."""
    for file in files:
        yield from Source(file).edits()

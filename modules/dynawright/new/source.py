"""Edits Python sources at places in the syntax tree, so that comments and layout are kept."""

from __future__ import annotations

import ast
from pathlib import Path

from dynawright.errors import Place, Problem, UserError


class Source:
    """One file: insertions are collected by position and written at once."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.text = path.read_text(encoding="utf-8")
        self.tree = ast.parse(self.text)
        self._insertions: list[tuple[int, str]] = []

    def insert_before(self, node: ast.stmt, block: str) -> None:
        """Insert lines before a statement."""
        self._insertions.append((self._offset(node.lineno, 0), block))

    def insert_after(self, node: ast.stmt, block: str) -> None:
        """Insert lines after a statement."""
        self._insertions.append((self._offset((node.end_lineno or node.lineno) + 1, 0), block))

    def append_item(self, node: ast.List | ast.Call, item: str) -> None:
        """Add an item to a list, or a positional argument to a call."""
        items = node.elts if isinstance(node, ast.List) else node.args
        if items:
            self._insertions.append((self._end(items[-1]), f", {item}"))
        elif isinstance(node, ast.List):
            self._insertions.append((self._end(node) - 1, item))
        else:
            before = ", " if node.keywords else ""
            self._insertions.append((self._end(node.func) + 1, f"{item}{before}"))

    def append_import(self, node: ast.ImportFrom, name: str) -> None:
        """Import one more name."""
        last = node.names[-1]
        self._insertions.append((self._offset(last.end_lineno or last.lineno, last.end_col_offset or 0), f", {name}"))

    def append_keyword(self, node: ast.Call, text: str) -> None:
        """Add a keyword argument to a call, on a separate line."""
        last = [*node.args, *(keyword.value for keyword in node.keywords)][-1]
        indent = " " * (node.keywords[-1].col_offset if node.keywords else last.col_offset)
        self._insertions.append((self._end(last), f",\n{indent}{text}"))

    def new_text(self) -> str:
        """Return the text with all insertions."""
        text = self.text
        for offset, inserted in sorted(self._insertions, key=lambda insertion: insertion[0], reverse=True):
            text = text[:offset] + inserted + text[offset:]
        ast.parse(text)  # an edit that breaks the file must not be written
        return text

    def missing(self, what: str, lines: str) -> UserError:
        """Return the error for a file of an unexpected form, with the lines to add by hand."""
        problem = Problem("DW807", f"{what} was not found", Place(self.path.as_posix()), fix=f"add by hand: {lines}")
        return UserError([problem])

    def _end(self, node: ast.expr) -> int:
        return self._offset(node.end_lineno or node.lineno, node.end_col_offset or 0)

    def _offset(self, line: int, column: int) -> int:
        """Return the index in the text for a line and a column, which ast counts in bytes."""
        lines = self.text.splitlines(keepends=True)
        before = sum(len(text) for text in lines[: line - 1])
        if line > len(lines):
            return before
        return before + len(lines[line - 1].encode()[:column].decode())

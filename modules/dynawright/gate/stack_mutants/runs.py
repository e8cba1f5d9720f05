"""The functions that run during synthesis: an edit of any other function changes no stack."""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any

from dynawright.gate.stack_mutants import package_code

Place = tuple[str, int]
"""A file, and the line at which a function begins, with its decorators."""


def functions_run(make: Callable[[], object]) -> frozenset[Place]:
    """Return the functions that run in this thread during `make`, with all caches empty."""
    places: set[Place] = set()

    def note(frame: FrameType, event: str, _: Any) -> None:
        if event == "call":
            code = frame.f_code
            places.add((code.co_filename, code.co_firstlineno))

    before = sys.getprofile()
    package_code.forget()
    sys.setprofile(note)
    try:
        make()
    finally:
        sys.setprofile(before)
    return frozenset(places)


def function_at(file: Path, line: int) -> Place | None:
    """Return the outermost function that contains a line; None for code that runs on import."""
    body = list(ast.parse(file.read_bytes()).body)
    while body:
        statement = body.pop()
        if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef):
            first = min((statement.lineno, *(decorator.lineno for decorator in statement.decorator_list)))
            if first <= line <= (statement.end_lineno or first):
                return str(file), first
        elif isinstance(statement, ast.ClassDef | ast.If):
            body += statement.body
    return None

"""Checks the imports of a package's sources: a missing module would fail only at the first call."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator, Mapping
from functools import cache

IN_LAMBDA = {"boto3", "botocore", "awslambdaric"}
"""Modules of Lambda's Python besides the standard library."""


def missing_imports(files: Mapping[str, bytes]) -> Iterator[tuple[str, str]]:
    """Yield each file of a zip with a module that it imports and that is missing."""
    there = {module for name in files for module in _modules(name)}
    for name, source in files.items():
        for imported in _imported(source):
            top = imported.partition(".")[0]
            if top not in sys.stdlib_module_names | IN_LAMBDA and imported not in there:
                yield name, imported


def _modules(name: str) -> Iterator[str]:
    """Return the module names of a file and of each of its folders."""
    parts = name.removesuffix(".py").removesuffix("/__init__").split("/")
    yield from (".".join(parts[:length]) for length in range(1, len(parts) + 1))


@cache  # all packages have the runtime's files
def _imported(source: bytes) -> tuple[str, ...]:
    """Return the imports that run when a source is loaded; conditional ones may be missing on purpose."""
    try:
        body = ast.parse(source).body
    except (SyntaxError, ValueError):
        return ()  # reported elsewhere
    plain = [alias.name for statement in body if isinstance(statement, ast.Import) for alias in statement.names]
    froms = [statement for statement in body if isinstance(statement, ast.ImportFrom)]
    return (*plain, *(statement.module for statement in froms if statement.module and not statement.level))

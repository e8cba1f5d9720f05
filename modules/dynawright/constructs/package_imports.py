"""The imports of a package's sources: a missing module would fail only with the first call."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator, Mapping
from functools import cache

IN_LAMBDA = {"boto3", "botocore", "awslambdaric"}
"""What AWS's Python has besides the standard library."""


def missing_imports(files: Mapping[str, bytes]) -> Iterator[tuple[str, str]]:
    """Yield each file of a zip, by its name there, with a module that it imports and nothing provides."""
    there = {module for name in files for module in _modules(name)}
    for name, source in files.items():
        for imported in _imported(source):
            top = imported.partition(".")[0]
            if top not in sys.stdlib_module_names | IN_LAMBDA and imported not in there:
                yield name, imported


def _modules(name: str) -> Iterator[str]:
    """Return how a file can be imported, and each folder that it is in."""
    parts = name.removesuffix(".py").removesuffix("/__init__").split("/")
    yield from (".".join(parts[:length]) for length in range(1, len(parts) + 1))


@cache  # all packages have the runtime's files
def _imported(source: bytes) -> tuple[str, ...]:
    """Return the imports that run when a source is loaded; conditional ones may be missing on purpose."""
    try:
        body = ast.parse(source).body
    except (SyntaxError, ValueError):
        return ()  # told elsewhere
    plain = [alias.name for statement in body if isinstance(statement, ast.Import) for alias in statement.names]
    froms = [statement for statement in body if isinstance(statement, ast.ImportFrom)]
    return (*plain, *(statement.module for statement in froms if statement.module and not statement.level))

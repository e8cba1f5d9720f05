"""The part of a system's clients in a stream function's zip: the class of one consumer."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator

from dynawright.clients.build import Build, consumer_file
from dynawright.clients.package import (
    EXPORTED,
    HEADER,
    RUNTIME,
    class_names,
    exports,
    method_names,
    package_name,
)
from dynawright.errors import Place, Problem, UserError
from dynawright.model.consumer import Consumer
from dynawright.model.system import System

OPTIONAL = {"access_log.py", "cache.py", "dual_write.py", "json_lines.py"}
"""Modules of the runtime that a function has no use for."""
SHARED = {module: EXPORTED[module] for module in ("runtime.errors", "runtime.patterns")}


def client_files(sources: Iterable[bytes], system: System, consumer: Consumer) -> dict[str, bytes]:
    """Return the consumer's client as files of a zip, if the function's sources import it."""
    imported = {name for source in sources for name in _imported(source, package_name(system.name))}
    if not imported:
        return {}
    name = class_names(system).get(consumer.name)
    allowed = {name, *(shared for names in SHARED.values() for shared in names)} - {None}
    if unknown := sorted(imported - allowed):
        place, own = Place(path=f"function {consumer.name.replace('-', '_')}"), ", ".join(sorted(map(str, allowed)))
        text = f"imports '{unknown[0]}', which the client of {consumer.name} does not have"
        raise UserError(
            [Problem("DW327", text, place, unknown[0], own, "a function calls the access patterns of its own consumer")]
        )
    return _files(system, consumer, str(name))


def _files(system: System, consumer: Consumer, name: str) -> dict[str, bytes]:
    build = Build(system, method_names(system), {}, only=consumer)
    optional = OPTIONAL - ({"cache.py"} if consumer.cache else set())
    files = {
        f"runtime/{file.name}": file.read_text(encoding="utf-8") for file in RUNTIME.glob("*.py") if file.name not in optional
    }
    module = consumer_file(consumer)
    files |= {module: build.consumer_module(consumer, name), "_patterns.py": build.patterns_module()}
    files["__init__.py"] = exports(f"The client of {consumer.name}", {module.removesuffix(".py"): (name,), **SHARED})
    return {f"{package_name(system.name)}/{path}": f"{HEADER}{text}".encode() for path, text in files.items()}


def imports_client(sources: Iterable[bytes], system: str) -> bool:
    """Return whether a function's sources import the clients of the system of this name."""
    return any(name for source in sources for name in _imported(source, package_name(system)))


def _imported(source: bytes, package: str) -> Iterator[str]:
    """Yield a source's imports of a package, without types of `items`, which only type checkers need."""
    if package.encode() not in source:
        return
    try:
        nodes = list(ast.walk(ast.parse(source)))
    except (SyntaxError, ValueError):
        return  # reported elsewhere
    for node in nodes:
        if isinstance(node, ast.ImportFrom) and node.module == package:
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and (node.module or "").startswith(f"{package}."):
            yield from [node.module or ""] if node.module != f"{package}.items" else []
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name.partition(".")[0] == package)

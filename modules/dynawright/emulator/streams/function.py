"""A stream function of the project: its folder, its function.json, and its handler."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from pathlib import Path
from typing import Any

from dynawright import project
from dynawright.clients.function_package import imports_client
from dynawright.clients.importable import make_importable
from dynawright.discovery import part
from dynawright.errors import UserError, unknown
from dynawright.model.function_manifest import FILE, FunctionManifest

Handler = Callable[[Mapping[str, Any], Any], Any]


@dataclass(frozen=True)
class Function:
    """`stacks/<system>/functions/<name>`."""

    system: str
    name: str

    @property
    def folder(self) -> Path:
        return project.root() / "stacks" / self.system / "functions" / self.name

    @cached_property
    def manifest(self) -> FunctionManifest:
        return FunctionManifest.read(self.folder)

    @property
    def filters(self) -> list[Mapping[str, Any]]:
        return list(self.manifest.filters)

    @property
    def table(self) -> str:
        """Return the model's name of the table whose stream the function reads."""
        return self.manifest.table

    @property
    def variables(self) -> Mapping[str, Mapping[str, Any]]:
        return self.manifest.variables

    @property
    def events(self) -> list[Path]:
        """Return the sample events."""
        return sorted((self.folder / "events").glob("*.json"))

    @property
    def folders(self) -> list[Path]:
        """Its own, and those of the jobs that it runs."""
        return [self.folder, *(self.folder.parent / name for name in self.manifest.includes)]

    @cached_property
    def _imports_client(self) -> bool:
        sources = (path.read_bytes() for folder in self.folders for path in folder.rglob("*.py"))
        return imports_client(sources, self.system)

    def load(self) -> Handler:
        """Import the handler from its folder, with its included functions importable as in the zip."""
        functions = self.folder.parent
        _forget_others(functions)
        if self._imports_client:
            make_importable(part(self.system, "model", "SYSTEM"))
        if str(functions) in sys.path:
            sys.path.remove(str(functions))
        sys.path.insert(0, str(functions))
        handler: Handler = import_module(f"{self.name}.handler").handler
        return handler


def _forget_others(functions: Path) -> None:
    """Drop imported modules with a function's name from another folder, such as another system's."""
    names = {folder.name for folder in functions.iterdir()}
    for name, module in list(sys.modules.items()):
        file = getattr(module, "__file__", None)
        if name.partition(".")[0] in names and not (file and Path(file).is_relative_to(functions)):
            del sys.modules[name]


def functions() -> list[Function]:
    """Return all functions, by system and name."""
    manifests = sorted(project.root().glob(f"stacks/*/functions/*/{FILE}"))
    return [Function(path.parents[2].name, path.parent.name) for path in manifests]


def find(system: str, name: str) -> Function:
    known = {(function.system, function.name): function for function in functions()}
    if (system, name) not in known:
        names = [f"{system} {name}" for system, name in known]
        raise UserError([unknown("DW604", "function", f"{system} {name}", names)])
    return known[system, name]

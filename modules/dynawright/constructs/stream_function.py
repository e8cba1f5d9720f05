"""A stream function in the source tree: its code and its function.json."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from dynawright.clients.function_package import client_files
from dynawright.constructs.package import Package, sources
from dynawright.errors import Place, Problem, UserError, unknown
from dynawright.model import Consumer, System
from dynawright.model.function_manifest import FunctionManifest
from dynawright.settings import Environment


@dataclass(frozen=True)
class StreamFunction:
    """The folder `stacks/<system>/functions/<name>`, and the consumer that it runs as."""

    folder: Path
    system: System
    consumer: Consumer

    @cached_property
    def _manifest(self) -> FunctionManifest:
        return FunctionManifest.read(self.folder)

    @property
    def filters(self) -> list[Mapping[str, Any]]:
        return list(self._manifest.filters)

    @property
    def folders(self) -> list[Path]:
        """Its own folder, and those of the jobs that it runs."""
        return [self.folder, *(self.folder.parent / name for name in self._manifest.includes)]

    @property
    def code(self) -> Package:
        """Its own sources, those of its jobs, and the client of its consumer if they import it."""
        own, *jobs = self.folders
        files = [path.read_bytes() for folder in self.folders if folder.is_dir() for path in sources(folder)]
        return Package(own, jobs=jobs, files=client_files(files, self.system, self.consumer))

    def variables(self, given: Mapping[str, str | None], environment: Environment) -> dict[str, str]:
        """Environment variables of the function: tables by their physical names, other values unchanged."""
        declared = self._manifest.variables
        place = Place(path=f"function {self.folder.name}")
        problems = [unknown("DW327", "variable", name, declared, place=place) for name in given if name not in declared]
        values = {}
        for name, declaration in declared.items():
            value = environment.table_name(declaration["table"]) if "table" in declaration else given.get(name)
            if value is not None:
                values[name] = value
            elif "default" not in declaration and not declaration.get("optional"):
                text = f"variable '{name}' is missing: {declaration['description']}"
                problems.append(Problem("DW327", text, place, name, fix="give it in variables={...}"))
        if problems:
            raise UserError(problems)
        return values

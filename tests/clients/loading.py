"""Generated packages, imported from a folder under a name of their own."""

import sys
from collections.abc import Mapping
from importlib.util import module_from_spec, spec_from_file_location
from itertools import count
from pathlib import Path
from typing import Any

from dynawright.clients.package import package_files
from dynawright.model import System

NUMBERS = count()


def written(system: System, folder: Path, *, methods: Mapping[str, str] | None = None) -> Path:
    """Write a system's package without asking for environments, and return the folder of the import package."""
    environments = {"test": {table.name: table.name for table in system.tables}}
    for path, text in package_files(system, environments=environments, methods=methods).items():
        file = folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    return folder / f"{system.name}_client"


def imported(package: Path) -> Any:
    """Import the package; two of the same name don't get in each other's way."""
    name = f"{package.name}_{next(NUMBERS)}"
    spec = spec_from_file_location(name, package / "__init__.py", submodule_search_locations=[str(package)])
    assert spec is not None
    assert spec.loader is not None
    module = sys.modules[name] = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def loaded(system: System, folder: Path, *, methods: Mapping[str, str] | None = None) -> Any:
    return imported(written(system, folder, methods=methods))

"""Imports generated packages into this process."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from importlib.util import module_from_spec, spec_from_file_location
from itertools import count
from pathlib import Path
from typing import Any

from dynawright.clients.package import package_files
from dynawright.model import System

_NUMBERS = count()


def loaded(
    system: System,
    folder: Path,
    *,
    methods: Mapping[str, str] | None = None,
    environments: Mapping[str, Mapping[str, str]] | None = None,
) -> Any:
    """Write a system's package and import it."""
    return imported(written(system, folder, methods=methods, environments=environments))


def written(
    system: System,
    folder: Path,
    *,
    methods: Mapping[str, str] | None = None,
    environments: Mapping[str, Mapping[str, str]] | None = None,
) -> Path:
    """Write a system's package to an empty folder and return the path to import it from."""
    for path, text in package_files(system, environments=environments or {}, methods=methods).items():
        file = folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    return folder / f"{system.name}_client"


def imported(package: Path) -> Any:
    """Import a package under a unique name, so that two packages with one name don't collide."""
    name = f"{package.name}_{next(_NUMBERS)}"
    spec = spec_from_file_location(name, package / "__init__.py", submodule_search_locations=[str(package)])
    if spec is None or spec.loader is None:
        raise ImportError(f"{package} is no package")
    module = sys.modules[name] = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module

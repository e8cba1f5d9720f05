"""Generated packages without asking for environments."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from dynawright.clients import loading
from dynawright.model import System


def loaded(system: System, folder: Path, *, methods: Mapping[str, str] | None = None) -> Any:
    """Write a system's package and import it; its one environment is called test."""
    environments = {"test": {table.name: table.name for table in system.tables}}
    return loading.loaded(system, folder, methods=methods, environments=environments)


def written(system: System, folder: Path) -> Path:
    """Write a system's package, and return the folder of the import package."""
    environments = {"test": {table.name: table.name for table in system.tables}}
    return loading.written(system, folder, environments=environments)

"""Clients for functions that run here, in `.cache/clients`, where editors see them too."""

from __future__ import annotations

import importlib
import os
import sys
from pathlib import Path

from dynawright import project
from dynawright.clients.package import package_files, package_name
from dynawright.model.system import System

_written: dict[Path, System] = {}


def folder() -> Path:
    return project.cache_folder() / "clients"


def write_importable(system: System) -> Path:
    """Write the package of a system where it differs; return the folder to import it from."""
    package = folder() / package_name(system.name)
    if _written.get(package) is not system:
        files = {folder() / path: text.encode() for path, text in package_files(system, environments={}).items()}
        for path, content in files.items():
            if path.is_relative_to(package):
                _write(path, content)
        _written[package] = system
        importlib.invalidate_caches()
    return folder()


def make_importable(system: System) -> None:
    """Let `import <system>_client` find the clients of this application's model."""
    name, package = package_name(system.name), folder() / package_name(system.name)
    if _written.get(package) is system and _loaded_from(name, package):
        return
    path = str(write_importable(system))
    if path in sys.path:
        sys.path.remove(path)
    sys.path.insert(0, path)
    for module in [module for module in sys.modules if module.partition(".")[0] == name]:
        del sys.modules[module]  # of another application, or of the model as it was


def _loaded_from(name: str, package: Path) -> bool:
    return str(getattr(sys.modules.get(name), "__file__", "")) == str(package / "__init__.py")


def _write(path: Path, content: bytes) -> None:
    """Other processes may import it meanwhile: they see the old file or the new one."""
    if path.exists() and path.read_bytes() == content:
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    half = path.with_name(f"{path.name}.{os.getpid()}")
    half.write_bytes(content)
    half.replace(path)

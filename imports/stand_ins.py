"""Small modules in place of large ones, while that is imported which needs hardly anything of them.

typeguard needs `Mock` to let mocks pass, and cdktf the version of typeguard; pydantic's loader of plugins brings the large module
even where plugins are off. Together, with all that they import, they are a twentieth of a synthesis.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any


@contextmanager
def stand_ins() -> Iterator[None]:
    """Within it, what is imported gets stand-ins; after it, whoever imports the modules gets them themselves."""
    mock, metadata = ModuleType("unittest.mock"), ModuleType("importlib.metadata")
    mock.__dict__.update(Mock=type("Mock", (), {}))
    metadata.__dict__.update(version=_version, entry_points=_entry_points)
    made = {module.__name__: module for module in (mock, metadata) if module.__name__ not in sys.modules}
    sys.modules.update(made)
    try:
        yield
    finally:
        for name, module in made.items():
            if sys.modules.get(name) is module:
                del sys.modules[name]


@cache
def _version(package: str) -> str:
    """The version of an installed package, by the name of the folder that says so beside it."""
    for folder in sys.path:
        for found in Path(folder).glob(f"{package}-*.dist-info"):
            return found.name.removesuffix(".dist-info").rsplit("-", 1)[1]
    version: str = _real().version(package)
    return version


def _entry_points(**wanted: str) -> Any:
    return _real().entry_points(**wanted)


def _real() -> ModuleType:
    sys.modules.pop("importlib.metadata", None)
    return import_module("importlib.metadata")

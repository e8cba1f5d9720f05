"""Small modules in place of large ones, while that is imported which needs hardly anything of them.

typeguard needs `Mock` to let mocks pass, and cdktf the version of typeguard; pydantic's loader of plugins brings the large module
even where plugins are off. Together, with all that they import, they are a twentieth of a synthesis.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any


@contextmanager
def stand_ins() -> Iterator[None]:
    """Within it, what is imported gets stand-ins; after it, whoever imports the modules gets them themselves."""
    known: dict[str, dict[str, Any]] = {
        "unittest.mock": {"Mock": type("Mock", (), {})},
        "importlib.metadata": {"version": _version, "entry_points": _entry_points},
    }
    made = {name: _stand_in(name, has) for name, has in known.items() if name not in sys.modules}
    sys.modules.update(made)
    try:
        yield
    finally:
        for name, module in made.items():
            if sys.modules.get(name) is module:
                del sys.modules[name]


def _stand_in(name: str, has: Mapping[str, Any]) -> ModuleType:
    """Whoever asks it for more has the real one imported."""

    def more(wanted: str) -> Any:
        if wanted.startswith("__"):  # Python itself, which looks through all modules now and then
            raise AttributeError(wanted)
        return getattr(_real(name), wanted)

    module = ModuleType(name)
    module.__dict__.update(has, __getattr__=more)
    return module


@cache
def _version(package: str) -> str:
    """The version of an installed package, by the name of the folder that says so beside it."""
    for folder in sys.path:
        for found in Path(folder).glob(f"{package}-*.dist-info"):
            return found.name.removesuffix(".dist-info").rsplit("-", 1)[1]
    version: str = _real("importlib.metadata").version(package)
    return version


def _entry_points(**wanted: str) -> Any:
    return _real("importlib.metadata").entry_points(**wanted)


def _real(name: str) -> ModuleType:
    sys.modules.pop(name, None)
    return import_module(name)

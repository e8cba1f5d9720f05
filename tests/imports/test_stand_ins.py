"""Stand-ins answer as the modules do, and are gone afterwards."""

import importlib.metadata
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

from imports.stand_ins import stand_ins

NAMES = ("unittest.mock", "importlib.metadata")
INSTALLED = {package: importlib.metadata.version(package) for package in ("typeguard", "jsii")}
PLUGINS = list(importlib.metadata.entry_points(group="pytest11"))


@pytest.fixture
def absent(monkeypatch: pytest.MonkeyPatch) -> None:
    """As where nobody has imported them yet."""
    for name in NAMES:
        monkeypatch.delitem(sys.modules, name, raising=False)


def imported() -> dict[str, ModuleType | None]:
    return {name: sys.modules.get(name) for name in NAMES}


@pytest.mark.usefixtures("absent")
def test_they_are_there_only_while_asked_for() -> None:
    with stand_ins():
        assert [getattr(module, "__file__", None) for module in imported().values()] == [None, None]
    assert set(imported().values()) == {None}


def test_what_is_imported_already_stays() -> None:
    import unittest.mock  # noqa: F401

    before = imported()
    with stand_ins():
        assert imported() == before
    assert imported() == before


@pytest.mark.usefixtures("absent")
@pytest.mark.parametrize("package", INSTALLED)
def test_a_version_is_the_one_that_is_installed(package: str) -> None:
    with stand_ins():
        from importlib.metadata import version

        assert version(package) == INSTALLED[package]


@pytest.mark.usefixtures("absent")
def test_what_they_do_not_know_the_modules_tell() -> None:
    with stand_ins():
        from importlib.metadata import PackageNotFoundError, entry_points, version
        from unittest.mock import MagicMock

        assert issubclass(PackageNotFoundError, ModuleNotFoundError)
        assert MagicMock().anything
        assert list(entry_points(group="pytest11")) == PLUGINS
        with pytest.raises(ModuleNotFoundError, match="there-is-no-such-package"):
            version("there-is-no-such-package")
    assert getattr(sys.modules["importlib.metadata"], "__file__", None)


def test_synthesis_does_without_the_large_modules(project_root: Path, tmp_path: Path) -> None:
    script = "import sys, main; main.main(); print(*{'email', 'unittest', 'asyncio', 'ssl'} & sys.modules.keys())"
    environ = {"TABLESTAKES_SYSTEM": "ai_chef", "CDKTF_OUTDIR": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=project_root, env=environ, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "\n", "")

"""Tests of finding and loading stream functions."""

from pathlib import Path

import pytest

from dynawright.emulator.streams.function import Function

HANDLER = "def handler(event, context):\n    return {system!r}\n"


def test_functions_of_the_same_name_are_loaded_from_their_own_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "cdktf.json").touch()
    for system in ("shop", "flags"):
        folder = tmp_path / "stacks" / system / "functions" / "same_name"
        folder.mkdir(parents=True)
        (folder / "handler.py").write_text(HANDLER.format(system=system))
        (folder / "function.json").write_text('{"table": "orders", "filters": [], "variables": {}}')
    monkeypatch.chdir(tmp_path)
    systems = ["shop", "flags", "shop"]
    assert [Function(system, "same_name").load()({}, None) for system in systems] == systems

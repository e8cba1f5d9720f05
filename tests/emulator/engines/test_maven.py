"""Jars are fetched once, and a failure leaves nothing behind."""

import os
from pathlib import Path

import pytest

from dynawright.emulator.engines.maven import fetched_jars
from dynawright.errors import UserError


@pytest.fixture(autouse=True)
def in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "cdktf.json").touch()
    monkeypatch.chdir(tmp_path)


def fake_maven(monkeypatch: pytest.MonkeyPatch, folder: Path, script: str) -> None:
    program = folder / "bin" / "mvn"
    program.parent.mkdir(exist_ok=True)
    program.write_text(f"#!/bin/sh\n{script}\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{program.parent}:{os.environ['PATH']}")


def test_jars_are_fetched_once(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    fake_maven(monkeypatch, tmp_path, "mkdir jars; grep -c 'some.group' pom.xml > jars/library.jar")
    first = fetched_jars("some.group", "library", "1.0")
    fake_maven(monkeypatch, tmp_path, "exit 1")
    assert fetched_jars("some.group", "library", "1.0") == first == tmp_path / ".cache" / "library-1.0"
    assert (first / "library.jar").read_text() == "1\n"


def test_maven_that_fails_is_an_error_with_its_last_line_and_nothing_is_kept(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    fake_maven(monkeypatch, tmp_path, "mkdir jars; echo downloading; echo '[ERROR] no route'; exit 1")
    with pytest.raises(UserError, match="no route"):
        fetched_jars("some.group", "library", "1.0")
    assert [path.name for path in (tmp_path / ".cache").iterdir()] == ["library.lock"]

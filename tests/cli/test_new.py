"""The examples of `dynawright new`, one after the other."""

import subprocess
from pathlib import Path

import pytest

from tests.cli.conftest import Dynawright, example


def test_the_examples_make_a_project_and_add_to_it(tmp_path: Path, process: Dynawright, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert process(*example("new project")).returncode == 0
    monkeypatch.chdir(tmp_path / "my-tables")
    for arguments in (example("new system"), example("new table"), example("new function")):
        done = process(*arguments)
        assert done.returncode == 0, done.stderr
    assert (tmp_path / "my-tables/stacks/billing/functions/notify/handler.py").exists()
    identity = ("-c", "user.name=test", "-c", "user.email=test@example.com")
    for command in (("init", "--quiet"), ("add", "."), (*identity, "commit", "--quiet", "-m", "first")):
        subprocess.run(["git", *command], check=True, capture_output=True)
    done = process(*example("new update"))
    assert (done.returncode, done.stdout) == (0, "The project is up to date.\n"), done.stderr

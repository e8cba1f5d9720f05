"""`make deploy`: what was reviewed, and a clear word where nothing was."""

import subprocess
import sys
from pathlib import Path

import pytest

from dynawright.deploy import deploy
from dynawright.errors import UserError


@pytest.fixture(autouse=True)
def outdir(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(deploy, "OUTDIR", tmp_path)
    monkeypatch.setenv("DYNAWRIGHT_ENV", "dev")
    monkeypatch.setenv("DYNAWRIGHT_SYSTEM", "shop")
    return tmp_path


def test_a_system_that_there_is_not_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DYNAWRIGHT_SYSTEM", "shopp")
    with pytest.raises(UserError, match=r"^there is no system 'shopp'; there is foundation, .*; did you mean 'shop'\?$"):
        deploy.apply_reviewed()


def test_nothing_reviewed_is_an_error(outdir: Path) -> None:
    (outdir / "stacks" / "shop-eu-dev").mkdir(parents=True)  # of another environment
    with pytest.raises(UserError, match=r"^nothing was reviewed of shop in dev: run `make review` first$"):
        deploy.apply_reviewed()


def test_a_review_that_found_nothing_to_change_is_none(outdir: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (outdir / "stacks" / "shop-dev").mkdir(parents=True)
    assert deploy.apply_reviewed() == 0
    assert capsys.readouterr().out == (
        "0 plans applied: there is no reviewed plan. Run `make review`, unless it found nothing to change or its plans have been applied\n"
    )


@pytest.mark.parametrize("arguments", [[], ["paln"]])
def test_a_wrong_command_is_told_the_right_ones_without_a_traceback(project_root: Path, arguments: list[str]) -> None:
    command = [sys.executable, "-m", "dynawright.deploy.deploy", *arguments]
    done = subprocess.run(command, cwd=project_root, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "Traceback" not in done.stderr
    assert done.stderr.splitlines()[-1].startswith("python -m dynawright.deploy.deploy: error: ")

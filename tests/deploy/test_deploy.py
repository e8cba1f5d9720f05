"""`make deploy` applies reviewed plans, and reports their absence."""

from pathlib import Path

import pytest

from dynawright.deploy import deploy
from dynawright.errors import UserError
from tests.problems import told

pytestmark = pytest.mark.usefixtures("application")


@pytest.fixture(autouse=True)
def outdir(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(deploy, "outdir", lambda: tmp_path)
    return tmp_path


def test_a_system_that_there_is_not_is_named() -> None:
    with pytest.raises(UserError) as refusal:
        deploy.apply_reviewed(environment_name="local", system="ordrs")
    assert told(refusal.value.problems) == [("DW801", "", "ordrs")]


def test_nothing_reviewed_is_an_error(outdir: Path) -> None:
    (outdir / "stacks" / "orders-eu-local").mkdir(parents=True)  # of another environment
    with pytest.raises(UserError) as refusal:
        deploy.apply_reviewed(environment_name="local", system="orders")
    assert told(refusal.value.problems) == [("DW406", "", "local")]


def test_a_review_that_found_nothing_to_change_is_none(outdir: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (outdir / "stacks" / "orders-local").mkdir(parents=True)
    assert deploy.apply_reviewed(environment_name="local", system="orders") == 0
    assert capsys.readouterr().out == (
        "0 plans applied: there is no reviewed plan. Run `dynawright review`, unless it found nothing to change or its plans have been applied\n"
    )

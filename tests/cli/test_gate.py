"""The gate and its mutations on a small application; Terraform only logs its calls."""

from pathlib import Path

import pytest

from dynawright.gate.mutate_generated import Sample
from dynawright.gate.mutations import MUTATIONS
from tests.cli.conftest import Dynawright, example

pytestmark = pytest.mark.usefixtures("needs_checkov", "application", "checkov_is_there")


@pytest.fixture
def checkov_is_there(application: Path, project_root: Path) -> None:
    """Let the application use the checkov of the repository, which takes long to install."""
    (application / ".venv-checkov").symlink_to(project_root / ".venv-checkov")


def test_the_gate_judges_the_application(process: Dynawright, terraform_log: Path, application: Path) -> None:
    done = process(*example("gate"))
    assert done.returncode in (0, 1), done.stderr
    assert "step 4 of 4" in done.stdout
    assert {path.suffix for path in (application / ".cache" / "gate").glob("gate.*")} == {".md", ".sarif", ".xml"}


def test_mutations_are_tried_on_the_application(dynawright: Dynawright, monkeypatch: pytest.MonkeyPatch) -> None:
    """Few of each kind, in few ways."""
    monkeypatch.setattr("dynawright.gate.mutate.SAMPLE", Sample(kinds=5, each=1, per_kind=1))
    monkeypatch.setattr("dynawright.gate.mutate.MUTATIONS", few := MUTATIONS[::20])
    done = dynawright(*example("mutate"))
    assert done.returncode in (0, 1), done.stderr
    assert f"Weaken it in {len(few)} ways" in done.stdout
    assert "step 3 of 3" in done.stdout


@pytest.mark.soak
def test_all_mutations_are_tried_on_the_application(process: Dynawright) -> None:
    done = process(*example("mutate"))
    assert done.returncode in (0, 1), done.stderr
    assert "step 3 of 3" in done.stdout

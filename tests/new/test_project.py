"""`dynawright new project` writes a whole repository, and asks nothing with --defaults."""

import io
import json
import subprocess
import sys
from importlib.metadata import Distribution
from pathlib import Path

import pytest
import yaml

from dynawright.errors import UserError
from dynawright.new.project import TEMPLATE, Answers, create_project, installed_wheel


def files_in(folder: Path) -> set[str]:
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.parametrize(
    ("ci", "workflows"),
    [
        ("github", {".github/workflows/deploy.yml", ".github/workflows/pull-request.yml"}),
        ("gitlab", {".gitlab-ci.yml"}),
        ("none", set()),
    ],
)
def test_the_workflow_files_follow_the_choice(ci: str, workflows: set[str], tmp_path: Path) -> None:
    create_project(tmp_path / "tables", Answers(ci=ci), defaults=True)
    written = files_in(tmp_path / "tables")
    assert {name for name in written if name.startswith(".git") and name != ".gitignore"} == workflows
    for name in workflows:
        assert yaml.safe_load((tmp_path / "tables" / name).read_text())


def test_the_answers_reach_the_files(tmp_path: Path) -> None:
    answers = Answers("acme-data", "billing", "222222222222", "eu-west-1", "none")
    create_project(tmp_path / "tables", answers, defaults=True)
    production = yaml.safe_load((tmp_path / "tables/environments/production.yaml").read_text())
    assert (production["project"], production["account_id"], production["region"]) == ("acme-data", "222222222222", "eu-west-1")
    assert "stacks/billing/model.py" in files_in(tmp_path / "tables")


@pytest.mark.parametrize(("framework", "extras"), [("cdktf", "emulator,ops"), ("cdktn", "emulator,ops,cdktn")])
def test_the_framework_is_an_extra(framework: str, extras: str, tmp_path: Path) -> None:
    create_project(tmp_path / "tables", Answers(framework=framework), defaults=True)
    assert f"dynawright[{extras}]==" in (tmp_path / "tables/requirements.txt").read_text()


def test_no_mark_of_the_template_is_left(tmp_path: Path) -> None:
    create_project(tmp_path / "tables", Answers(), defaults=True)
    for name in files_in(tmp_path / "tables"):
        text = (tmp_path / "tables" / name).read_text()
        assert "{%" not in text, name
        assert "{{ system" not in text, name
        assert str(TEMPLATE) not in text, name


def test_a_folder_with_files_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("mine")
    with pytest.raises(UserError) as caught:
        create_project(tmp_path, Answers(), defaults=True)
    assert [problem.code for problem in caught.value.problems] == ["DW809"]
    assert files_in(tmp_path) == {"mine.txt"}


@pytest.mark.parametrize("project", ["A", "x" * 21, "-a", "a--b", "a_b"])
def test_a_project_name_that_aws_would_refuse_is_refused(project: str, tmp_path: Path) -> None:
    with pytest.raises(UserError) as caught:
        create_project(tmp_path / "tables", Answers(project=project), defaults=True)
    assert [problem.code for problem in caught.value.problems] == ["DW802"]
    assert not (tmp_path / "tables").exists()


def test_the_new_project_synthesizes_and_breaks_no_rule(tmp_path: Path) -> None:
    folder = tmp_path / "my tables"
    create_project(folder, Answers(), defaults=True)
    code = "from dynawright.testing import findings, wrong_patterns; print(findings('production'), wrong_patterns('orders'))"
    done = subprocess.run([sys.executable, "-c", code], cwd=folder, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "[] []\n"), done.stderr


def test_questions_without_a_terminal_are_a_mistake(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO())
    with pytest.raises(UserError) as caught:
        create_project(tmp_path / "tables", Answers(system="billing"), defaults=False)
    assert [problem.code for problem in caught.value.problems] == ["DW803"]
    assert not (tmp_path / "tables").exists()


def test_a_project_with_all_answers_needs_no_terminal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO())
    create_project(tmp_path / "tables", Answers("acme", "billing", "222222222222", "eu-west-1", "none", "cdktf"), defaults=False)
    assert "stacks/billing/model.py" in files_in(tmp_path / "tables")


@pytest.mark.parametrize(
    ("url", "wheel"),
    [
        ("file:///home/my%20wheels/dynawright-1-py3-none-any.whl", Path("/home/my wheels/dynawright-1-py3-none-any.whl")),
        ("file:///src/dynawright", None),
        ("https://example.com/dynawright-1-py3-none-any.whl", None),
        (None, None),
    ],
)
def test_the_wheel_of_the_installation_is_what_pip_noted(
    url: str | None, wheel: Path | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "METADATA").touch()
    if url:
        (tmp_path / "direct_url.json").write_text(json.dumps({"url": url}))
    monkeypatch.setattr("dynawright.new.project.distribution", lambda _: Distribution.at(tmp_path))
    assert installed_wheel() == wheel

"""`dynawright new update` applies template changes to a project and keeps its owner's changes."""

import shutil
import subprocess
import zipfile
from pathlib import Path

import pytest

from dynawright.errors import UserError
from dynawright.new import project as new_project
from dynawright.new.project import TEMPLATE, Answers, create_project
from dynawright.new.update import TEMPLATE_IN_WHEEL, update_project


def git(folder: Path, *arguments: str) -> None:
    identity = ("-c", "user.name=test", "-c", "user.email=test@example.com")
    subprocess.run(["git", *identity, *arguments], cwd=folder, check=True, capture_output=True)


@pytest.fixture
def old_template(tmp_path: Path) -> Path:
    """An earlier template, in which `make test` did something else."""
    folder = tmp_path / "old-template"
    shutil.copytree(TEMPLATE, folder)
    makefile = folder / "Makefile"
    makefile.write_text(makefile.read_text().replace("@.venv/bin/pytest\n", "@.venv/bin/pytest --old-option\n"))
    return folder


@pytest.fixture
def old_wheel(old_template: Path, tmp_path: Path) -> Path:
    wheel = tmp_path / "dynawright-0.1.0-py3-none-any.whl"
    with zipfile.ZipFile(wheel, "w") as archive:
        for path in old_template.rglob("*"):
            if path.is_file():
                archive.write(path, TEMPLATE_IN_WHEEL + path.relative_to(old_template).as_posix())
    return wheel


@pytest.fixture
def project(old_template: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "tables"
    with monkeypatch.context() as patched:
        patched.setattr(new_project, "TEMPLATE", old_template)
        create_project(folder, Answers(), defaults=True)
    model = folder / "stacks/orders/model.py"
    model.write_text(model.read_text() + "\n# a line of the owner\n")
    git(folder, "init", "--quiet")
    git(folder, "add", ".")
    git(folder, "commit", "--quiet", "-m", "first")
    return folder


def test_what_the_template_changed_is_applied_and_the_owners_changes_stay(project: Path, old_wheel: Path) -> None:
    difference = update_project(project, old_wheel=old_wheel)
    assert "--old-option" not in (project / "Makefile").read_text()
    assert "# a line of the owner" in (project / "stacks/orders/model.py").read_text()
    assert "-\t@.venv/bin/pytest --old-option" in difference.splitlines()


def test_pretending_changes_nothing(project: Path, old_wheel: Path) -> None:
    difference = update_project(project, old_wheel=old_wheel, pretend=True)
    assert "--old-option" in difference
    assert "--old-option" in (project / "Makefile").read_text()


def test_a_second_update_finds_nothing(project: Path, old_wheel: Path) -> None:
    update_project(project, old_wheel=old_wheel)
    git(project, "add", ".")
    git(project, "commit", "--quiet", "-m", "update")
    assert update_project(project) == ""


def test_uncommitted_changes_are_an_error(project: Path, old_wheel: Path) -> None:
    (project / "main.py").write_text("# changed\n")
    with pytest.raises(UserError) as caught:
        update_project(project, old_wheel=old_wheel)
    assert [problem.code for problem in caught.value.problems] == ["DW804"]
    assert (project / "main.py").read_text() == "# changed\n"


def test_a_folder_of_another_kind_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(UserError) as caught:
        update_project(tmp_path)
    assert [problem.code for problem in caught.value.problems] == ["DW804"]

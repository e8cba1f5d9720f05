"""Applies the changes of a newer template to an existing project."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
import zipfile
from importlib.metadata import version
from pathlib import Path

import yaml

from dynawright.errors import Place, Problem, UserError
from dynawright.new.project import TEMPLATE

ANSWERS = ".dynawright.yml"
TEMPLATE_IN_WHEEL = "dynawright/new/templates/project/"


def update_project(folder: Path, *, old_wheel: Path | None = None, pretend: bool = False) -> str:
    """Apply the template's changes since the project was created; return the difference in git's format.

    copier compares two tags of a git repository, so a temporary one gets the old package's template and the installed one's.
    """
    import copier

    answers = _answers(folder)
    old, new = str(answers.pop("version")), version("dynawright")
    _check_clean(folder)
    if old == new and old_wheel is None:
        return ""
    with tempfile.TemporaryDirectory(prefix="dynawright-update-") as scratch:
        repository = Path(scratch) / "template"
        _commit(repository, _old_template(old, old_wheel, Path(scratch)), "v1.0.0")
        _commit(repository, TEMPLATE, "v2.0.0")
        copy = Path(scratch) / "project"
        target = copy if pretend else folder
        if pretend:
            _git(Path(scratch), "clone", "--quiet", str(folder.resolve()), str(copy))
        state = target / ".cache" / "template-answers.yml"  # ignored by git: copier wants a clean repository
        state.parent.mkdir(parents=True, exist_ok=True)
        state.write_text(yaml.safe_dump({"_src_path": str(repository), "_commit": "v1.0.0", "version": old, **answers}))
        copier.run_update(
            target,
            answers_file=str(state.relative_to(target)),
            data={"version": new},
            vcs_ref="v2.0.0",
            defaults=True,
            overwrite=True,
            quiet=True,
        )
        state.unlink(missing_ok=True)
        _git(target, "add", "--intent-to-add", ".")
        return _git(target, "diff")


def _answers(folder: Path) -> dict[str, str]:
    file = folder / ANSWERS
    if not file.is_file():
        fix = "run this in a folder that `dynawright new project` made"
        raise UserError([Problem("DW804", "this project was not made by dynawright's template", Place(ANSWERS), fix=fix)])
    answers: dict[str, str] = yaml.safe_load(file.read_text())
    return answers


def _check_clean(folder: Path) -> None:
    if not (folder / ".git").exists() or _git(folder, "status", "--porcelain"):
        fix = "commit your changes first: the update is then a difference that you can read and undo"
        raise UserError([Problem("DW804", "the project is not a clean git repository", Place(str(folder)), fix=fix)])


def _old_template(old: str, wheel: Path | None, scratch: Path) -> Path:
    """Return the template of the old package, from its wheel."""
    if wheel is None:
        command = [sys.executable, "-m", "pip", "download", "-qq", "--no-deps", "--dest", str(scratch), f"dynawright=={old}"]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        wheel = next(scratch.glob("dynawright-*.whl"), None)
        if done.returncode != 0 or wheel is None:
            fix = "give the old package's wheel with --old-wheel"
            raise UserError([Problem("DW805", f"dynawright {old} could not be downloaded", fix=fix)])
    with zipfile.ZipFile(wheel) as archive:
        names = [name for name in archive.namelist() if name.startswith(TEMPLATE_IN_WHEEL)]
        archive.extractall(scratch / "old", names)
    return scratch / "old" / TEMPLATE_IN_WHEEL


def _commit(repository: Path, template: Path, tag: str) -> None:
    """Make the template the next commit of the repository, with a tag."""
    if not repository.exists():
        repository.mkdir()
        _git(repository, "init", "--quiet")
    for path in repository.iterdir():
        if path.name != ".git":
            shutil.rmtree(path) if path.is_dir() else path.unlink()
    shutil.copytree(template, repository, dirs_exist_ok=True)
    _git(repository, "add", "--all", "--force")
    identity = ("-c", "user.name=dynawright", "-c", "user.email=dynawright@localhost", "-c", "commit.gpgsign=false")
    _git(repository, *identity, "commit", "--quiet", "--allow-empty", "-m", tag)
    _git(repository, "tag", tag)


def _git(folder: Path, *arguments: str) -> str:
    done = subprocess.run(["git", *arguments], cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise UserError([Problem("DW806", f"git {arguments[0]} failed", Place(str(folder)), details=done.stderr.strip()[-300:])])
    return done.stdout

"""Loads an environment from its file, or reports all problems of the file."""

from collections.abc import Iterator
from pathlib import Path

from dynawright import given_files, project
from dynawright.errors import Place, Problem, must_be, warn
from dynawright.given_files import GivenFileError
from dynawright.settings.discovered import application_class
from dynawright.settings.document import Document, read
from dynawright.settings.environment import Environment
from dynawright.settings.errors import SettingsError
from dynawright.settings.problem import nearest
from dynawright.settings.validation import validate

MAX_BYTES = 64 * 1024

_warned: set[Problem] = set()


def environment_names(folder: Path | None = None) -> list[str]:
    """Return the names of all environments, one per file."""
    return sorted(path.stem for path in (folder or project.environments_folder()).glob("*.yaml"))


def load_named(name: str, folder: Path | None = None) -> Environment:
    """Return the environment of that name from the folder's files."""
    folder = folder or project.environments_folder()
    known = environment_names(folder)
    if not known:
        fix = "change into the folder of a project, or make one with `dynawright new project <folder>`"
        raise SettingsError([Problem("DW100", "there is no environment here", Place(f"{folder.name}/*.yaml"), name, fix=fix)])
    if name not in known:
        near = nearest(name, known)
        fix = f"did you mean '{near}'?" if near else f"use one of: {', '.join(known)}; or add {folder.name}/<name>.yaml"
        raise SettingsError(
            [Problem("DW100", f"environment '{name}' does not exist", value=name, allowed=", ".join(known), fix=fix)]
        )
    return load(folder / f"{name}.yaml")


def load(path: Path, settings: type[Environment] | None = None) -> Environment:
    """Return the environment in the file, for the application's systems or those of `settings`.

    Raises one SettingsError with every problem, in the order of the lines.
    """
    file = _file_name(path)
    document = read(file, _text(path, file))
    outcome = validate(document.data, settings or application_class(), document.unreadable)
    problems: list[Problem] = [*document.problems]
    problems += [problem.at(document.place(place)) for place, problem in outcome.problems]
    problems += _misnamed(document, path)
    if outcome.environment is not None and outcome.environment.deployment.repository is not None:
        problems += _covered_by_roles(document, path)
    for place, problem in outcome.warnings:
        _warn_once(problem.at(document.place(place)))
    if problems or outcome.environment is None:
        problems.sort(key=lambda problem: problem.place.line or 0)
        raise SettingsError(problems)
    return outcome.environment


def _file_name(path: Path) -> str:
    """Return the file's name in problems: relative to the project if it is in there."""
    absolute = path.absolute()
    return absolute.relative_to(project.root()).as_posix() if absolute.is_relative_to(project.root()) else str(path)


def _text(path: Path, file: str) -> str:
    try:
        content = given_files.read_bytes(path)
    except GivenFileError as error:
        raise SettingsError([Problem("DW101", str(error), Place(file))]) from None
    if len(content) > MAX_BYTES:
        text = f"is larger than {MAX_BYTES // 1024} KiB, which no environment needs"
        raise SettingsError([Problem("DW102", text, Place(file))])
    try:
        return content.decode()
    except UnicodeDecodeError as error:
        place = Place(file, content.count(b"\n", 0, error.start) + 1)
        raise SettingsError([Problem("DW102", "not UTF-8", place, fix="save the file as UTF-8")]) from None


def _misnamed(document: Document, path: Path) -> Iterator[Problem]:
    """Find a copied file with an unchanged name, which would rebuild another environment."""
    name = document.data.get("name")
    if isinstance(name, str) and name != path.stem:
        fix = f"set it to '{path.stem}', or rename the file"
        yield must_be("DW117", "the name of its file", name, place=document.place(("name",)), fix=fix)


def _covered_by_roles(document: Document, path: Path) -> Iterator[Problem]:
    """Find environments that this one's deploy roles would cover too: roles match names by their suffix.

    Workflows plan in `plan-<name>` without approval, so they could deploy an environment of that name.
    """
    name = path.stem
    for other in environment_names(path.parent):
        if other == name or not other.endswith(name):
            continue
        file = path.with_name(f"{other}.yaml")
        account = read(_file_name(file), _text(file, _file_name(file))).data.get("account_id")
        if other == f"plan-{name}" or account == document.data.get("account_id"):
            text = f"the deploy roles of '{name}' would also have rights on '{other}', whose name ends in the same way"
            fix = f"rename '{other}' before its first apply, or give it another account; 'plan-{name}' is taken"
            yield Problem("DW174", text, document.place(("name",)), name, fix=fix)


def _warn_once(problem: Problem) -> None:
    """Print a warning once per process."""
    if problem not in _warned:
        _warned.add(problem)
        warn(problem)

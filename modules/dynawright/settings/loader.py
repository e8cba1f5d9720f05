"""Loads an environment from its file, or says everything that is wrong with it."""

from pathlib import Path

from pydantic import ValidationError

from dynawright import project
from dynawright.settings.document import Document, read
from dynawright.settings.environment import Environment
from dynawright.settings.errors import SettingsError
from dynawright.settings.explanation import explained
from dynawright.settings.problem import Problem, nearest, shown

MAX_BYTES = 64 * 1024


def environment_names(folder: Path | None = None) -> list[str]:
    """Every environment there is: a file each."""
    return sorted(path.stem for path in (folder or project.environments_folder()).glob("*.yaml"))


def load_named(name: str, folder: Path | None = None) -> Environment:
    """The environment of that name, one of the files in the folder."""
    folder = folder or project.environments_folder()
    known = environment_names(folder)
    if name not in known:
        near = nearest(name, known)
        hint = f"did you mean '{near}'?" if near else f"or add {folder.name}/<name>.yaml"
        raise SettingsError([f"environment {shown(name)} is not allowed: one of {', '.join(known)}; {hint}"])
    return load(folder / f"{name}.yaml")


def load(path: Path) -> Environment:
    """The environment in the file. Raises one SettingsError that holds every problem, in the order of the lines."""
    document = read(path.name, _text(path))
    problems = list(document.problems)
    try:
        environment = Environment.model_validate(document.data)
    except ValidationError as error:
        problems += explained(error, document)
    problems += _misnamed(document, path)
    if problems:
        problems.sort(key=lambda problem: problem.line)
        raise SettingsError(problem.sentence(path.name) for problem in problems)
    return environment


def _text(path: Path) -> str:
    try:
        with path.open("rb") as file:
            content = file.read(MAX_BYTES + 1)
    except OSError as error:
        raise SettingsError([f"{path}: cannot be read: {error.strerror}"]) from None
    if len(content) > MAX_BYTES:
        raise SettingsError([f"{path.name}: more than {MAX_BYTES // 1024} KiB is not allowed; no environment needs as much"])
    try:
        return content.decode()
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise SettingsError([f"{path.name}:{line}: not UTF-8; save the file as UTF-8"]) from None


def _misnamed(document: Document, path: Path) -> list[Problem]:
    """A copied file whose name was not changed would rebuild another environment."""
    name = document.data.get("name")
    if not isinstance(name, str) or name == path.stem:
        return []
    text = f"{shown(name)} is not allowed: the name of its file; set it to {shown(path.stem)} or rename the file"
    return [Problem(document.line(("name",)), ("name",), text)]

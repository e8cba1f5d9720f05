"""Writes a system's clients as an installable package."""

from __future__ import annotations

import hashlib
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path, PurePosixPath

from dynawright import generated
from dynawright.clients import consumers
from dynawright.clients.build import Build, consumer_file
from dynawright.clients.layout import docstring, laid_out, literal
from dynawright.clients.names import class_name
from dynawright.errors import Place, Problem, UserError
from dynawright.model.consumer import Consumer
from dynawright.model.method_names import method_name
from dynawright.model.system import System

HEADER = "# Written by `dynawright clients`: change the model, not this file.\n"
MARK = "dynawright-clients"
"""The table of pyproject.toml that marks a folder of generated clients."""
RUNTIME = Path(__file__).parent / "runtime"
EXPORTED = {
    "runtime.access_log": ("Access", "AccessLog", "Caller"),
    "runtime.cache": ("Cache",),
    "runtime.entities": ("leftovers",),
    "runtime.errors": (
        "AccessDenied",
        "ConditionFailed",
        "InvalidRequest",
        "PatternError",
        "Throttled",
        "ThrottlingReason",
        "TornValue",
        "TransactionConflict",
        "Unprocessed",
    ),
    "runtime.patterns": ("Part",),
    "runtime.results": ("Page", "Results"),
}
PYPROJECT = """\
{header}[build-system]
requires = ["hatchling>=1.27"]
build-backend = "hatchling.build"

[project]
name = "{distribution}"
version = "0.0.0+{digest}"
description = "Clients of the system {system}, one class per consumer"
requires-python = ">=3.11"
dependencies = ["boto3>=1.40"]
{extras}
[tool.hatch.build.targets.wheel]
packages = ["{package}"]

[tool.ruff]
line-length = 130

[tool.{mark}]
system = "{system}"
"""
EXTRAS = """
[project.optional-dependencies]
cache = ["amazon-dax-client>=2.1"]
"""


def package_name(system: str) -> str:
    return f"{system}_client"


def package_files(
    system: System, *, environments: Mapping[str, Mapping[str, str]], methods: Mapping[str, str] | None = None
) -> dict[PurePosixPath, str]:
    """Return the package's files by path; `methods` names the patterns' methods (default: the model's)."""
    names = method_names(system) if methods is None else methods
    classes = class_names(system)
    build = Build(system, names, environments)
    _check_parameters(system, build)
    package = PurePosixPath(package_name(system.name))
    files = {f"runtime/{file.name}": file.read_text(encoding="utf-8") for file in sorted(RUNTIME.glob("*.py"))}
    files |= {consumer_file(consumer): build.consumer_module(consumer, classes[consumer.name]) for consumer in system.consumers}
    files |= build.modules()
    modules = {consumer_file(consumer).removesuffix(".py"): (classes[consumer.name],) for consumer in system.consumers}
    files["__init__.py"] = exports(f"Clients of the system {system.name}", {**modules, **EXPORTED})
    written = {package / name: HEADER + text for name, text in files.items()}
    written[package / "py.typed"] = ""
    digest = hashlib.sha256("".join(f"{path}\n{text}" for path, text in sorted(written.items())).encode()).hexdigest()[:12]
    distribution = f"{system.name.replace('_', '-')}-client"
    about = {
        "header": HEADER,
        "distribution": distribution,
        "digest": digest,
        "system": system.name,
        "package": package,
        "mark": MARK,
        "extras": EXTRAS if any(consumer.cache for consumer in system.consumers) else "",
    }
    return {PurePosixPath("pyproject.toml"): PYPROJECT.format(**about), **written}


def write_package(system: System, folder: Path, *, environments: Mapping[str, Mapping[str, str]]) -> list[Path]:
    """Write the package and remove obsolete files; return the written files."""
    files = {folder / path: text for path, text in package_files(system, environments=environments).items()}
    _check_folder(system, folder)
    try:
        stale = [path for path in (folder / f"{system.name}_client").rglob("*.py") if path not in files and _is_generated(path)]
        return generated.write(files, check=False, obsolete=stale)
    except OSError as error:
        text = f"the folder can't be written: {error.strerror}"
        raise UserError([Problem("DW809", text, Place(str(folder)), str(folder), fix="name another folder")]) from None


def method_names(system: System) -> dict[str, str]:
    """Return each pattern's method name, or all problems: unusable names and duplicates of a consumer."""
    problems: list[Problem] = []
    names: dict[str, str] = {}
    for _, pattern in system.access_patterns:
        name = method_name(pattern)
        if name is None:
            text = f"'{pattern.question}' gives no short name for a method"
            problems.append(
                Problem("DW251", text, pattern.place, pattern.question, fix='give the pattern a name, name="product"')
            )
        else:
            names[pattern.id] = name
    for consumer in system.consumers:
        taken = {"transact": "transactions"}
        for _, pattern in system.access_patterns:
            if consumer in pattern.used_by and pattern.id in names:
                name = names[pattern.id]
                if name in taken:
                    text = f"consumer {consumer.name} has the method '{name}' for {taken[name]} already"
                    problems.append(Problem("DW252", text, pattern.place, name, fix='give one of them another name, name="..."'))
                taken.setdefault(name, pattern.id)
    if problems:
        raise UserError(dict.fromkeys(problems))
    return names


def class_names(system: System) -> dict[str, str]:
    """Return the class of each consumer."""
    reserved = {*consumers.IMPORTED, *(name for names in EXPORTED.values() for name in names)}
    names: dict[str, str] = {}
    owners: dict[str, Consumer] = {}
    for consumer in system.consumers:
        name = class_name(consumer.name)
        names[consumer.name] = f"{name}Client" if name in reserved else name
        other = owners.setdefault(names[consumer.name].lower(), consumer)
        if other is not consumer:
            text = f"its class would have the name of {other.name}'s, '{names[consumer.name]}'"
            raise UserError([Problem("DW252", text, consumer.place, consumer.name, fix="rename one of the two")])
    return names


def _check_parameters(system: System, build: Build) -> None:
    problems = []
    for _, pattern in system.access_patterns:
        taken: dict[str, str] = {}
        for method in build.methods[pattern.id][:1]:
            for (identifier, _, _), source in zip(
                method.parameters, _sources(build, pattern.id, len(method.parameters)), strict=True
            ):
                if identifier in taken:
                    text = f"'{taken[identifier]}' and '{source}' would both be the parameter '{identifier}'"
                    problems.append(Problem("DW252", text, pattern.place, identifier, fix="rename one of the two"))
                taken.setdefault(identifier, source)
    if problems:
        raise UserError(problems)


def _sources(build: Build, pattern: str, count: int) -> Iterator[str]:
    """Yield each parameter with its value."""
    given = build.parameters[pattern]
    if len(given) == count:
        return (parameter.value for parameter in given)
    return (identifier for identifier, _, _ in build.methods[pattern][0].parameters)


def exports(about: str, modules: Mapping[str, tuple[str, ...]]) -> str:
    """Return an __init__.py that gives the names of modules."""
    lines = [docstring(about), ""]
    for module, names in sorted(modules.items()):
        lines += _import(module, names)
    every = sorted(name for names in modules.values() for name in names)
    lines += ["", *laid_out("__all__ = ", literal(tuple(every)))]
    return "\n".join([*lines, ""])


def _import(module: str, names: tuple[str, ...]) -> list[str]:
    line = f"from .{module} import {', '.join(names)}"
    return [line] if len(line) <= 130 else [f"from .{module} import (", *(f"    {name}," for name in names), ")"]


def _check_folder(system: System, folder: Path) -> None:
    """Reject a folder that contains anything but this system's clients."""
    if not folder.exists() or (folder.is_dir() and not any(folder.iterdir())):
        return
    owner = _owner(folder / "pyproject.toml")
    if owner != system.name:
        text = (
            "the folder is not empty, and not one of this command" if owner is None else f"the folder has the clients of {owner}"
        )
        raise UserError([Problem("DW809", text, Place(str(folder)), str(folder), fix="name another folder")])


def _owner(file: Path) -> str | None:
    """Return the system in a folder's pyproject.toml."""
    try:
        mark = tomllib.loads(file.read_text(encoding="utf-8")).get("tool", {}).get(MARK, {})
    except (OSError, ValueError):
        return None
    system = mark.get("system") if isinstance(mark, dict) else None
    return system if isinstance(system, str) else None


def _is_generated(path: Path) -> bool:
    return path.read_text(encoding="utf-8", errors="replace").startswith(HEADER)

"""`dynawright new`."""

from __future__ import annotations

import shlex
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

new = typer.Typer(no_args_is_help=True, help="Begin a repository of your own, or add to one.")

SystemChoice = Annotated[str | None, typer.Option("--system", "-s", help="The system to add to; needed if there are several.")]


class Ci(StrEnum):
    """The service for which workflow files are written."""

    GITHUB = "github"
    GITLAB = "gitlab"
    NONE = "none"


class Framework(StrEnum):
    """The framework that the project installs."""

    CDKTF = "cdktf"
    CDKTN = "cdktn"


@new.command(epilog="Example: dynawright new project my-tables --defaults")
def project(
    folder: Annotated[Path, typer.Argument(help="A folder that does not exist yet.")],
    defaults: Annotated[bool, typer.Option("--defaults", help="Ask nothing.")] = False,
    name: Annotated[str | None, typer.Option("--project", help="The prefix of shared names. Default: the folder's name.")] = None,
    system: Annotated[str | None, typer.Option(help="The first system.")] = None,
    account_id: Annotated[str | None, typer.Option(help="The AWS account of production.")] = None,
    region: Annotated[str | None, typer.Option(help="The AWS Region.")] = None,
    ci: Annotated[Ci | None, typer.Option(help="Workflow files.")] = None,
    framework: Annotated[
        Framework | None, typer.Option(help="The framework: cdktf (default), or its maintained fork cdktn.")
    ] = None,
) -> int:
    """Write a repository with one small system, its tests, environments, Makefile and workflows."""
    from dynawright.new.project import Answers, create_project, installed_wheel

    answers = Answers(name, system, account_id, region, ci.value if ci else None, framework.value if framework else None)
    create_project(folder, answers, defaults=defaults)
    print(f"Written to {folder}. Next:\n\n    cd {folder}")
    if wheel := installed_wheel():  # the project's own environment needs it too
        print(f"    export PIP_FIND_LINKS={shlex.quote(str(wheel.parent))}    # where pip finds {wheel.name}")
    print("    make demo")
    return 0


@new.command(epilog="Example: dynawright new system billing")
def system(name: Annotated[str, typer.Argument(help="Lower-case letters, digits and underscores.")]) -> int:
    """Add a system: stacks/<name>/ with a model and a stack, and its test."""
    from dynawright.new.additions import add_system

    return _say(add_system(name))


@new.command(epilog="Example: dynawright new table refunds --system billing")
def table(
    name: Annotated[str, typer.Argument(help="Lower-case letters, digits and underscores.")], system: SystemChoice = None
) -> int:
    """Add a table to a system's model and stack."""
    from dynawright.new.additions import add_table

    return _say(add_table(system, name))


@new.command(epilog="Example: dynawright new function notify --system billing")
def function(
    name: Annotated[str, typer.Argument(help="Lower-case letters, digits and underscores.")],
    system: SystemChoice = None,
    publishes: Annotated[bool, typer.Option("--publishes", help="Publish each change once, to a new event bus.")] = False,
) -> int:
    """Add a stream function on a system's first table."""
    from dynawright.new.additions import add_function

    return _say(add_function(system, name, publishes=publishes))


@new.command(epilog="Example: dynawright new update --pretend")
def update(
    pretend: Annotated[bool, typer.Option("--pretend", help="Show the difference, change nothing.")] = False,
    old_wheel: Annotated[Path | None, typer.Option(help="The wheel that the project was made with, if no index has it.")] = None,
) -> int:
    """Show and apply the template's changes since the project was created."""
    from dynawright.new.update import update_project
    from dynawright.project import root

    difference = update_project(root(), old_wheel=old_wheel, pretend=pretend)
    print(difference or "The project is up to date.")
    return 0


def _say(files: list[Path]) -> int:
    from dynawright.project import root

    for path in files:
        print(f"written: {path.relative_to(root())}")
    return 0

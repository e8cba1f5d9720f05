"""`dynawright review` and `dynawright affected`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from dynawright.cli.options import BundledOption, EnvironmentOption, SystemOption


def review(
    environment: EnvironmentOption = "local",
    system: SystemOption = None,
    base: Annotated[str | None, typer.Option(help="The revision to compare with. Default: where this branch left main.")] = None,
    out: Annotated[Path, typer.Option(help="The file to write.")] = Path("review.md"),
    scan: Annotated[Path | None, typer.Option(help="A Markdown file with the gate's result, to be part of the page.")] = None,
    no_plan: Annotated[bool, typer.Option("--no-plan", help="Access and scan only, for forks without credentials.")] = False,
    bundled_terraform: BundledOption = False,
) -> int:
    """Plan with read-only rights and write what a reviewer needs to know: plans, guard, changed access.

    Leaves a saved plan per stack for `dynawright deploy`, unless the guard refuses one; then it ends with 1.
    """
    from dynawright.deploy.review import review as package

    return package.review(
        environment_name=environment,
        system=system,
        base=base,
        out=out,
        scan=scan,
        with_plan=not no_plan,
        allow_bundled=bundled_terraform,
    )


def affected(base: Annotated[str, typer.Argument(help="The revision to compare with.")]) -> int:
    """Print the stacks that differ from a revision as JSON, for pipelines that deploy just those."""
    from dynawright.deploy.review.affected import affected_since

    print(json.dumps(affected_since(base)))
    return 0

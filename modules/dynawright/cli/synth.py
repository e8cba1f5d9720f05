"""`dynawright synth`."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Annotated

import typer

from dynawright.cli.options import EnvironmentOption, SystemOption


def synth(
    environment: EnvironmentOption = "local",
    system: SystemOption = None,
    out: Annotated[Path, typer.Option(envvar="CDKTF_OUTDIR", help="The folder to write to.")] = Path("cdktf.out"),
) -> int:
    """Write Terraform JSON, one folder per stack."""
    from dynawright.deploy.workspace import Workspace
    from dynawright.steps import Steps

    with Steps().step(f"synthesize {system or 'all systems'} for {environment}") as said:
        workspace = Workspace(environment, out.absolute(), system)
        said.append(f"{len(workspace.stacks)} stacks")
    print(workspace.warnings, end="", file=sys.stderr)
    print(f"written to {os.path.relpath(out)}")
    return 0

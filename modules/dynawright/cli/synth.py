"""`dynawright synth`."""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path
from typing import Annotated

import typer

from dynawright.cli.options import EnvironmentOption, SystemOption
from dynawright.cli.output import usage_error


def synth(
    environment: EnvironmentOption = "local",
    system: SystemOption = None,
    out: Annotated[Path, typer.Option(envvar="CDKTF_OUTDIR", help="The folder to write to.")] = Path("cdktf.out"),
    as_module: Annotated[
        Path | None, typer.Option("--as-module", help="Write one system as a Terraform module for HCL into this new folder.")
    ] = None,
) -> int:
    """Write Terraform JSON, one folder per stack, or one system as a Terraform module."""
    if as_module:
        return _module(environment, system, as_module)
    from dynawright.deploy.workspace import Workspace
    from dynawright.steps import Steps

    with Steps().step(f"synthesize {system or 'all systems'} for {environment}") as said:
        workspace = Workspace(environment, out.absolute(), system)
        said.append(f"{len(workspace.stacks)} stacks")
    print(workspace.warnings, end="", file=sys.stderr)
    print(f"written to {os.path.relpath(out)}")
    return 0


def _module(environment: str, system: str | None, target: Path) -> int:
    from dynawright.deploy.workspace import Workspace
    from dynawright.terraform_module import write_module

    if system is None:
        raise usage_error("--as-module writes one system: name it with --system")
    with tempfile.TemporaryDirectory() as folder:
        workspace = Workspace(environment, Path(folder) / "cdktf.out", system)
        files = write_module(workspace.stacks[system], target)
    print(workspace.warnings, end="", file=sys.stderr)
    print(f"written to {os.path.relpath(target)}: {len(files)} files")
    return 0

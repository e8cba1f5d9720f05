"""What all Lambda functions share: the runtime, and where Terraform finds their code."""

from __future__ import annotations

from pathlib import Path
from typing import cast

import cdktf
from constructs import Construct

from dynawright.bindings.engine.location import location
from dynawright.constructs.package import Package

PYTHON = "python3.13"  # the newest that provider 5.100 knows
ASSETS = "assets"  # the folder of zips, below the stack's own
_MEMO = "_dynawright_folder"


def filename_of(code: Package, scope: Construct) -> str:
    """Writes the zip beside the stack's JSON; relative to it, so that the synthesized folder can be carried to another machine."""
    return f"{ASSETS}/{code.write(_stack_folder(scope) / ASSETS)}"


def _stack_folder(scope: Construct) -> Path:
    """Where Terraform will run; asked of cdktf once per stack."""
    stack = location(scope).stack
    memo = cast("Path | None", stack.__dict__.get(_MEMO))
    if memo is None:
        memo = stack.__dict__[_MEMO] = Path(cdktf.App.of(stack).outdir) / "stacks" / stack.node.id
    return memo

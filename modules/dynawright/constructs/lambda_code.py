"""Code of Lambda functions: the runtime version, and the zip's path for Terraform."""

from __future__ import annotations

from pathlib import Path
from typing import cast

from constructs import Construct

from dynawright.bindings.engine.location import location
from dynawright.constructs.package import Package
from dynawright.framework import cdktf

PYTHON = "python3.13"  # the newest version in provider 5.100
ASSETS = "assets"  # the folder of zips in the stack's folder
_MEMO = "_dynawright_folder"


def filename_of(code: Package, scope: Construct) -> str:
    """Write the zip beside the stack's JSON; return a relative path, so that the folder can be moved."""
    return f"{ASSETS}/{code.write(stack_folder(scope) / ASSETS)}"


def stack_folder(scope: Construct) -> Path:
    """Return Terraform's working directory; cached per stack."""
    stack = location(scope).stack
    memo = cast("Path | None", stack.__dict__.get(_MEMO))
    if memo is None:
        memo = stack.__dict__[_MEMO] = Path(cdktf.App.of(stack).outdir) / "stacks" / stack.node.id
    return memo

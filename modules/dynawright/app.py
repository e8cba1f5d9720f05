"""The cdktf app that an application's main.py runs."""

from __future__ import annotations

import gc
import os
from pathlib import Path
from typing import NoReturn

from dynawright.errors import run, warn

__all__ = ["main", "synth"]

CDKTF_CLI = "CDKTF_CONTINUE_SYNTH_ON_ERROR_ANNOTATIONS"
"""Set by the cdktf command line for the app.

dynawright's own commands judge what they apply (docs/adr/0031).
"""
BINARY, JUDGING = "TERRAFORM_BINARY_NAME", "dynawright-terraform"
"""The variable with cdktf's Terraform, and the program that judges plans."""


def main() -> NoReturn:
    """Synthesize DYNAWRIGHT_SYSTEM, or all systems, in DYNAWRIGHT_ENV (default: local), then exit."""
    run(synth)


def synth() -> None:
    """Write the Terraform JSON to CDKTF_OUTDIR (cdktf.out by default)."""
    # Looking for pydantic plugins among all installed packages takes longer than loading the settings.
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")
    gc.disable()  # garbage collection while cdktf is imported takes a tenth of this process's second

    from dynawright.bindings.engine.node import choose_node
    from dynawright.settings import load_named

    environment = load_named(os.environ.get("DYNAWRIGHT_ENV") or "local")
    choose_node(os.environ)
    from dynawright import synthesis  # imports cdktf, which looks for Node

    synthesize = synthesis.synthesize_judged if CDKTF_CLI in os.environ else synthesis.synthesize
    if CDKTF_CLI in os.environ and Path(os.environ.get(BINARY) or "").name != JUDGING:
        warn(f"the guard does not see what cdktf applies: set {BINARY}={JUDGING}")
    synthesize(
        environment,
        system=os.environ.get("DYNAWRIGHT_SYSTEM"),
        outdir=Path(os.environ.get("CDKTF_OUTDIR") or "cdktf.out"),
    )
    gc.freeze()  # otherwise Python collects garbage at exit

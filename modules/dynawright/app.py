"""The cdktf app that an application's main.py runs."""

from __future__ import annotations

import gc
import os
from pathlib import Path
from typing import NoReturn

from dynawright.errors import run

__all__ = ["main", "synth"]


def main() -> NoReturn:
    """Synthesize the environment DYNAWRIGHT_ENV (local by default), all its systems or DYNAWRIGHT_SYSTEM, and end the process."""
    run(synth)


def synth() -> None:
    """Write the Terraform JSON to CDKTF_OUTDIR (cdktf.out by default)."""
    # Looking for pydantic plugins among all installed packages takes longer than loading the settings.
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")
    gc.disable()  # the process lives for a second: collecting while cdktf is imported takes a tenth of it

    from dynawright.bindings.engine.node import choose_node
    from dynawright.settings import load_named

    environment = load_named(os.environ.get("DYNAWRIGHT_ENV") or "local")
    choose_node(os.environ)
    from dynawright.synthesis import synthesize  # imports cdktf, which looks for Node

    synthesize(
        environment,
        system=os.environ.get("DYNAWRIGHT_SYSTEM"),
        outdir=Path(os.environ.get("CDKTF_OUTDIR") or "cdktf.out"),
    )
    gc.freeze()  # otherwise Python collects everything as it ends

"""A synthesized environment, each system in a folder that Terraform can run in."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

from environments import Environment, load_named
from errors import UserError
from harness import process
from harness.emulator import PROJECT


class Workspace:
    """Synthesizes by running `python main.py`, just as a user does."""

    def __init__(self, environment_name: str, outdir: Path, system: str | None = None) -> None:
        self.environment: Environment = load_named(environment_name)
        self.outdir = outdir
        environ = {
            **os.environ,
            "TABLESTAKES_ENV": environment_name,
            "TABLESTAKES_SYSTEM": system or "",
            "CDKTF_OUTDIR": str(outdir),
        }
        done = process.run([sys.executable, "main.py"], folder=PROJECT, environ=environ)
        if done.returncode != 0:
            raise UserError([line.removeprefix("error: ") for line in done.stderr.splitlines()])
        self.warnings = done.stderr

    @property
    def stacks(self) -> dict[str, Path]:
        """System → the folder of its stack; only those that this synthesis wrote, since folders of earlier ones stay."""
        manifest = json.loads((self.outdir / "manifest.json").read_text())
        suffix = f"-{self.environment.name}"
        folders = {name: self.outdir / stack["workingDirectory"] for name, stack in manifest["stacks"].items()}
        return {name.removesuffix(suffix): folder for name, folder in folders.items()}

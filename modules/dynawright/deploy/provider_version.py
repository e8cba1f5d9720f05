"""Chooses the AWS provider for the emulator: the stack's version, else the newest supported one."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

from dynawright.deploy.provider_mirror import Installation, versions_in
from dynawright.errors import Problem, UserError
from dynawright.provider_versions import DEFAULT, TESTED, admits, is_range, is_supported, parsed


@dataclass(frozen=True)
class ProviderVersion:
    """`wanted` is the stack's version or range; `version` is the one that runs."""

    version: str
    wanted: str
    installation: Installation

    def __str__(self) -> str:
        origin = self.installation.path or "from the registry"
        if admits(self.wanted, self.version):
            return f"AWS provider {self.version} ({origin})"
        return f"AWS provider {self.version} ({origin}): {self.wanted}, which the stacks ask for, is not there"


def asked_for(folder: Path) -> str:
    """Return the version of the stack in the folder, or the default without a stack."""
    try:
        document = json.loads((folder / "cdk.tf.json").read_text(encoding="utf-8"))
    except FileNotFoundError:
        return DEFAULT
    return str(document["terraform"]["required_providers"]["aws"]["version"])


def on_emulator(wanted: str, installation: Installation) -> ProviderVersion:
    """Choose a version; raise an error if the mirror has no supported one."""
    offered = TESTED if installation.path is None else versions_in(installation.path, installation.registry)
    if installation.path is None and not is_range(wanted):
        return ProviderVersion(wanted, wanted, installation)
    for versions in (
        [version for version in offered if admits(wanted, version)],
        [version for version in offered if is_supported(version)],
    ):
        if versions:
            return ProviderVersion(max(versions, key=parsed), wanted, installation)
    text = f"the mirror has no supported version of the AWS provider, only {', '.join(offered)}"
    raise UserError([Problem("DW412", text, value=str(installation.path), fix=f"add {wanted} to it, or name another mirror")])

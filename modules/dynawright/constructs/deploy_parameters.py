"""Rights of deploy roles on parameters that publish outputs. Imports no cdktf."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from dynawright.constructs import deploy_access as access
from dynawright.constructs.deploy_names import SystemNames
from dynawright.iam.policy import Statement
from dynawright.settings import Environment


class Parameters:
    """Names of the systems that publish their outputs; empty in most environments."""

    def __init__(self, environment: Environment, systems: Sequence[SystemNames]) -> None:
        published = [system.system for system in systems if environment.for_system(system.system).outputs.parameters]
        paths = [f"parameter/{environment.project}/{environment.name}/{system}/*" for system in published]
        self._names = [f"{environment.account_id}:{path}" for path in paths]

    def statements(
        self, actions: tuple[str, ...], regions: Sequence[str], condition: Mapping[str, Mapping[str, Any]]
    ) -> list[Statement]:
        """Return statements on the parameters; Terraform also lists them to read one."""
        arns = tuple(f"arn:aws:ssm:{region}:{name}" for region in regions for name in self._names)
        return [Statement(actions, arns, condition), Statement(access.PARAMETER_LISTS, ("*",))] if arns else []

"""What every system's stack has: provider, state, tags, settings."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

import cdktf
from constructs import Construct

from environments import Environment
from imports.aws.provider import AwsProvider, AwsProviderDefaultTags
from modules.model import Consumer, System
from modules.policy import Statement
from modules.role import Role


class SystemStack(cdktf.TerraformStack):
    """One system in one environment: its own stack, its own state, deployed on its own."""

    system: ClassVar[System]
    tags: ClassVar[Mapping[str, str]] = {}

    def __init__(self, scope: Construct, environment: Environment) -> None:
        super().__init__(scope, f"{self.system.name}-{environment.name}")
        self.environment = environment
        self.settings = environment.for_system(self.system.name)
        tags = {**environment.tags, **self.tags, "Environment": environment.name, "ManagedBy": "terraform"}
        AwsProvider(
            self,
            "aws",
            region=environment.region,
            allowed_account_ids=[environment.account_id],
            default_tags=[AwsProviderDefaultTags(tags=tags)],
        )
        self._keep_state()

    def role(self, consumer: Consumer, trust: Statement) -> Role:
        """The role of one of the system's consumers; grants fill it."""
        id = "".join(part.capitalize() for part in consumer.name.split("-"))
        name = f"{self.system.name.replace('_', '-')}-{consumer.name}"
        return Role(self, f"{id}Role", name=name, description=consumer.description, trust=trust, settings=self.environment.roles)

    def output(self, name: str, value: str) -> None:
        """A value for whoever reads the stack's outputs; `name` is part of the contract."""
        cdktf.TerraformOutput(self, name, value=value)

    def _keep_state(self) -> None:
        state = self.environment.state
        if state.bucket is None:
            # Relative to cdktf.out/stacks/<stack>, where terraform runs: the project's root.
            cdktf.LocalBackend(self, path=f"../../../terraform.{self.system.name}-{self.environment.name}.tfstate")
            return
        backend = cdktf.S3Backend(
            self,
            bucket=state.bucket,
            key=f"{self.system.name}/terraform.tfstate",
            region=self.environment.state_region,
            encrypt=True,
            kms_key_id=state.kms_key_arn,
            allowed_account_ids=[self.environment.account_id],
        )
        backend.add_override("use_lockfile", True)  # cdktf 0.21 has no argument for it; a DynamoDB lock table is deprecated

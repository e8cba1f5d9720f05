"""A stack's state backend, from the environment's settings."""

from __future__ import annotations

from typing import Any

from dynawright.framework import CDKTN, CHOSEN, cdktf
from dynawright.settings import Environment


def keep_state(stack: cdktf.TerraformStack, name: str, environment: Environment) -> None:
    """Give the stack its backend. `name` is the stack's own, without the environment's."""
    state = environment.state
    if state.bucket is not None:
        _in_s3(stack, f"{environment.name}/{name}/terraform.tfstate", environment)
        return
    # The project's root, relative to cdktf.out/stacks/<stack>, where Terraform runs.
    cdktf.LocalBackend(stack, path=f"../../../terraform.{name}-{environment.name}.tfstate")
    if state.backend is not None:  # cdktf's own classes lack newer arguments of Terraform
        config = state.config_of(name, environment.name)
        if state.backend == "cloud":
            stack.add_override("terraform.backend", None)
            stack.add_override("terraform.cloud", config)
        else:
            stack.add_override("terraform.backend.local", None)
            stack.add_override(f"terraform.backend.{state.backend}", config)


def _in_s3(stack: cdktf.TerraformStack, key: str, environment: Environment) -> None:
    """`key` contains the environment's name: environments may share a bucket."""
    lock: dict[str, Any] = {"use_lockfile": True} if CHOSEN == CDKTN else {}
    backend = cdktf.S3Backend(
        stack,
        bucket=str(environment.state.bucket),
        key=key,
        region=environment.state_region,
        encrypt=True,
        kms_key_id=environment.state.kms_key_arn,
        allowed_account_ids=[environment.account_id],
        **lock,
    )
    if not lock:
        backend.add_override("use_lockfile", True)  # cdktf 0.21 has no argument for it; a DynamoDB lock table is deprecated

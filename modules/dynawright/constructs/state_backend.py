"""Where a stack keeps its state, as its environment's settings say."""

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
    # Relative to cdktf.out/stacks/<stack>, where terraform runs: the project's root.
    cdktf.LocalBackend(stack, path=f"../../../terraform.{name}-{environment.name}.tfstate")
    if state.backend is not None:  # cdktf's own classes leave out arguments that Terraform has since got
        config = state.config_of(name, environment.name)
        if state.backend == "cloud":
            stack.add_override("terraform.backend", None)
            stack.add_override("terraform.cloud", config)
        else:
            stack.add_override("terraform.backend.local", None)
            stack.add_override(f"terraform.backend.{state.backend}", config)


def _in_s3(stack: cdktf.TerraformStack, key: str, environment: Environment) -> None:
    """`key` has the environment's name: environments may share a bucket."""
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

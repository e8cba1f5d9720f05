"""Create the resources on the emulator that an account has before its first apply."""

from __future__ import annotations

import json

from dynawright.emulator.emulator import Emulator
from dynawright.settings import Environment

BOUNDARY = {
    "Version": "2012-10-17",
    "Statement": [{"Effect": "Allow", "NotAction": ["iam:*", "organizations:*", "account:*"], "Resource": "*"}],
}
"""A boundary that permits everything except changing anyone's rights."""


def provide(emulator: Emulator, environment: Environment) -> None:
    """Create the environment's permissions boundary: with a missing one, a role may do nothing."""
    if arn := environment.roles.permissions_boundary_arn:
        *_, path = arn.split(":policy/")
        folder, _, name = f"/{path}".rpartition("/")
        iam = emulator.client("iam", environment.region)
        iam.create_policy(PolicyName=name, Path=f"{folder}/", PolicyDocument=json.dumps(BOUNDARY))

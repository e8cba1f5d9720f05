"""An output as an SSM parameter, which applications and other stacks read without access to the state."""

from __future__ import annotations

from constructs import Construct

from dynawright.bindings.aws.ssm_parameter import SsmParameter
from dynawright.constructs.naming import environment_of
from dynawright.constructs.suppression import suppress

PUBLIC = "outputs are names, ARNs and figures: nothing in them is secret, and who reads one needs a right on it"


def publish(scope: Construct, system: str, name: str, value: str) -> None:
    """Build the parameter /<project>/<environment>/<system>/<name>."""
    environment = environment_of(scope)
    path = f"/{environment.project}/{environment.name}/{system}/{name}"
    parameter = SsmParameter(scope, f"{name}Parameter", name=path, type="String", insecure_value=value)
    suppress(parameter, "CKV2_AWS_34", because=PUBLIC)

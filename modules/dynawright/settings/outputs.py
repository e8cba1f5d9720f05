"""Settings of stack outputs for applications."""

from pydantic import Field

from dynawright.settings.base import Settings


class OutputSettings(Settings):
    """Publication of stacks' outputs: applications should not read Terraform's state."""

    parameters: bool = Field(
        default=False,
        description="Publish each output as a parameter of Systems Manager, /<project>/<environment>/<system>/<name>.",
    )

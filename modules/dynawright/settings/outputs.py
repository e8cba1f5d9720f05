"""Where applications find what a stack has built."""

from pydantic import Field

from dynawright.settings.base import Settings


class OutputSettings(Settings):
    """The outputs of stacks: Terraform's state has them, which applications should not read."""

    parameters: bool = Field(
        default=False,
        description="Publish each output as a parameter of Systems Manager, /<project>/<environment>/<system>/<name>.",
    )

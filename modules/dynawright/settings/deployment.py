"""Who deploys an environment: a repository on GitHub, or nobody but people."""

from pydantic import Field

from dynawright.settings.base import Settings, allowed

REPOSITORY_TAG = "Repository"
"""Says which repository a resource belongs to: deploy roles know their own by it."""


class DeploymentSettings(Settings):
    """The roles that workflows of a repository assume; without a repository there are none."""

    repository: str | None = Field(
        default=None,
        pattern="^[A-Za-z0-9-]+/[A-Za-z0-9._-]+$",
        max_length=140,
        description="The repository on GitHub whose workflows plan and deploy; it is also a tag on everything built.",
        json_schema_extra=allowed("one exact name, owner/repository, or null for no roles"),
    )
    create_github_provider: bool = Field(
        default=True,
        description="Make GitHub's OIDC provider; an account can have one only: false where it has it already.",
    )

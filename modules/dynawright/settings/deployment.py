"""Settings of deployments: by workflows of a GitHub repository, or by people only."""

from pydantic import Field

from dynawright.errors import Problem
from dynawright.settings.base import Settings, allowed
from dynawright.settings.problem import Conflicts

REPOSITORY_TAG = "Repository"
"""The tag with a resource's repository, by which deploy roles recognize their own resources."""


class DeploymentSettings(Settings):
    """The roles for a repository's workflows; none without a repository."""

    repository: str | None = Field(
        default=None,
        pattern="^[A-Za-z0-9-]+/[A-Za-z0-9._-]+$",
        max_length=140,
        description="The repository on GitHub whose workflows plan and deploy; it is also a tag on everything built.",
        json_schema_extra=allowed("one exact name, owner/repository, or null for no roles"),
    )
    owner_id: int | None = Field(
        default=None,
        ge=1,
        description="GitHub's id of the repository's owner: `gh api repos/<owner>/<name> --jq .owner.id`. Needed for repositories made, "
        "renamed or transferred since July 2026, together with repository_id.",
        json_schema_extra=allowed("a whole number from 1 on, or null for subjects without ids"),
    )
    repository_id: int | None = Field(
        default=None,
        ge=1,
        description="GitHub's id of the repository: `gh api repos/<owner>/<name> --jq .id`.",
        json_schema_extra=allowed("a whole number from 1 on, or null for subjects without ids"),
    )
    accept_names: bool = Field(
        default=False,
        description="With ids set, trust subjects without ids as well: only while the repository changes from one form to the other.",
    )
    create_github_provider: bool = Field(
        default=True,
        description="Make GitHub's OIDC provider; an account can have one only: false where it has it already.",
    )

    def spellings(self, repository: str) -> tuple[str, ...]:
        """Return the repository as in a GitHub token's subject: with its ids if they are set."""
        if self.owner_id is None or self.repository_id is None:
            return (repository,)
        owner, _, name = repository.partition("/")
        with_ids = f"{owner}@{self.owner_id}/{name}@{self.repository_id}"
        return (with_ids, repository) if self.accept_names else (with_ids,)

    def conflicts(self, region: str | None = None) -> Conflicts:
        """Return an id without the other one, and the switch if it has no effect without them."""
        ids = {"owner_id": self.owner_id, "repository_id": self.repository_id}
        given = [name for name, id in ids.items() if id is not None]
        if len(given) == 1:
            (missing,) = ids.keys() - set(given)
            fix = f"set {missing}, or remove the line"
            return {(given[0],): Problem("DW173", f"needs {missing}: a subject has both ids", value=ids[given[0]], fix=fix)}
        if given and self.repository is None:
            text, fix = "needs deployment.repository", "set it, or remove the ids"
            return {("owner_id",): Problem("DW173", text, value=self.owner_id, fix=fix)}
        if self.accept_names and not given:
            text, fix = "has no effect without ids: names alone are trusted", "set both ids, or remove the line"
            return {("accept_names",): Problem("DW173", text, value=True, fix=fix)}
        return {}

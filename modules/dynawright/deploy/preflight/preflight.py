"""All checks, in the order of output."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterator
from pathlib import Path

from dynawright.aws import client, refusals_in_words
from dynawright.deploy.account import refuse_another
from dynawright.deploy.preflight import boundary, quotas, surroundings
from dynawright.deploy.preflight.row import Account, Look, Row
from dynawright.deploy.workspace import Workspace
from dynawright.settings import Environment, load_named

CHECKS: dict[str, Look] = {
    "account": surroundings.owner,
    "Region": surroundings.regions,
    "state bucket": surroundings.state_bucket,
    "permissions boundary": boundary.boundary,
    "copy vault": surroundings.copy_vaults,
    "VPC": surroundings.networks,
    "role": surroundings.named_roles,
    "GitHub's OIDC provider": surroundings.github_provider,
    "service-linked role": quotas.service_roles,
    "Lambda concurrency": quotas.concurrency,
    "IAM policies": quotas.identities,
    "regional quotas": quotas.regional_quotas,
    "topic": surroundings.topics,
}
"""The subject of each check."""


def preflight(environment: Environment) -> list[Row]:
    """Return the state of everything that an environment's first apply needs; change nothing."""
    with tempfile.TemporaryDirectory() as folder:
        workspace = Workspace(environment.name, Path(folder))
        stacks = {name: json.loads((path / "cdk.tf.json").read_text()) for name, path in workspace.stacks.items()}
    return list(dict.fromkeys(rows(Account(environment, client, stacks))))  # systems may share a VPC


def preflight_with_own_credentials(environment_name: str) -> list[Row]:
    """Check an environment with the user's credentials, which must belong to its account."""
    environment = load_named(environment_name)
    with refusals_in_words():
        refuse_another(environment, client("sts", environment.home_region))
        return preflight(environment)


def rows(account: Account) -> Iterator[Row]:
    """Run all checks; a check without the required rights becomes a note."""
    from botocore.exceptions import ClientError

    for name, look in CHECKS.items():
        try:
            yield from look(account)
        except ClientError as error:
            code = error.response["Error"]["Code"]
            if "AccessDenied" not in code and "Unauthorized" not in code:
                raise
            yield Row(name, error.operation_name, "note", "the credentials may not look: use those of an administrator")

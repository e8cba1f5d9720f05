"""Who plans and applies on the emulator: the workflow roles, or the administrator."""

from __future__ import annotations

from dataclasses import dataclass

from dynawright.constructs.deploy_names import DEPLOY_ROLE, PLAN_ROLE
from dynawright.emulator.emulator import Emulator
from dynawright.emulator.iam.credentials import ADMINISTRATOR, Credentials
from dynawright.iam import trust
from dynawright.settings import Environment


@dataclass(frozen=True)
class Workflow:
    """Credentials for planning, and for applying and destroying."""

    plans: Credentials = ADMINISTRATOR
    applies: Credentials = ADMINISTRATOR


def workflow(emulator: Emulator, environment: Environment) -> Workflow:
    """Assume the foundation's roles as GitHub does; without a repository, use the administrator."""
    repository = environment.deployment.repository
    if repository is None:
        return Workflow()

    def assumed(role: str, deployment: str) -> Credentials:
        name = f"{environment.roles.path}{environment.shared_name(role)}"
        subject = f"repo:{repository}:environment:{deployment}"
        arn = f"arn:aws:iam::{environment.account_id}:role{name}"
        return emulator.assume_with_token(arn, issuer=f"https://{trust.GITHUB}", session_name="GitHubActions", sub=subject)

    return Workflow(assumed(PLAN_ROLE, f"plan-{environment.name}"), assumed(DEPLOY_ROLE, environment.name))

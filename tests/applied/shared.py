"""Every system, applied once to an IAM-enforcing emulator, for read-only tests.

The administrator builds the foundation, and its roles everything else; IAM must deny them nothing. It may deny consumers: stories
also show forbidden requests.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial

import pytest

from dynawright import process
from dynawright import systems as all_systems
from dynawright.deploy.terraform import Terraform
from dynawright.deploy.workspace import Workspace
from dynawright.emulator import account
from dynawright.emulator.demo import terraform_of
from dynawright.emulator.emulator import Emulator
from dynawright.emulator.iam.credentials import ADMINISTRATOR
from dynawright.emulator.iam.questions import AskedCall
from dynawright.emulator.workflow import workflow
from dynawright.iam.evaluator import RoleSession
from dynawright.model import System
from dynawright.systems import FOUNDATION
from tests.access.bounded import beyond, documented
from tests.applied.recordings import recording

STORY = "story-"
"""Session name prefixes for consumers that try forbidden things: see tests/stacks/stage.py."""


def in_story(call: AskedCall) -> bool:
    return isinstance(call.principal, RoleSession) and call.principal.session_name.startswith(STORY)


@dataclass(frozen=True)
class Applied:
    """A system on the emulator."""

    system: System
    workspace: Workspace
    emulator: Emulator
    planner: Terraform
    """Under the role that plans."""
    terraform: Terraform
    """Under the role that applies."""


@pytest.fixture(scope="session")
def local(needs_terraform: None, tmp_path_factory: pytest.TempPathFactory) -> Workspace:
    return Workspace("local", tmp_path_factory.mktemp("local") / "cdktf.out")


def build(planner: Terraform, applier: Terraform) -> None:
    planner.init()
    saved = planner.folder / "reviewed.tfplan"
    planner.save_plan(saved)
    applier.apply(saved)


@pytest.fixture(scope="session")
def emulator(local: Workspace) -> Iterator[Emulator]:
    with Emulator(local.environment.account_id, iam="enforce", record=recording("systems")) as emulator:
        account.provide(emulator, local.environment)
        yield emulator


@pytest.fixture(scope="session")
def foundation(local: Workspace, emulator: Emulator) -> Iterator[Terraform]:
    """The foundation, whose topic the systems look up."""
    terraform = terraform_of(local, emulator, FOUNDATION, ADMINISTRATOR)
    build(terraform, terraform)
    yield terraform
    terraform.destroy(refresh=False)
    assert terraform.addresses() == []


@pytest.fixture(scope="session")
def systems(local: Workspace, emulator: Emulator, foundation: Terraform) -> Iterator[Mapping[str, Applied]]:
    """Apply all systems at once, since applies mostly wait; fail if a destroy leaves resources."""
    roles = workflow(emulator, local.environment)
    found = {
        system.name: Applied(
            system,
            local,
            emulator,
            *(terraform_of(local, emulator, system.name, credentials) for credentials in (roles.plans, roles.applies)),
        )
        for system in all_systems.systems()
    }
    process.together([partial(build, applied.planner, applied.terraform) for applied in found.values()])
    yield found
    process.together([partial(applied.terraform.destroy, refresh=False) for applied in found.values()])
    assert [call.message for call in emulator.denials() if not in_story(call)] == []
    assert beyond(documented(str(local.environment.deployment.repository), "state"), emulator.questions()) == []
    assert {name: value.terraform.addresses() for name, value in found.items() if value.terraform.addresses()} == {}
    assert emulator.client("dynamodb", local.environment.region).list_tables()["TableNames"] == []

"""Every system, applied once by real Terraform to one emulator that enforces IAM; tests that only read share it.

The administrator builds the foundation, and its roles everything else: nothing that they do may be denied.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from dynawright import process
from dynawright import systems as all_systems
from dynawright.deploy.plan import Plan
from dynawright.deploy.terraform import Terraform
from dynawright.deploy.workspace import Workspace
from dynawright.emulator import account
from dynawright.emulator.demo import terraform_of
from dynawright.emulator.emulator import Emulator
from dynawright.emulator.iam.credentials import ADMINISTRATOR
from dynawright.emulator.workflow import workflow
from dynawright.model import System
from dynawright.systems import FOUNDATION
from tests.applied.durable_stack import ENVIRONMENT, synthesized


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
    with Emulator(local.environment.account_id, iam="enforce") as emulator:
        account.provide(emulator, local.environment)
        yield emulator


@pytest.fixture(scope="session")
def foundation(local: Workspace, emulator: Emulator) -> Iterator[Terraform]:
    """What all systems share; systems look its topic up."""
    terraform = terraform_of(local, emulator, FOUNDATION, ADMINISTRATOR)
    build(terraform, terraform)
    yield terraform
    terraform.destroy()
    assert terraform.addresses() == []


@pytest.fixture(scope="session")
def systems(local: Workspace, emulator: Emulator, foundation: Terraform) -> Iterator[Mapping[str, Applied]]:
    """All of them at the same time, since most of an apply is waiting; a destroy that leaves something behind fails."""
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
    process.together([partial(build, one.planner, one.terraform) for one in found.values()])
    yield found
    process.together([one.terraform.destroy for one in found.values()])
    assert [call.message for call in emulator.denials()] == []
    assert {name: one.terraform.addresses() for name, one in found.items() if one.terraform.addresses()} == {}
    assert emulator.client("dynamodb", local.environment.region).list_tables()["TableNames"] == []


@pytest.fixture(params=[system.name for system in all_systems.systems()])
def applied(request: pytest.FixtureRequest, systems: Mapping[str, Applied]) -> Applied:
    """One system after the other."""
    return systems[request.param]


@dataclass(frozen=True)
class Durable:
    """The stack of durable_stack.py on an emulator."""

    emulator: Emulator
    terraform: Terraform
    outputs: dict[str, str]
    second_plan: Plan

    def client(self, service: str) -> Any:
        return self.emulator.client(service, ENVIRONMENT.region)


@pytest.fixture(scope="session")
def durable(needs_terraform: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Durable]:
    """Applied once for the tests of backups, exports and restores: S3 and SQS alone make the provider wait for a minute."""
    with Emulator(ENVIRONMENT.account_id) as emulator:
        mostly_waits = {"TF_CLI_ARGS_apply": "-parallelism=40", "TF_CLI_ARGS_destroy": "-parallelism=40"}
        terraform = Terraform(synthesized(tmp_path_factory.mktemp("durable") / "cdktf.out"), emulator.environ | mostly_waits)
        terraform.use_emulator()
        terraform.init()
        terraform.apply()
        durable = Durable(emulator, terraform, terraform.outputs(), terraform.plan())
        yield durable
        for name in durable.client("dynamodb").list_tables()["TableNames"]:
            if name.endswith("-restored"):
                durable.client("dynamodb").delete_table(TableName=name)
        terraform.destroy()
        assert terraform.addresses() == []
        assert durable.client("dynamodb").list_tables()["TableNames"] == []
        assert durable.client("backup").list_backup_vaults()["BackupVaultList"] == []
        assert durable.client("s3").list_buckets()["Buckets"] == []


@pytest.fixture
def application(application: Path, project_root: Path) -> Path:
    """The small application of the tests, with the providers that were downloaded before."""
    (project_root / ".cache").mkdir(exist_ok=True)
    (application / ".cache").symlink_to(project_root / ".cache")
    return application

"""Fixtures of tests that apply stacks; shared.py applies the systems."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from dynawright import systems as all_systems
from dynawright.deploy.plan import Plan
from dynawright.deploy.terraform import Terraform
from dynawright.emulator.deliveries import Delivery
from dynawright.emulator.emulator import Emulator
from dynawright.emulator.iam.credentials import ADMINISTRATOR, Credentials
from dynawright.emulator.patterns.outcome import Outcome
from tests.applied import exercised
from tests.applied.durable_stack import ENVIRONMENT, synthesized
from tests.applied.recordings import recording
from tests.applied.shared import Applied


@pytest.fixture(params=[system.name for system in all_systems.systems()])
def applied(request: pytest.FixtureRequest, systems: Mapping[str, Applied]) -> Applied:
    """One system after the other."""
    return systems[request.param]


@pytest.fixture(scope="session")
def outcomes() -> Callable[[Applied], list[Outcome]]:
    """Return the outcome of every access pattern of a system."""
    return exercised.once(exercised.run_patterns)


@pytest.fixture(scope="session")
def deliveries() -> Callable[[Applied], list[Delivery]]:
    """Return the results of a system's functions on its stream."""
    return exercised.once(exercised.feed_functions)


@dataclass(frozen=True)
class Durable:
    """The stack of durable_stack.py on an emulator."""

    emulator: Emulator
    terraform: Terraform
    outputs: dict[str, str]
    second_plan: Plan

    def client(self, service: str, credentials: Credentials = ADMINISTRATOR) -> Any:
        return self.emulator.client(service, ENVIRONMENT.region, credentials)

    def acting(self, role: str, service: str, source_arn: str | None = None) -> Credentials:
        """Return credentials of a role of the stack, which a service assumes to act for a resource."""
        arn = f"arn:aws:iam::{ENVIRONMENT.account_id}:role/{role}-{ENVIRONMENT.name}"
        return self.emulator.assume(arn, service=f"{service}.amazonaws.com", source_arn=source_arn)


@pytest.fixture(scope="session")
def durable(needs_terraform: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Durable]:
    """Applied once for tests of backups, exports and restores: S3 and SQS make it slow."""
    with Emulator(ENVIRONMENT.account_id, iam="enforce", record=recording("durable")) as emulator:
        terraform = Terraform(synthesized(tmp_path_factory.mktemp("durable") / "cdktf.out"), emulator.environ)
        terraform.use_emulator()
        terraform.init()
        terraform.apply()
        durable = Durable(emulator, terraform, terraform.outputs(), terraform.plan())
        yield durable
        for name in durable.client("dynamodb").list_tables()["TableNames"]:
            if name.endswith("-restored"):
                durable.client("dynamodb").delete_table(TableName=name)
        terraform.destroy(refresh=False)
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

"""Every system, applied once by real Terraform to one emulator; tests that only read share it."""

import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from harness.emulator import Emulator
from harness.plan import Plan
from harness.terraform import Terraform
from harness.workspace import Workspace
from modules.model import System
from stacks.systems import SYSTEMS
from tests.emulator.durable_stack import ENVIRONMENT, synthesized


@dataclass(frozen=True)
class Applied:
    """A system on the emulator."""

    system: System
    workspace: Workspace
    emulator: Emulator
    terraform: Terraform


@pytest.fixture(scope="session")
def local(needs_terraform: None, tmp_path_factory: pytest.TempPathFactory) -> Workspace:
    return Workspace("local", tmp_path_factory.mktemp("local") / "cdktf.out")


@pytest.hookimpl(tryfirst=True)  # before xdist looks for the groups
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """All tests of a system run on one worker: with `--dist loadgroup` it is applied once."""
    for item in items:
        applied = getattr(item, "callspec", None) and item.callspec.params.get("applied")  # type: ignore[attr-defined]
        if applied:
            item.add_marker(pytest.mark.xdist_group(f"system-{applied.name}"))


def applied_stack(local: Workspace, emulator: Emulator, name: str) -> Terraform:
    terraform = Terraform(local.stacks[name], emulator.environ)
    terraform.use_emulator()
    terraform.init()
    terraform.validate()
    terraform.apply()
    return terraform


@pytest.fixture(scope="session")
def emulator(local: Workspace) -> Iterator[Emulator]:
    with Emulator(local.environment.account_id) as emulator:
        yield emulator


@pytest.fixture(scope="session")
def foundation(local: Workspace, emulator: Emulator) -> Iterator[Terraform]:
    """What all systems share; systems look its topic up."""
    terraform = applied_stack(local, emulator, "foundation")
    yield terraform
    terraform.destroy()
    assert terraform.addresses() == []


@pytest.fixture(scope="session", params=SYSTEMS, ids=lambda system: system.name)
def applied(request: pytest.FixtureRequest, local: Workspace, emulator: Emulator, foundation: Terraform) -> Iterator[Applied]:
    """Applied before the first test of a system, destroyed after its last; a destroy that leaves something behind fails."""
    system: System = request.param
    terraform = applied_stack(local, emulator, system.name)
    yield Applied(system, local, emulator, terraform)
    terraform.destroy()
    assert terraform.addresses() == []
    assert emulator.client("dynamodb", local.environment.region).list_tables()["TableNames"] == []


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
def project_copy(project_root: Path, tmp_path: Path) -> Path:
    """For commands that write into the project's folder: what git tracks, not what earlier runs left there."""
    ignored = shutil.ignore_patterns(".git", ".venv*", "cdktf.out", "node_modules", "tests", ".cache", "*.tfstate*", ".*_cache")
    copy = tmp_path / "project"
    shutil.copytree(project_root, copy, ignore=ignored)
    return copy

"""Every system, applied once by real Terraform to one emulator; tests that only read share it."""

import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from harness.emulator import Emulator
from harness.terraform import Terraform
from harness.workspace import Workspace
from modules.model import System
from stacks.systems import SYSTEMS


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


@pytest.fixture(scope="session", params=SYSTEMS, ids=lambda system: system.name)
def applied(request: pytest.FixtureRequest, local: Workspace) -> Iterator[Applied]:
    """Applied before the first test of a system, destroyed after its last; a destroy that leaves something behind fails."""
    system: System = request.param
    with Emulator(local.environment.account_id) as emulator:
        terraform = Terraform(local.stacks[system.name], emulator.environ)
        terraform.use_emulator()
        terraform.init()
        terraform.validate()
        terraform.apply()
        yield Applied(system, local, emulator, terraform)
        terraform.destroy()
        assert terraform.addresses() == []
        assert emulator.client("dynamodb", local.environment.region).list_tables()["TableNames"] == []


@pytest.fixture
def project_copy(project_root: Path, tmp_path: Path) -> Path:
    """For commands that write into the project's folder: what git tracks, not what earlier runs left there."""
    ignored = shutil.ignore_patterns(".git", ".venv", "cdktf.out", "node_modules", "tests", ".cache", "*.tfstate*", ".*_cache")
    copy = tmp_path / "project"
    shutil.copytree(project_root, copy, ignore=ignored)
    return copy

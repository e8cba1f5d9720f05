"""A repository with a short history, a machine that its workflows run on, and GitHub's expressions."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest

from dynawright.emulator import account
from dynawright.emulator.emulator import Emulator
from dynawright.emulator.iam.credentials import ADMINISTRATOR
from dynawright.iam import trust
from dynawright.settings import load_named
from dynawright.systems import system_names
from tests.applied.recordings import recording
from tests.conftest import ROOT
from tests.workflows.expressions import Expressions
from tests.workflows.machine import Machine

IDENTITY = ("-c", "user.name=test", "-c", "user.email=test@example.com", "-c", "core.hooksPath=/dev/null")

SYSTEM = "parcels"
"""Made for these tests, so that there is one whatever systems the project has."""


@dataclass(frozen=True)
class Repository:
    """A copy of the project with one more system, and commits known by what they touch."""

    folder: Path
    systems: list[str]
    commits: dict[str, str]

    def push(self, touched: str) -> tuple[str, str]:
        """Put this commit at the end of main; return it, and the one before it."""
        names = list(self.commits)
        git(self.folder, "update-ref", "refs/heads/main", self.commits[touched])
        before = names[names.index(touched) - 1] if names.index(touched) else ""
        return self.commits[touched], self.commits.get(before, "0" * 40)


def git(folder: Path, *command: str) -> str:
    done = subprocess.run(["git", *IDENTITY, *command], cwd=folder, check=True, capture_output=True, text=True)
    return done.stdout.strip()


@pytest.fixture(scope="session")
def expressions(audit_tools: Path) -> Iterator[Expressions]:
    with Expressions() as running:
        yield running


@pytest.fixture(scope="module")
def repository(tmp_path_factory: pytest.TempPathFactory) -> Repository:
    folder = tmp_path_factory.mktemp("origin")
    listed = subprocess.run(
        ["git", "ls-files", "-z", "-co", "--exclude-standard"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    for name in filter(None, listed.stdout.split("\0")):
        if (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, folder / name)
    subprocess.run([sys.executable, "-m", "dynawright", "new", "system", SYSTEM], cwd=folder, check=True)
    (folder / "stacks" / SYSTEM / "README.md").write_text("# Parcels\n")
    git(folder, "init", "-q", "-b", "main")
    git(folder, "config", "uploadpack.allowAnySHA1InWant", "true")
    touched = {
        "everything": "first",
        "the foundation": "stacks/foundation/stack.py",
        "one system": f"stacks/{SYSTEM}/stack.py",
        "a page": f"stacks/{SYSTEM}/README.md",
        "the workflow": ".github/workflows/deploy.yml",
    }
    return Repository(folder, sorted([*system_names(), SYSTEM]), {what: commit(folder, path) for what, path in touched.items()})


def commit(folder: Path, path: str) -> str:
    if (folder / path).exists():
        (folder / path).write_text((folder / path).read_text() + "# changed\n")
    git(folder, "add", "-A")
    git(folder, "commit", "-qm", path)
    return git(folder, "rev-parse", "HEAD")


@pytest.fixture(scope="module")
def emulator() -> Iterator[Emulator]:
    """Nothing that a step does may be denied."""
    local = load_named("local")
    with Emulator(local.account_id, iam="enforce", record=recording("workflows")) as running:
        account.provide(running, local)
        yield running
        assert [call.message for call in running.denials()] == []


@pytest.fixture(scope="module")
def foundation(needs_terraform: None, repository: Repository, emulator: Emulator) -> None:
    """Apply the foundation as a person does, who makes the workflows' roles."""
    command = [sys.executable, "-m", "dynawright", "apply", "--environment", "local", "--system", "foundation"]
    subprocess.run(command, cwd=repository.folder, env=emulator.environ, input="yes\n", text=True, check=True)


@pytest.fixture(scope="module")
def machine(repository: Repository, emulator: Emulator, tmp_path_factory: pytest.TempPathFactory) -> Machine:
    def leave_scan(clone: Path) -> None:
        (clone / ".cache" / "gate").mkdir(parents=True, exist_ok=True)
        (clone / ".cache" / "gate" / "gate.md").write_text("All rules hold.\n")

    # `make test` runs this test; the gate has tests of its own; the audit asks a server.
    instead: dict[str, Callable[[Path], None]] = {
        "make gate": leave_scan,
        "make test": lambda _: None,
        "make test FRAMEWORK=cdktn": lambda _: None,
        "make check": lambda _: None,
        "make audit": lambda _: None,
    }

    def assume(role_arn: str, subject: str) -> Mapping[str, str]:
        issuer = f"https://{trust.GITHUB}"
        return emulator.assume_with_token(role_arn, issuer=issuer, session_name="GitHubActions", sub=subject).environ

    # Where a workflow plans all systems, one is enough here. A job has no credentials but those of its role.
    environ = {name: value for name, value in emulator.environ.items() if name not in ADMINISTRATOR.environ} | {"SYSTEM": SYSTEM}
    return Machine(tmp_path_factory.mktemp("runner"), repository.folder, environ, instead, assume=assume)

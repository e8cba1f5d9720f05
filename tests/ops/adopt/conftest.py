"""An emulator with every odd table on it, adopted by an application."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from unittest.mock import patch

import boto3
import pytest

from dynawright.deploy.terraform import Terraform
from dynawright.deploy.workspace import Workspace
from dynawright.emulator.emulator import Emulator
from dynawright.emulator.iam.credentials import ADMINISTRATOR
from dynawright.ops.adopt.adopt import adopt, last_day
from dynawright.ops.adopt.adoption import Adoption
from dynawright.ops.adopt.command import Wanted, facts_of
from dynawright.ops.adopt.facts import TableFacts
from tests.applications import inside
from tests.conftest import ROOT
from tests.ops.adopt.odd_tables import ACCOUNT, TABLES

SYSTEM = "legacy"


@dataclass(frozen=True)
class Adopted:
    """Output of the first and the second adoption, and the resulting stack."""

    folder: Path
    facts: list[TableFacts]
    first: Adoption
    second: Adoption
    files: dict[str, str]
    """Files after the first adoption."""
    terraform: Terraform
    emulator: Emulator


@pytest.fixture(scope="session")
def odd_tables() -> Iterator[Emulator]:
    with Emulator(ACCOUNT) as emulator:
        for table in TABLES:
            table.make(emulator)
        yield emulator


@pytest.fixture(scope="module")
def adopted(needs_terraform: None, odd_tables: Emulator, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Adopted]:
    """All tables, adopted twice, with the stack initialized."""
    folder = application_in(tmp_path_factory.mktemp("adopted") / "application")
    with inside(folder), on(odd_tables):
        facts = facts_of(Wanted(every=True), environment_name="local", endpoint=None)
        first = adopt(facts, environment_name="local", system=SYSTEM, until=last_day(30))
        files = texts(folder)
        second = adopt(facts, environment_name="local", system=SYSTEM, until=last_day(30))
        workspace = Workspace("local", folder / "cdktf.out", SYSTEM)
        terraform = Terraform(workspace.stacks[SYSTEM], odd_tables.environ_as(ADMINISTRATOR))
        terraform.use_emulator()
        terraform.init()
        yield Adopted(folder, facts, first, second, files, terraform, odd_tables)


def application_in(folder: Path) -> Path:
    """Copy the small application, with the providers already downloaded."""
    shutil.copytree(ROOT / "tests" / "application", folder, ignore=shutil.ignore_patterns("__pycache__"))
    (folder / ".cache").symlink_to(ROOT / ".cache")
    return folder


def on(emulator: Emulator, **more: str) -> Any:
    """Make an emulator this process's AWS."""
    boto3.DEFAULT_SESSION = None  # it would keep the variables of an earlier emulator
    return patch.dict(os.environ, {**emulator.environ, **more})


def texts(folder: Path) -> dict[str, str]:
    """Return every file of an application, by its path."""
    files = [file for part in ("environments", "stacks") for file in (folder / part).rglob("*") if file.is_file()]
    return {str(file.relative_to(folder)): file.read_text() for file in files if "__pycache__" not in file.parts}

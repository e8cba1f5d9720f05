"""Tables lost from the state are adopted back by an empty plan; models stay unchanged."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path
from unittest.mock import patch

import boto3
import pytest

from dynawright import systems as all_systems
from dynawright.guard import plan as guard_plan
from dynawright.ops.adopt.adopt import adopt, last_day
from dynawright.ops.adopt.command import Wanted, facts_of
from dynawright.ops.adopt.imports import IDS
from dynawright.ops.adopt.synthesized import synthesized
from dynawright.settings import load_named
from dynawright.systems import tables_in
from tests.applications import inside
from tests.applied.shared import Applied
from tests.conftest import ROOT

KEPT = ("aws_dynamodb_resource_policy",)
"""The provider writes a policy again when it imports one: it stays in the state (docs/adr/0037)."""


def names() -> Iterator[object]:
    """Yield every system; `make test` tries the first autoscaled one, or the first."""
    local, every = load_named("local"), all_systems.systems()
    scaled = [
        system.name
        for system in every
        if any(local.for_system(system.name).of_table(table.name).is_autoscaled for table in system.tables)
    ]
    sample = (scaled or [system.name for system in every])[0]
    for system in every:
        yield system.name if system.name == sample else pytest.param(system.name, marks=pytest.mark.soak)


@pytest.fixture
def project(tmp_path: Path) -> Iterator[Path]:
    """A copy of this repository's application, which adopting may write into."""
    folder = tmp_path / "project"
    for part in ("stacks", "environments"):
        shutil.copytree(ROOT / part, folder / part, ignore=shutil.ignore_patterns("__pycache__"))
    for file in ("cdktf.json", "main.py"):
        shutil.copy(ROOT / file, folder / file)
    (folder / ".cache").symlink_to(ROOT / ".cache")
    with inside(folder):
        yield folder


@pytest.mark.parametrize("name", [*names()])
def test_what_the_state_has_lost_is_imported_and_nothing_else_changes(
    name: str, systems: Mapping[str, Applied], project: Path
) -> None:
    applied = systems[name]
    terraform, environment = applied.terraform, applied.workspace.environment
    lost = [address for address in terraform.addresses() if address.split(".")[0] in IDS and address.split(".")[0] not in KEPT]
    with synthesized(name, "local") as (_, before):
        pass
    terraform._run("state rm", *lost)
    tables = [environment.seen_by(name).table_name(table.name) for table in tables_in(environment, applied.system)]
    boto3.DEFAULT_SESSION = None
    with patch.dict(os.environ, applied.emulator.environ):
        facts = facts_of(Wanted(tables), environment_name="local", endpoint=None)
        adoption = adopt(facts, environment_name="local", system=None, until=last_day(1))
    file = project / "stacks" / name / "imports" / "local.json"
    assert adoption.written == [file.relative_to(project).as_posix()]
    assert {block.to for block in adoption.imports[name]} >= {*lost}
    with synthesized(name, "local") as (_, after):
        assert {key: value for key, value in after.items() if key not in ("import", "//")} == {
            key: value for key, value in before.items() if key != "//"
        }
    imports = terraform.folder / "imports.tf.json"
    try:
        imports.write_text(json.dumps({"import": after["import"]}))
        changes = guard_plan.changes(terraform.plan().raw)
        assert {change.address: change.actions for change in changes if change.actions not in (("no-op",), ("read",))} == {}
        assert {change.address for change in changes if change.is_imported} == {*lost}
    finally:
        terraform.apply()
        imports.unlink()
    assert {*terraform.addresses()} >= {*lost}

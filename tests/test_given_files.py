"""Given files: pipes, devices, files too large or nested too deep end at once with a code."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from dynawright import given_files
from dynawright.deploy import plan_files
from dynawright.errors import UserError
from dynawright.given_files import GivenFileError
from dynawright.guard.guard import findings
from dynawright.ops.adopt.facts import read_file as read_facts
from dynawright.ops.adopt.old_state import held_in
from dynawright.ops.migration.mapping.load import load as load_mapping
from dynawright.rules.lock_file import read as read_lock_file
from dynawright.rules.resources import read as read_rules
from dynawright.settings import load


@pytest.fixture
def odd(tmp_path: Path) -> dict[str, Path]:
    """Return files that can't be read, by what they are."""
    os.mkfifo(tmp_path / "pipe.yaml")
    (tmp_path / "deep").write_text("[" * 100_000 + "]" * 100_000)
    (tmp_path / "binary").write_bytes(bytes(range(256)))
    return {
        "pipe": tmp_path / "pipe.yaml",
        "device": Path("/dev/zero"),
        "folder": tmp_path,
        "missing": tmp_path / "missing",
        "deep": tmp_path / "deep",
        "binary": tmp_path / "binary",
    }


@pytest.mark.parametrize("kind", ["pipe", "device", "folder", "missing", "deep", "binary"])
@pytest.mark.parametrize(("read", "code"), [(plan_files.read, "DW408"), (read_rules, "DW502")])
def test_whatever_is_no_terraform_is_refused_with_a_code(odd: dict[str, Path], kind: str, read: Any, code: str) -> None:
    with pytest.raises(UserError) as raised:
        read(odd[kind])
    assert [(problem.code, problem.place.file) for problem in raised.value.problems] == [(code, str(odd[kind]))]


@pytest.mark.parametrize("kind", ["pipe", "device", "missing"])
@pytest.mark.parametrize(
    ("read", "code"),
    [
        (read_lock_file, "DW502"),
        (load, "DW101"),
        (held_in, "DW742"),
        (read_facts, "DW742"),
        (load_mapping, "DW724"),
    ],
)
def test_other_files_are_refused_the_same_way(odd: dict[str, Path], kind: str, read: Any, code: str) -> None:
    with pytest.raises(UserError) as raised:
        read(odd[kind])
    assert [problem.code for problem in raised.value.problems] == [code]


def test_a_file_that_fills_the_memory_is_not_read(tmp_path: Path) -> None:
    with (tmp_path / "large").open("wb") as file:
        file.truncate(given_files.MOST_BYTES + 1)  # takes no room
    with pytest.raises(GivenFileError):
        given_files.read_bytes(tmp_path / "large")


@pytest.mark.parametrize("digits", [400, 5000])
def test_numbers_that_no_float_holds_are_judged(tmp_path: Path, digits: int) -> None:
    before = {"billing_mode": "PROVISIONED", "read_capacity": 0}
    change = {"actions": ["update"], "before": before, "after": {**before, "read_capacity": 1}}
    entry = {"address": "aws_dynamodb_table.t", "type": "aws_dynamodb_table", "mode": "managed", "change": change}
    text = json.dumps({"resource_changes": [entry]}).replace('"read_capacity": 0', f'"read_capacity": {"9" * digits}')
    (tmp_path / "plan.json").write_text(text)
    assert [one.name for one in findings(plan_files.read(tmp_path / "plan.json"))] == ["capacity-lowered read_capacity"]


@pytest.mark.parametrize("levels", [250, 900, 5000])
@pytest.mark.parametrize(("read", "code"), [(plan_files.read, "DW408"), (read_rules, "DW502")])
def test_a_value_of_many_levels_is_refused(tmp_path: Path, levels: int, read: Any, code: str) -> None:
    tags = '{"a":' * levels + "1" + "}" * levels
    change = f'{{"actions": ["create"], "before": null, "after": {{"tags": {tags}}}}}'
    entry = f'{{"address": "aws_x.y", "type": "aws_x", "mode": "managed", "change": {change}}}'
    (tmp_path / "plan.json").write_text(f'{{"planned_values": {{}}, "resource_changes": [{entry}]}}')
    with pytest.raises(UserError) as raised:
        read(tmp_path / "plan.json")
    assert [one.code for one in raised.value.problems] == [code]


@pytest.mark.parametrize(
    "content",
    [
        {"planned_values": [], "resource_changes": {"a": 1}},
        {"planned_values": {}, "resource_changes": [{"address": 5, "change": None}]},
        {"planned_values": {}, "resource_changes": [{"address": "a.b", "mode": "managed", "type": 7, "change": {"after": "x"}}]},
        {"planned_values": {}, "configuration": {"root_module": 5}},
        {"values": 7},
        {"values": {"root_module": {"resources": [{"mode": "managed", "address": "a.b", "type": "aws_x", "values": [1]}]}}},
    ],
)
def test_a_plan_of_another_form_is_refused_by_the_rules(tmp_path: Path, content: Any) -> None:
    (tmp_path / "plan.json").write_text(json.dumps(content))
    with pytest.raises(UserError) as raised:
        read_rules(tmp_path / "plan.json")
    assert [one.code for one in raised.value.problems] == ["DW502"]


def test_a_name_that_is_there_twice_is_refused() -> None:
    """Terraform builds both; a parser that keeps the last would judge one."""
    with pytest.raises(GivenFileError, match="'resource'"):
        given_files.parse_json('{"resource": {"a": 1}, "resource": {"b": 2}}')

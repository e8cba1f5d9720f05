"""The JSON Schema agrees with the loader, and the file for editors is current."""

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import yaml

from dynawright.discovery import system_names
from dynawright.settings import schema
from tests.settings.systems import REQUIRED, SETTINGS

FOLDER = schema.file().parent


def is_valid(document: dict[str, Any]) -> bool:
    return bool(jsonschema.Draft202012Validator(schema.json_schema(SETTINGS)).is_valid(document))


@pytest.mark.generated
def test_the_schema_file_is_current() -> None:
    assert schema.file().read_text(encoding="utf-8") == schema.text(), "run `make schema`"


def test_running_the_module_writes_the_file_without_a_warning(tmp_path: Path) -> None:
    shutil.copytree(FOLDER, tmp_path / "environments", ignore=shutil.ignore_patterns("*.json"))
    shutil.copytree(FOLDER.parent / "stacks", tmp_path / "stacks")
    shutil.copy(FOLDER.parent / "cdktf.json", tmp_path)

    done = subprocess.run(
        [sys.executable, "-W", "error", "-m", "dynawright", "schema"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
    )

    assert (done.stdout, done.stderr) == ("environments/environment.schema.json: written\n", "")
    assert (tmp_path / "environments" / schema.file().name).read_text(encoding="utf-8") == schema.text()


def test_the_schema_is_valid_draft_2020_12() -> None:
    assert schema.json_schema()["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    jsonschema.Draft202012Validator.check_schema(schema.json_schema())


@pytest.mark.parametrize("name", ["local", "dev", "staging", "production"])
def test_every_shipped_file_follows_the_schema(name: str) -> None:
    document = yaml.safe_load((FOLDER / f"{name}.yaml").read_text())
    document["systems"] = {system: own for system, own in document["systems"].items() if system in system_names()}

    assert jsonschema.Draft202012Validator(schema.json_schema()).is_valid(document)


def test_the_schema_describes_every_setting() -> None:
    whole = schema.json_schema()
    sections = [whole, *whole["$defs"].values()]

    undescribed = [
        f"{section['title']}.{name}"
        for section in sections
        for name, setting in section["properties"].items()
        if not setting.get("description")
    ]

    assert undescribed == []


def test_the_schema_admits_no_unknown_setting_anywhere() -> None:
    whole = schema.json_schema()

    assert {section["additionalProperties"] for section in [whole, *whole["$defs"].values()]} == {False}


def test_the_schema_requires_only_what_has_no_default() -> None:
    assert schema.json_schema()["required"] == ["name", "project", "account_id", "region", "state"]


@pytest.mark.parametrize(
    "settings",
    [
        {"state": {"local": True}},
        {"state": {"bucket": "abc", "region": "us-east-1"}},
        {"table": {"on_demand_max_read_units": None}},
        {"systems": {"orders": {"logs": {"retention_days": 7}, "region": "us-east-1"}}},
    ],
    ids=json.dumps,
)
def test_the_schema_accepts_what_the_loader_accepts(settings: dict[str, Any]) -> None:
    assert is_valid(REQUIRED | settings)


@pytest.mark.parametrize(
    "settings",
    [
        {"account_id": 123456789012},
        {"region": "eu-west-9"},
        {"state": {}},
        {"state": {"local": False}},
        {"state": {"local": True, "bucket": "abc"}},
        {"state": {"local": True, "region": "eu-west-1"}},
        {"tags": {"Owner": 5}},
        {"tags": {"": "x"}},
        {"tags": {f"t{number}": "x" for number in range(41)}},
        {"table": {"point_in_time_recovery_days": 36}},
        {"table": {"ignore_changes": ["readCapacity"]}},
        {"logs": {"retention_days": 8}},
        {"systems": {"orderz": {}}},
    ],
    ids=lambda settings: json.dumps(settings)[:60],
)
def test_the_schema_refuses_what_the_loader_refuses(settings: dict[str, Any]) -> None:
    assert not is_valid(REQUIRED | settings)

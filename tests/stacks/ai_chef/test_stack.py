"""What is built around the tables of ai_chef; page.py has the tables and patterns."""

import json
from pathlib import Path
from typing import Any

import pytest

from dynawright.settings import load_named
from dynawright.synthesis import synthesize
from stacks.ai_chef.model import SYSTEM


@pytest.fixture(scope="module", params=["local", "dev", "staging", "production"])
def built(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[str, dict[str, Any]]:
    outdir: Path = tmp_path_factory.mktemp("ai_chef")
    synthesize(load_named(request.param), system="ai_chef", outdir=outdir)
    return request.param, json.loads((outdir / f"stacks/ai_chef-{request.param}/cdk.tf.json").read_text())


def tables(document: dict[str, Any]) -> dict[str, Any]:
    return {table["name"]: table for table in document["resource"]["aws_dynamodb_table"].values()}


def test_the_table_class_is_chosen_per_environment(built: tuple[str, dict[str, Any]]) -> None:
    environment, document = built
    expected = "STANDARD_INFREQUENT_ACCESS" if environment == "staging" else "STANDARD"
    assert {table["table_class"] for table in tables(document).values()} == {expected}


def test_production_and_staging_cannot_lose_a_table(built: tuple[str, dict[str, Any]]) -> None:
    environment, document = built
    protected = environment in ("staging", "production")
    for table in tables(document).values():
        assert table["deletion_protection_enabled"] is protected
        assert table.get("lifecycle", {}).get("prevent_destroy", False) is protected


def test_the_log_group_has_its_retention(built: tuple[str, dict[str, Any]]) -> None:
    environment, document = built
    (group,) = document["resource"]["aws_cloudwatch_log_group"].values()
    assert group["name"] == f"/aws/dynamodb/ai-chef-tables-{environment}"
    assert group["retention_in_days"] == (365 if environment == "production" else 7)


def test_the_outputs_are_the_documented_ones(built: tuple[str, dict[str, Any]]) -> None:
    _, document = built
    values = {name: output["value"] for name, output in document["output"].items()}
    assert float(values.pop("AlarmsMonthlyUsd")) > 0
    assert all(values.pop(f"{table}Capacity").startswith("on-demand") for table in ("Sessions", "Results"))
    assert values.pop("ApplicationRoleArn").startswith("${aws_iam_role.ApplicationRole")
    assert set(values) == {"SessionsTableName", "SessionsTableArn", "ResultsTableName", "ResultsTableArn"}
    for name, value in values.items():
        table = "Sessions_Table" if name.startswith("Sessions") else "Results_Table"
        assert value.startswith(f"${{aws_dynamodb_table.{table}")
        assert value.endswith(".name}" if name.endswith("Name") else ".arn}")


def test_everything_is_tagged_with_service_and_environment(built: tuple[str, dict[str, Any]]) -> None:
    environment, document = built
    tags = document["provider"]["aws"][0]["default_tags"][0]["tags"]
    assert (tags["Service"], tags["Environment"]) == ("ai-chef", environment)


def test_nothing_warns() -> None:
    assert SYSTEM.warnings == []

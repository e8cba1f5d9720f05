"""miyabi_lambda agrees with its page."""

import json
from pathlib import Path
from typing import Any

import pytest

from dynawright.judging import judged_stack
from dynawright.settings import Environment, load_named, validated
from dynawright.synthesis import synthesize
from stacks.miyabi_lambda.model import API, DATA
from tests.access.expectations import rights
from tests.access.functions import goes_through_cache

SUBNETS = ["subnet-0a1b2c3d4e5f60718", "subnet-1a1b2c3d4e5f60718", "subnet-2a1b2c3d4e5f60718"]


def environment(**own: Any) -> Environment:
    """Return production, with other settings of the system."""
    settings = load_named("production").model_dump(exclude_unset=True)
    settings["systems"]["miyabi_lambda"] |= own
    return validated(settings)


def built(outdir: Path, **own: Any) -> dict[str, Any]:
    synthesize(environment(**own), system="miyabi_lambda", outdir=outdir)
    document: dict[str, Any] = json.loads((outdir / "stacks/miyabi_lambda-production/cdk.tf.json").read_text())
    return document


def test_an_environment_has_the_tables_changes_captured(tmp_path: Path) -> None:
    document = built(tmp_path, change_capture={"enabled": True, "retention_hours": 48})
    (stream,) = document["resource"]["aws_kinesis_stream"].values()
    assert (stream["name"], stream["retention_period"]) == ("miyabi-lambda-changes-production", 48)
    (destination,) = document["resource"]["aws_dynamodb_kinesis_streaming_destination"].values()
    (table,) = [name for name in document["resource"]["aws_dynamodb_table"] if name.startswith("Data_")]
    assert destination["table_name"] == f"${{aws_dynamodb_table.{table}.name}}"
    assert document["output"]["ChangesStreamArn"]["value"] == destination["stream_arn"]


@pytest.mark.parametrize("settings", [{}, {"enabled": False}], ids=["by default", "if refused"])
def test_no_changes_are_captured(tmp_path: Path, settings: dict[str, bool]) -> None:
    document = built(tmp_path, change_capture=settings)
    assert "aws_kinesis_stream" not in document["resource"]
    assert "ChangesStreamArn" not in document["output"]


@pytest.fixture
def cached() -> dict[str, Any]:
    network = {
        **load_named("production").model_dump(exclude_unset=True)["systems"]["miyabi_lambda"]["network"],
        "subnet_ids": SUBNETS,
    }
    return {"cache": {"enabled": True}, "network": network}


def test_an_environment_has_a_cache_that_the_api_reads(tmp_path: Path, cached: dict[str, Any]) -> None:
    document = built(tmp_path, **cached)
    (cluster,) = document["resource"]["aws_dax_cluster"].values()
    (name,) = document["resource"]["aws_dax_cluster"]
    assert cluster["cluster_name"] == "miyabi-production"
    assert document["output"]["CacheEndpoint"]["value"] == f"${{aws_dax_cluster.{name}.configuration_endpoint}}"
    policies = {one["name"]: json.loads(one["policy"]) for one in document["resource"]["aws_iam_policy"].values()}
    asking = [policy for policy, said in policies.items() if "dax:" in json.dumps(said)]
    assert asking == ["miyabi-lambda-api-cache-production"]
    (statement,) = policies[asking[0]]["Statement"]
    reads = {right.action for right in rights(DATA, API) if goes_through_cache(API, right.action)}
    assert {*statement["Action"]} == {f"dax:{action}" for action in reads}


def test_a_stack_with_a_cache_passes_the_rules(tmp_path: Path, cached: dict[str, Any]) -> None:
    document = built(tmp_path, **cached)
    found = judged_stack(document, "miyabi_lambda", environment(**cached)).findings
    assert [(finding.rule, finding.resource) for finding in found] == []


def test_there_is_no_cache_unless_an_environment_asks_for_it(tmp_path: Path) -> None:
    assert "aws_dax_cluster" not in built(tmp_path)["resource"]

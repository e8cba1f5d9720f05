"""miyabi_lambda is what its page says."""

import json
from pathlib import Path
from typing import Any

import pytest

from dynawright.settings import load_named, validated
from dynawright.synthesis import synthesize


def built(outdir: Path, **change_capture: Any) -> dict[str, Any]:
    settings = load_named("production").model_dump(exclude_unset=True)
    settings["systems"]["miyabi_lambda"]["change_capture"] = change_capture
    synthesize(validated(settings), system="miyabi_lambda", outdir=outdir)
    document: dict[str, Any] = json.loads((outdir / "stacks/miyabi_lambda-production/cdk.tf.json").read_text())
    return document


def test_an_environment_has_the_tables_changes_captured(tmp_path: Path) -> None:
    document = built(tmp_path, enabled=True, retention_hours=48)
    (stream,) = document["resource"]["aws_kinesis_stream"].values()
    assert (stream["name"], stream["retention_period"]) == ("miyabi-lambda-changes-production", 48)
    (destination,) = document["resource"]["aws_dynamodb_kinesis_streaming_destination"].values()
    (table,) = [name for name in document["resource"]["aws_dynamodb_table"] if name.startswith("Data_")]
    assert destination["table_name"] == f"${{aws_dynamodb_table.{table}.name}}"
    assert document["output"]["ChangesStreamArn"]["value"] == destination["stream_arn"]


@pytest.mark.parametrize("settings", [{}, {"enabled": False}], ids=["by default", "if refused"])
def test_no_changes_are_captured(tmp_path: Path, settings: dict[str, bool]) -> None:
    document = built(tmp_path, **settings)
    assert "aws_kinesis_stream" not in document["resource"]
    assert "ChangesStreamArn" not in document["output"]

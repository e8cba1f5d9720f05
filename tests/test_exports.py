"""Any system is exported where its settings ask for it, without a line in its stack."""

import json
from pathlib import Path
from typing import Any

import pytest

from dynawright.rules.catalogue import all_rules
from dynawright.rules.judgement import findings_of
from dynawright.rules.resources import document
from dynawright.settings import load_named
from dynawright.synthesis import synthesize


def built(application: Path, outdir: Path, settings: str = "") -> dict[str, Any]:
    file = application / "environments/production.yaml"
    logged = file.read_text().replace("access_logs: {enabled: false}", "access_logs: {enabled: true}")
    file.write_text(f"{logged}{settings}")
    synthesize(load_named("production"), system="orders", outdir=outdir)
    found: dict[str, Any] = json.loads((outdir / "stacks/orders-production/cdk.tf.json").read_text())
    return found


@pytest.mark.parametrize("settings", ["", "systems: {orders: {export: {enabled: false}}}\n"])
def test_a_system_that_does_not_ask_has_none(application: Path, tmp_path: Path, settings: str) -> None:
    found = built(application, tmp_path, settings)
    assert "aws_scheduler_schedule" not in found["resource"]


def test_all_tables_of_a_system_that_asks_are_exported_watched_and_judged(application: Path, tmp_path: Path) -> None:
    before = findings(built(application, tmp_path / "before"))
    found = built(application, tmp_path / "after", "systems: {orders: {export: {enabled: true, weekday: MON}}}\n")
    (function,) = found["resource"]["aws_lambda_function"].values()
    assert function["function_name"] == "orders-export-production"
    tables = sorted(f"${{aws_dynamodb_table.{id}.arn}}" for id in found["resource"]["aws_dynamodb_table"])
    assert sorted(function["environment"]["variables"]["TABLE_ARNS"].split(",")) == tables
    crons = [schedule["schedule_expression"] for schedule in found["resource"]["aws_scheduler_schedule"].values()]
    assert "cron(10 18 ? * MON *)" in crons
    watched = [alarm.get("dimensions", {}) for alarm in found["resource"]["aws_cloudwatch_metric_alarm"].values()]
    assert {"FunctionName": "orders-export-production"} in watched
    assert findings(found) == before


def findings(found: dict[str, Any]) -> list[str]:
    return sorted(str(finding) for finding in findings_of(all_rules(), [document(found, "orders-production")]))

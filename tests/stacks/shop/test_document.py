"""Lines of the team's document that were once not met; other decisions are in document.py."""

import json
from pathlib import Path

import pytest

from dynawright.settings import load_named
from dynawright.synthesis import synthesize
from stacks.shop.model import SYSTEM
from tests.ops.conftest import Ops
from tests.ops.conftest import ops as ops


def test_every_entity_can_be_read() -> None:
    assert SYSTEM.warnings == []


@pytest.mark.parametrize(("environment", "warned"), [("production", False), ("staging", True), ("dev", False)])
def test_stock_alerts_that_no_one_receives_are_warned_of(
    environment: str, warned: bool, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    synthesize(load_named(environment), system="shop", outdir=tmp_path)
    assert ("warning[DW334] topic shop-stock-alerts: " in capsys.readouterr().err) == warned


def test_an_event_with_images_alone_runs(ops: Ops, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    old, new = (
        {"PK": {"S": "PRODUCT#1"}, "SK": {"S": "METADATA"}, "EntityType": {"S": "PRODUCT"}, "Stock": {"N": stock}}
        for stock in ("12", "10")
    )
    event = tmp_path / "event.json"
    event.write_text(json.dumps({"Records": [{"eventName": "MODIFY", "dynamodb": {"OldImage": old, "NewImage": new}}]}))
    assert ops("invoke", "shop", "audit_log", "--event", str(event)) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("• record 1 lacks ApproximateCreationDateTime, Keys, SequenceNumber, eventID, ")
    assert json.loads(lines[-1]) == {"batchItemFailures": []}

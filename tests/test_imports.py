"""Stacks import what `dynawright adopt` wrote down, and the rules know just those blocks."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from dynawright.imports import file_of
from dynawright.judging import judged_stack
from dynawright.settings import load_named
from dynawright.synthesis import synthesize

BLOCK = {"to": "aws_dynamodb_table.Orders_Table_315BC30B", "id": "orders"}
OTHER = {"to": BLOCK["to"], "id": "customers"}


def written(environment: str, *blocks: dict[str, str]) -> None:
    file = file_of("orders", environment)
    file.parent.mkdir(exist_ok=True)
    file.write_text(json.dumps({"import": blocks}))


def stack(outdir: Path) -> dict[str, Any]:
    synthesize(load_named("local"), system="orders", outdir=outdir)
    content: dict[str, Any] = json.loads((outdir / "stacks" / "orders-local" / "cdk.tf.json").read_text())
    return content


def test_a_stack_imports_what_is_written_for_its_environment(application: Path) -> None:
    assert "import" not in stack(application / "before")
    written("local", BLOCK)
    written("production", OTHER)
    assert stack(application / "after")["import"] == [BLOCK]


@pytest.mark.parametrize(
    ("emitted", "found"),
    [([BLOCK], 0), ([OTHER], 1), ([BLOCK, {**BLOCK, "provider": "aws.other"}], 1), ([{"to": BLOCK["to"]}], 1)],
)
def test_any_other_import_is_a_finding(application: Path, emitted: list[dict[str, str]], found: int) -> None:
    written("local", BLOCK)
    content = {**stack(application / "out"), "import": emitted}
    findings = judged_stack(content, "orders", load_named("local")).findings
    assert [finding.rule for finding in findings] == ["resources-are-known"] * found

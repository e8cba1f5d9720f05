"""Attributes of newer providers: a change that weakens is refused, one that strengthens passes."""

from __future__ import annotations

from typing import Any

import pytest

from dynawright.guard.guard import findings
from tests.guard.changes import change

TABLE = "aws_dynamodb_table"


def warm(*blocks: dict[str, int]) -> dict[str, Any]:
    return {"name": "t", "warm_throughput": list(blocks)}


HARMLESS: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "a first warm throughput": (warm(), warm({"read_units_per_second": 12_000})),
    "a higher one": (warm({"read_units_per_second": 12_000}), warm({"read_units_per_second": 20_000})),
    "a backup that is no longer mentioned": ({"name": "t", "restore_backup_arn": "a"}, {"name": "t", "restore_backup_arn": None}),
}
HARMFUL: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "strong consistency": (
        {"name": "t", "replica": [{"region_name": "eu-west-2", "consistency_mode": "EVENTUAL"}]},
        {"name": "t", "replica": [{"region_name": "eu-west-2", "consistency_mode": "STRONG"}]},
    ),
    "a witness that goes": ({"name": "t", "global_table_witness": [{"region_name": "eu-west-2"}]}, {"name": "t"}),
    "a backup for a table that is there": ({"name": "t"}, {"name": "t", "restore_backup_arn": "a"}),
    "a lower one": (warm({"read_units_per_second": 20_000}), warm({"read_units_per_second": 12_000})),
}


@pytest.mark.parametrize("case", HARMLESS)
def test_what_strengthens_passes(case: str) -> None:
    assert [*findings([change(TABLE, *HARMLESS[case])])] == []


@pytest.mark.parametrize("case", HARMFUL)
def test_what_weakens_is_refused(case: str) -> None:
    assert [*findings([change(TABLE, *HARMFUL[case])])] != []

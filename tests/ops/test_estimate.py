"""The estimate: both modes, storage, recovery and backups."""

from typing import Any

import pytest

from dynawright.model import Entity, Index, Key, LocalIndex, Put, Query, TableModel
from dynawright.model.load import SECONDS_A_MONTH, Load
from dynawright.ops.estimate import TableCost, ThroughputCost, table_cost
from dynawright.prices.dynamodb import GIGABYTE, prices
from dynawright.settings import BackupSettings, SystemSettings, TableSettings
from dynawright.settings.groups import GROUPS
from tests.environments import environment
from tests.model.builders import API

PRODUCTION = environment()
EVENT = Entity("EVENT", id="{id}", day="{day}", attributes={"id": "S", "day": "S"})
ASKED = Query("P1", "a day's events", index="ByDay", day="{day}", used_by=[API])
SAVED = Put("P2", "save an event", entity="EVENT", used_by=[API])


def events(**parts: Any) -> TableModel:
    sound = {"partition_key": Key("id"), "indexes": [Index("ByDay", Key("day"))], "entities": [EVENT]}
    return TableModel("events", **{**sound, "access_patterns": [ASKED, SAVED], **parts})


def cost(load: Load, model: TableModel | None = None, backup: dict[str, Any] | None = None, **table: Any) -> TableCost:
    groups = {name: getattr(PRODUCTION, name) for name in GROUPS}
    groups |= {"table": TableSettings(**table), "backup": BackupSettings(**(backup or {"enabled": False}))}
    settings = SystemSettings.model_construct(**groups)
    return table_cost(model or events(), "events-test", settings, prices("us-east-1"), load)


def place(found: TableCost, index: str | None, kind: str) -> ThroughputCost:
    (one,) = [throughput for throughput in found.throughput if (throughput.index, throughput.kind) == (index, kind)]
    return one


def a_second(**rates: int) -> Load:
    return Load(requests={id: rate * SECONDS_A_MONTH for id, rate in rates.items()})


def test_each_place_is_paid_on_its_own() -> None:
    estimate = cost(a_second(P1=10, P2=3))
    assert place(estimate, None, "read").units == 0
    assert place(estimate, "ByDay", "read").units == 5 * SECONDS_A_MONTH
    assert place(estimate, None, "write").units == place(estimate, "ByDay", "write").units == 3 * SECONDS_A_MONTH
    assert place(estimate, None, "write").on_demand_usd == pytest.approx(3 * 2.628 * 0.625)


@pytest.mark.parametrize(
    ("rate", "capacity", "is_short"),
    [(0, 5, False), (3, 5, False), (7, 10, False), (70, 100, False), (900, 1000, False), (1001, 1000, True)],
)
def test_autoscaled_capacity_follows_the_load_between_its_limits(rate: int, capacity: int, is_short: bool) -> None:
    one = place(cost(a_second(P2=rate)), None, "write")
    assert (one.capacity_units, one.is_short) == (capacity, is_short)
    assert one.provisioned_usd == pytest.approx(capacity * 730 * 0.00065)
    assert one.use_percent == pytest.approx(100 * rate / capacity)


@pytest.mark.parametrize(("rate", "is_short"), [(3, False), (8, False), (9, True)])
def test_fixed_capacity_costs_what_it_is_and_may_be_too_little(rate: int, is_short: bool) -> None:
    fixed: dict[str, Any] = {"capacity_mode": "provisioned", "write_capacity_units": 8, "autoscaling": {"enabled": False}}
    one = place(cost(a_second(P2=rate), **fixed), None, "write")
    assert (one.capacity_units, one.is_short) == (8, is_short)


def test_storage_counts_indexes_and_overhead_recovery_and_backups_the_table_alone() -> None:
    load = Load(item_bytes={"EVENT": 924}, stored_items={"EVENT": GIGABYTE // 1024})
    estimate = cost(load, backup={"weekly_retention_days": 28, "monthly_retention_days": 0}).storage
    assert (estimate.table_gb, estimate.indexes_gb) == (1, 1)
    assert estimate.storage_usd == pytest.approx(2 * 0.25)
    assert estimate.recovery_usd == pytest.approx(0.20)
    assert estimate.recovery_points == 35 + 4
    assert estimate.backup_usd == pytest.approx(39 * 0.10)


def test_a_local_index_is_recovered_with_the_table() -> None:
    model = events(sort_key=Key("day"), indexes=[], local_indexes=[LocalIndex("Local", Key("day"))], access_patterns=[SAVED])
    load = Load(item_bytes={"EVENT": 924}, stored_items={"EVENT": GIGABYTE // 1024})
    assert (cost(load, model).storage.table_gb, cost(load, model).storage.indexes_gb) == (2, 0)


def test_copies_in_other_vaults_cost_as_much_again() -> None:
    vault = "arn:aws:backup:ap-northeast-3:111111111111:backup-vault:copies"
    kept = {"weekly_retention_days": 0, "monthly_retention_days": 0, "copy_to_vault_arns": [vault]}
    assert cost(Load(), backup=kept).storage.recovery_points == 70


def test_without_recovery_and_backups_neither_costs() -> None:
    load = Load(stored_items={"EVENT": 10**9})
    estimate = cost(load, point_in_time_recovery_days=0).storage
    assert (estimate.recovery_usd, estimate.backup_usd) == (0, 0)


def test_what_nobody_knows_is_named() -> None:
    assert cost(Load()).storage.unknown == ("EVENT",)


@pytest.mark.parametrize(("tier", "points"), [("critical", 35 + 14), ("standard", 14), ("disposable", 0)])
def test_the_tier_of_a_table_decides_how_many_recovery_points_are_paid(tier: str, points: int) -> None:
    assert cost(Load(), tier=tier, backup={"monthly_retention_days": 0}).storage.recovery_points == points

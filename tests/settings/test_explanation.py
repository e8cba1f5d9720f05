"""The problem of every setting that has a wrong name or a wrong value."""

from collections.abc import Iterator
from typing import Any

import pytest

from dynawright.settings import (
    AccessLogSettings,
    AlarmSettings,
    AuditSettings,
    BackupSettings,
    BucketSettings,
    CacheSettings,
    EncryptionSettings,
    ExportSettings,
    LogSettings,
    NetworkSettings,
    StreamSettings,
    SystemSettings,
    TableSettings,
    VaultSettings,
)
from dynawright.settings.base import RETENTION_DAYS
from tests.settings.conftest import Problems, told
from tests.settings.systems import SETTINGS

WRONG_LINES = {
    "a section with nothing in it": ("table:", "DW106", "table", None),
    "a section that is a number": ("table: 5", "DW106", "table", 5),
    "a system with nothing in it": ("systems: {orders: }", "DW106", "systems.orders", None),
    "a number too large": ("table: {point_in_time_recovery_days: 36}", "DW106", "table.point_in_time_recovery_days", 36),
    "a number too small": ("table: {point_in_time_recovery_days: -1}", "DW106", "table.point_in_time_recovery_days", -1),
    "a number in quotes": ("encryption: {deletion_window_days: '7'}", "DW106", "encryption.deletion_window_days", "7"),
    "a fraction": ("encryption: {rotation_period_days: 90.0}", "DW106", "encryption.rotation_period_days", 90.0),
    "true for a number": (
        "table: {capacity_mode: provisioned, read_capacity_units: true}",
        "DW106",
        "table.read_capacity_units",
        True,
    ),
    "more capacity than there is": (
        "table: {capacity_mode: provisioned, write_capacity_units: 40001}",
        "DW106",
        "table.write_capacity_units",
        40001,
    ),
    "no for false": ("table: {deletion_protection: no}", "DW106", "table.deletion_protection", "no"),
    "1 for true": ("table: {prevent_destroy: 1}", "DW106", "table.prevent_destroy", 1),
    "a maximum of nothing": ("table: {on_demand_max_write_units: 0}", "DW106", "table.on_demand_max_write_units", 0),
    "a choice like no other": ("encryption: {key: zzz}", "DW106", "encryption.key", "zzz"),
    "a choice of another type": ("encryption: {key: 5}", "DW106", "encryption.key", 5),
    "true for a retention of one day": ("logs: {retention_days: true}", "DW106", "logs.retention_days", True),
    "text for a list": ("table: {ignore_changes: read_capacity}", "DW106", "table.ignore_changes", "read_capacity"),
    "an attribute in camel case": (
        "table: {ignore_changes: [read_capacity, readCapacity]}",
        "DW106",
        "table.ignore_changes[1]",
        "readCapacity",
    ),
    "an on-demand maximum with provisioned capacity": (
        "table: {capacity_mode: provisioned, on_demand_max_read_units: 9}",
        "DW120",
        "table.on_demand_max_read_units",
        9,
    ),
    "provisioned capacity with on-demand": ("table: {write_capacity_units: 5}", "DW120", "table.write_capacity_units", 5),
    "provisioned capacity for a system with on-demand": (
        "systems: {orders: {table: {read_capacity_units: 5}}}",
        "DW120",
        "systems.orders.table.read_capacity_units",
        5,
    ),
    "a tag that is a number": ("tags: {Owner: 5}", "DW106", "tags.Owner", 5),
    "a tag of AWS's own": ("tags: {'AWS:owner': me}", "DW170", "tags.AWS:owner", "AWS:owner"),
    "a tag without a key": ("tags: {'': me}", "DW170", "tags.", ""),
    "a tag with a long key": (f"tags: {{{'k' * 129}: me}}", "DW170", f"tags.{'k' * 77}...", "k" * 129),
    "a tag with a long value": (f"tags: {{Owner: {'v' * 257}}}", "DW170", "tags.Owner", "v" * 257),
    "a tag with a character that AWS refuses": ("tags: {Owner: me & you}", "DW170", "tags.Owner", "me & you"),
    "a name prefix that ends with a hyphen": (
        "systems: {orders: {name_prefix: a-}}",
        "DW106",
        "systems.orders.name_prefix",
        "a-",
    ),
    "a setting of a table that is none": (
        "systems: {orders: {tables: {orders: {alarms: {dashboard: false}}}}}",
        "DW104",
        "systems.orders.tables.orders.alarms.dashboard",
        "dashboard",
    ),
}


@pytest.mark.parametrize(("line", "code", "path", "value"), WRONG_LINES.values(), ids=WRONG_LINES.keys())
def test_a_wrong_line_is_refused(problems: Problems, line: str, code: str, path: str, value: Any) -> None:
    (problem,) = problems(line)
    assert told([problem]) == [(code, 6, path)]
    assert (problem.value, type(problem.value)) == (value, type(value))


@pytest.mark.parametrize(
    ("line", "code", "meant"),
    [
        ("tabel: {}", "DW104", "'table'"),
        ("table: {delete_protection: true}", "DW104", "'deletion_protection'"),
        ("systems: {orders: {log: {}}}", "DW104", "'logs'"),
        ("table: {capacity_mode: ondemand}", "DW106", "'on_demand'"),
        ("table: {table_class: STANDARD_IA}", "DW106", "'STANDARD'"),
        ("logs: {retention_days: 10}", "DW106", "7"),
        ("table: {deletion_protection: no}", "DW106", "false"),
        ("table: {prevent_destroy: On}", "DW106", "true"),
        ("table: {point_in_time_recovery_days: 36}", "DW106", "35"),
        ("table: {point_in_time_recovery_days: -1}", "DW106", "0"),
        ("encryption: {deletion_window_days: '7'}", "DW106", "quotes"),
        ("tags: {Owner: 5}", "DW106", "quotes"),
    ],
)
def test_the_fix_is_named(problems: Problems, line: str, code: str, meant: str) -> None:
    (problem,) = problems(line)
    assert problem.code == code
    assert meant in problem.fix


def test_a_setting_like_no_other_is_answered_with_all_of_them(problems: Problems) -> None:
    (problem,) = problems("xyz: 1")
    assert (problem.code, problem.allowed) == ("DW104", ", ".join(SETTINGS.model_fields))


def test_what_is_allowed_is_said(problems: Problems) -> None:
    assert problems("logs: {retention_days: 10}")[0].allowed == "one of " + ", ".join(map(str, RETENTION_DAYS))
    assert problems("encryption: {deletion_window_days: 5}")[0].allowed == "a whole number from 7 to 30"


GROUPS = {
    "table": TableSettings(),
    "encryption": EncryptionSettings(),
    "logs": LogSettings(),
    "buckets": BucketSettings(),
    "access_logs": AccessLogSettings(),
    "streams": StreamSettings(),
    "network": NetworkSettings(),
    "cache": CacheSettings(),
    "alarms": AlarmSettings(),
    "audit": AuditSettings(),
    "vault": VaultSettings(),
    "backup": BackupSettings(),
    "export": ExportSettings(),
    "systems.orders": SystemSettings(),
}


def leaves(name: str, value: Any) -> Iterator[str]:
    """The dotted paths of all settings in a dumped group."""
    if not isinstance(value, dict):
        yield name
        return
    for below, inside in value.items():
        yield from leaves(f"{name}.{below}", inside)


@pytest.mark.parametrize(
    "setting",
    [path for section, settings in GROUPS.items() for path in leaves(section, settings.model_dump())],
)
def test_every_setting_has_words_for_what_it_allows(problems: Problems, setting: str) -> None:
    steps = setting.split(".")

    (problem,) = problems("".join(f"{step}: {{" for step in steps) + "wrong: type" + "}" * len(steps))

    assert told([problem]) == [("DW106", 6, setting)]
    assert problem.value == {"wrong": "type"}
    assert problem.allowed

"""The sentence for every setting that has a wrong name or a wrong value."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from dynawright.settings import (
    AccessLogSettings,
    AuditSettings,
    BackupSettings,
    BucketSettings,
    CacheSettings,
    ChangeCaptureSettings,
    EncryptionSettings,
    Environment,
    ExportSettings,
    LogSettings,
    NetworkSettings,
    StreamSettings,
    TableSettings,
    VaultSettings,
)

RETENTIONS = "1, 3, 5, 7, 14, 30, 60, 90, 120, 150, 180, 365, 400, 545, 731, 1096, 1827, 2192, 2557, 2922, 3288, 3653"
SETTINGS = "settings, as lines of `name: value`"

WRONG_LINES = {
    "an unknown setting, misspelt": ("tabel: {}", "tabel: unknown setting; did you mean 'table'?"),
    "an unknown setting, like no other": (
        "xyz: 1",
        f"xyz: unknown setting; known are {', '.join(Environment.model_fields)}",
    ),
    "an unknown setting further down": (
        "table: {delete_protection: true}",
        "table.delete_protection: unknown setting; did you mean 'deletion_protection'?",
    ),
    "an unknown system": ("systems: {ai_shef: {}}", "systems.ai_shef: unknown setting; did you mean 'ai_chef'?"),
    "an unknown setting of a system": (
        "systems: {ai_chef: {log: {}}}",
        "systems.ai_chef.log: unknown setting; did you mean 'logs'?",
    ),
    "a section with nothing in it": ("table:", f"table: null is not allowed: {SETTINGS}"),
    "a section that is a number": ("table: 5", f"table: 5 is not allowed: {SETTINGS}"),
    "a system with nothing in it": ("systems: {ai_chef: }", f"systems.ai_chef: null is not allowed: {SETTINGS}"),
    "a number too large": (
        "table: {point_in_time_recovery_days: 36}",
        "table.point_in_time_recovery_days: 36 is not allowed: a whole number from 0 to 35 (0 turns it off); set it to 35 or less",
    ),
    "a number too small": (
        "table: {point_in_time_recovery_days: -1}",
        "table.point_in_time_recovery_days: -1 is not allowed: a whole number from 0 to 35 (0 turns it off); set it to 0 or more",
    ),
    "a number in quotes": (
        "encryption: {deletion_window_days: '7'}",
        "encryption.deletion_window_days: '7' is not allowed: a whole number from 7 to 30; remove the quotes",
    ),
    "a fraction": (
        "encryption: {rotation_period_days: 90.0}",
        "encryption.rotation_period_days: 90.0 is not allowed: a whole number from 90 to 2560",
    ),
    "true for a number": (
        "table: {capacity_mode: provisioned, read_capacity_units: true}",
        "table.read_capacity_units: true is not allowed: a whole number from 1 to 40000",
    ),
    "more capacity than there is": (
        "table: {capacity_mode: provisioned, write_capacity_units: 40001}",
        "table.write_capacity_units: 40001 is not allowed: a whole number from 1 to 40000; set it to 40000 or less",
    ),
    "no for false": (
        "table: {deletion_protection: no}",
        "table.deletion_protection: 'no' is not allowed: true or false; write false, without quotes",
    ),
    "On for true": (
        "table: {prevent_destroy: On}",
        "table.prevent_destroy: 'On' is not allowed: true or false; write true, without quotes",
    ),
    "1 for true": ("table: {prevent_destroy: 1}", "table.prevent_destroy: 1 is not allowed: true or false"),
    "a maximum of nothing": (
        "table: {on_demand_max_write_units: 0}",
        "table.on_demand_max_write_units: 0 is not allowed: a whole number of 1 or more, "
        "-1 to lift a maximum that was set before, or null where there never was one",
    ),
    "a choice misspelt": (
        "table: {capacity_mode: ondemand}",
        "table.capacity_mode: 'ondemand' is not allowed: one of 'on_demand', 'provisioned'; did you mean 'on_demand'?",
    ),
    "a choice in the wrong case": (
        "table: {table_class: STANDARD_IA}",
        "table.table_class: 'STANDARD_IA' is not allowed: one of 'STANDARD', 'STANDARD_INFREQUENT_ACCESS'; did you mean 'STANDARD'?",
    ),
    "a choice like no other": (
        "encryption: {key: zzz}",
        "encryption.key: 'zzz' is not allowed: one of 'customer_managed', 'aws_managed', 'aws_owned'",
    ),
    "a choice of another type": (
        "encryption: {key: 5}",
        "encryption.key: 5 is not allowed: one of 'customer_managed', 'aws_managed', 'aws_owned'",
    ),
    "a retention that CloudWatch lacks": (
        "logs: {retention_days: 10}",
        f"logs.retention_days: 10 is not allowed: one of {RETENTIONS}; did you mean 7?",
    ),
    "true for a retention of one day": (
        "logs: {retention_days: true}",
        f"logs.retention_days: true is not allowed: one of {RETENTIONS}",
    ),
    "text for a list": (
        "table: {ignore_changes: read_capacity}",
        "table.ignore_changes: 'read_capacity' is not allowed: a list",
    ),
    "an attribute in camel case": (
        "table: {ignore_changes: [read_capacity, readCapacity]}",
        "table.ignore_changes[1]: 'readCapacity' is not allowed: an attribute in lower_snake_case",
    ),
    "an on-demand maximum with provisioned capacity": (
        "table: {capacity_mode: provisioned, on_demand_max_read_units: 9}",
        "table.on_demand_max_read_units: 9 is not allowed: "
        "capacity_mode 'provisioned' ignores it; remove it or set capacity_mode to 'on_demand'",
    ),
    "provisioned capacity with on-demand": (
        "table: {write_capacity_units: 5}",
        "table.write_capacity_units: 5 is not allowed: "
        "capacity_mode 'on_demand' ignores it; remove it or set capacity_mode to 'provisioned'",
    ),
    "provisioned capacity for a system with on-demand": (
        "systems: {ai_chef: {table: {read_capacity_units: 5}}}",
        "systems.ai_chef.table.read_capacity_units: 5 is not allowed: "
        "capacity_mode 'on_demand' ignores it; remove it or set capacity_mode to 'provisioned'",
    ),
    "a tag that is a number": ("tags: {Owner: 5}", "tags.Owner: 5 is not allowed: text; put it in quotes"),
    "a tag of AWS's own": (
        "tags: {'AWS:owner': me}",
        "tags.AWS:owner: key 'AWS:owner' is not allowed: "
        "1 to 128 letters, digits, spaces and _.:/=+-@, not beginning with 'aws:'",
    ),
    "a tag without a key": (
        "tags: {'': me}",
        "tags.: key '' is not allowed: 1 to 128 letters, digits, spaces and _.:/=+-@, not beginning with 'aws:'",
    ),
    "a tag with a long key": (
        f"tags: {{{'k' * 129}: me}}",
        f"tags.{'k' * 77}...: key '{'k' * 76}... is not allowed: "
        "1 to 128 letters, digits, spaces and _.:/=+-@, not beginning with 'aws:'",
    ),
    "a tag with a long value": (
        f"tags: {{Owner: {'v' * 257}}}",
        f"tags.Owner: '{'v' * 76}... is not allowed: up to 256 letters, digits, spaces and _.:/=+-@",
    ),
    "a tag with a character that AWS refuses": (
        "tags: {Owner: me & you}",
        "tags.Owner: 'me & you' is not allowed: up to 256 letters, digits, spaces and _.:/=+-@",
    ),
}


@pytest.mark.parametrize(("line", "problem"), WRONG_LINES.values(), ids=WRONG_LINES.keys())
def test_a_wrong_line_gets_its_own_sentence(problems: Callable[[str], list[str]], line: str, problem: str) -> None:
    assert problems(line) == [f"test.yaml:5: {problem}"]


GROUPS = {
    "table": TableSettings(),
    "encryption": EncryptionSettings(),
    "logs": LogSettings(),
    "buckets": BucketSettings(),
    "access_logs": AccessLogSettings(),
    "streams": StreamSettings(),
    "network": NetworkSettings(),
    "cache": CacheSettings(),
    "audit": AuditSettings(),
    "vault": VaultSettings(),
    "backup": BackupSettings(),
    "export": ExportSettings(),
    "systems.miyabi_lambda.change_capture": ChangeCaptureSettings(),
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
def test_every_setting_has_words_for_what_it_allows(problems: Callable[[str], list[str]], setting: str) -> None:
    steps = setting.split(".")

    (problem,) = problems("".join(f"{step}: {{" for step in steps) + "wrong: type" + "}" * len(steps))

    assert problem.startswith(f"test.yaml:5: {setting}: {{'wrong': 'type'}} is not allowed: ")

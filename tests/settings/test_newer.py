"""Settings that the provider in use can't build are refused, with the version that can."""

from typing import Any

import pytest

from dynawright.provider_versions import DEFAULT, NEWER, OLDEST, lacks
from dynawright.settings.newer import NEEDS
from tests.conftest import ROOT
from tests.settings.conftest import Problems, told
from tests.settings.systems import environment

PLACES = {
    "for all tables": ("table: {%s}", "table"),
    "for a system": ("systems: {orders: {table: {%s}}}", "systems.orders.table"),
    "for one table": ("systems: {orders: {tables: {lines: {%s}}}}", "systems.orders.tables.lines"),
    "for one index": (
        "systems: {orders: {tables: {lines: {indexes: {by-day: {%s}}}}}}",
        "systems.orders.tables.lines.indexes.by-day",
    ),
}


@pytest.mark.parametrize("place", PLACES)
def test_an_older_provider_is_named_with_the_one_that_is_needed(problems: Problems, place: str) -> None:
    lines, path = PLACES[place]
    text = f"provider: {{version: {OLDEST}}}\n" + lines % "warm_read_units: 12000, warm_write_units: 4000"
    problem, _ = problems(text)
    assert told([problem]) == [("DW184", 7, f"{path}.warm_read_units")]
    assert "6.39.0" in problem.text


def test_a_range_that_begins_too_early_is_refused(problems: Problems) -> None:
    text = "provider: {version: '>= 5.100.0, < 6.0.0'}\ntable: {warm_read_units: 12000, warm_write_units: 4000}"
    assert told(problems(text)) == [("DW184", 7, "table.warm_read_units"), ("DW184", 7, "table.warm_write_units")]


@pytest.mark.parametrize(
    "group",
    [
        {"table": {"warm_read_units": 12_000, "warm_write_units": 4_000}},
        {"provider": {"version": OLDEST}, "table": {"warm_read_units": None}},
    ],
)
def test_what_the_provider_has_and_what_is_not_set_pass(group: dict[str, Any]) -> None:
    assert environment(**group).table.warm_read_units == group["table"]["warm_read_units"]


def test_a_provider_that_is_wrong_itself_is_the_only_problem(problems: Problems) -> None:
    text = "provider: {version: 5.99.0}\ntable: {warm_read_units: 12000}"
    assert told(problems(text))[0] == ("DW180", 6, "provider.version")


def test_a_backup_of_another_region_is_refused(problems: Problems) -> None:
    arn = "arn:aws:dynamodb:us-east-1:123456789012:table/lines/backup/01489602797149-73d8d5bc"
    lines = f"systems: {{orders: {{tables: {{lines: {{restore_backup_arn: '{arn}'}}}}}}}}"
    assert told(problems(lines)) == [("DW123", 6, "systems.orders.tables.lines.restore_backup_arn")]


@pytest.mark.parametrize("units", ["warm_read_units: 12000", "warm_write_units: 4000"])
def test_one_without_the_other_is_refused(problems: Problems, units: str) -> None:
    name = units.partition(":")[0]
    assert told(problems(f"table: {{{units}}}")) == [("DW128", 6, f"table.{name}")]


def test_an_index_may_not_drop_one_of_them(problems: Problems) -> None:
    own = "warm_read_units: 12000, warm_write_units: 4000, indexes: {by-day: {warm_write_units: null}}"
    found = told(problems(f"systems: {{orders: {{tables: {{lines: {{{own}}}}}}}}}"))
    assert found == [("DW128", 6, "systems.orders.tables.lines.indexes.by-day.warm_read_units")]


@pytest.mark.parametrize("units", ["warm_read_units: 11999", "warm_write_units: 3999"])
def test_less_than_aws_keeps_ready_anyway_is_refused(problems: Problems, units: str) -> None:
    assert [code for code, _, _ in told(problems(f"table: {{{units}}}"))] == ["DW106"]


def test_the_page_names_each_attribute_with_its_version() -> None:
    rows = (ROOT / "docs" / "compatibility.md").read_text().partition("## What needs a newer provider")[2].partition("\n## ")[0]
    named = {
        (path, version)
        for row in rows.splitlines()
        for path in NEWER
        if f"`{path}`" in row
        for version in NEWER.values()
        if f" {version} " in row
    }
    assert named == {*NEWER.items()}


def test_the_default_provider_has_everything_and_the_oldest_nothing() -> None:
    assert {*NEEDS.values()} <= {*NEWER}
    assert [path for path in NEWER if lacks(DEFAULT, path) or not lacks(OLDEST, path)] == []

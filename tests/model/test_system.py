"""A system: its tables, patterns and consumers, checked together."""

import subprocess
from dataclasses import FrozenInstanceError
from typing import Any

import pytest

from dynawright.errors import UserError
from dynawright.model import (
    Consumer,
    Entity,
    Get,
    Index,
    Key,
    LocalIndex,
    OtherNames,
    Put,
    Query,
    System,
    TableModel,
    include,
)
from tests.model.builders import API, problems, table
from tests.problems import refused, told

PLAIN = Entity("ORDER", PK="CUSTOMER#{customerId}", SK="ORDER#{orderId}")


def indexes(count: int) -> list[Index]:
    return [Index(f"GSI{i}", Key("GSI1PK")) for i in range(count)]


def reading(id: str, *consumers: Consumer) -> Get:
    return Get(id, "an order", PK="CUSTOMER#{customerId}", SK="ORDER#{orderId}", used_by=consumers or [API])


def test_a_sound_system_knows_its_patterns_and_consumers() -> None:
    web, job = Consumer("web", "the site"), Consumer("job", "at night")
    orders = table("orders", access_patterns=[reading("P1", web), reading("P2", job, web)])
    invoices = table("invoices", access_patterns=[reading("P3", job)])
    system = System("sales", [orders, invoices])

    assert [(model.name, pattern.id) for model, pattern in system.access_patterns] == [
        ("orders", "P1"),
        ("orders", "P2"),
        ("invoices", "P3"),
    ]
    assert system.consumers == (web, job)


@pytest.mark.parametrize("name", ["ai", "sales", "sales_archive", "s3", "a" * 41])
def test_a_system_name_of_allowed_form_is_taken(name: str) -> None:
    assert System(name, [table()]).name == name


@pytest.mark.parametrize("name", ["", "a", "Sales", "1sales", "_sales", "my-sales", "sales\n", "a" * 42])
def test_a_system_name_of_another_form_is_refused(name: str) -> None:
    assert refused(lambda: System(name, [table()])) == [("DW202", f"system {name}", name)]


def test_tables_of_one_name_are_refused() -> None:
    assert problems(table(), table(), table("others")) == [("DW203", "table orders", "orders")]


@pytest.mark.parametrize("id", ["P1", "PS12", "ABCD1234", "AP8a"])
def test_a_pattern_id_of_allowed_form_is_taken(id: str) -> None:
    assert problems(table(access_patterns=[reading(id)])) == []


@pytest.mark.parametrize("id", ["", "P", "1", "p1", "P1A", "P1ab", "ABCDE1", "P12345", "P-1", "P1\n"])
def test_a_pattern_id_of_another_form_is_refused(id: str) -> None:
    assert problems(table(access_patterns=[reading(id)])) == [("DW202", f"pattern {id}", id)]


def test_a_pattern_id_is_unique_over_all_tables() -> None:
    assert problems(table(access_patterns=[reading("P1")]), table("others", access_patterns=[reading("P1")])) == [
        ("DW203", "pattern P1", "P1")
    ]


def test_consumers_of_one_name_are_refused() -> None:
    two = [reading("P1", Consumer("web", "the site")), reading("P2", Consumer("web", "something else"))]

    assert problems(table(access_patterns=two)) == [("DW203", "consumer web", "web")]


def test_the_same_consumer_may_be_declared_twice() -> None:
    two = [reading("P1", Consumer("web", "the site")), reading("P2", Consumer("web", "the site"))]

    assert problems(table(access_patterns=two)) == []


def test_all_problems_of_all_tables_are_reported_at_once() -> None:
    unsound = [
        table("a b", partition_key=Key("x.y")),
        table(indexes=[Index("G", Key("GSI1PK"))], access_patterns=[reading("?")]),
        table("others", entities=[Entity("E", PK="{x}"), Entity("F", SK="{x}")]),
        table("sound", access_patterns=[reading("P1")]),
        table("patterns", access_patterns=[Query("P1", "?", PK="x", used_by=[]), reading("P3")]),
    ]

    assert problems(*unsound) == [
        ("DW203", "pattern P1", "P1"),
        ("DW202", "pattern ?", "?"),
        ("DW202", "table a b", "a b"),
        ("DW206", "table a b", "x.y"),
        ("DW202", "index G", "G"),
        ("DW212", "entity E", "SK"),
        ("DW212", "entity F", "PK"),
        ("DW204", "pattern P1", None),
        ("DW222", "pattern P1", "PK = x"),
    ]


@pytest.mark.parametrize(
    "model",
    [
        pytest.param(table(""), id="no name"),
        pytest.param(table("ab"), id="a name of 2 characters"),
        pytest.param(table("a" * 256), id="a name of 256 characters"),
        pytest.param(table("my orders"), id="a name with a space"),
        pytest.param(table(indexes=[Index("GSI1", Key("a")), Index("GSI1", Key("b"))]), id="two global indexes of one name"),
        pytest.param(
            table(indexes=[Index("One", Key("a"))], local_indexes=[LocalIndex("One", Key("b"))]),
            id="a global and a local index of one name",
        ),
        pytest.param(table(indexes=indexes(21)), id="21 global indexes"),
        pytest.param(table(local_indexes=[LocalIndex(f"LSI{i}", Key("a")) for i in range(6)]), id="6 local indexes"),
        pytest.param(
            table(indexes=[Index("GSI1", Key("a"), projection=include(*(f"a{i}" for i in range(101))))]),
            id="101 projected attributes",
        ),
        pytest.param(table(indexes=[Index("GSI1", Key("a"), projection=include())]), id="INCLUDE without attributes"),
        pytest.param(table(partition_key=Key("a.b")), id="a key inside another attribute"),
        pytest.param(table(indexes=[Index("GSI1", Key("PK", "N"))]), id="one attribute with two types"),
        pytest.param(table(sort_key=Key("PK")), id="a partition key that is the sort key"),
    ],
)
def test_a_malformed_table_that_terraform_would_plan_is_refused(model: TableModel) -> None:
    assert problems(model)


def test_a_part_is_checked_only_where_those_it_rests_on_are_sound() -> None:
    """A wrong key would make every entity and pattern wrong, too: one cause, one sentence."""
    assert problems(table(sort_key=Key("a.b"), access_patterns=[reading("P1")])) == [("DW206", "table orders", "a.b")]


def test_a_model_error_is_an_error_for_users_with_one_problem_per_line() -> None:
    with pytest.raises(UserError) as raised:
        System("sales", [table("a"), table("b")])

    assert str(raised.value).splitlines() == [str(problem) for problem in raised.value.problems]
    assert len(raised.value.problems) == 2


def test_the_warnings_of_all_tables_are_told() -> None:
    written = Put("P2", "?", entity="ORDER", used_by=[API])
    others = table("others", ttl="ends", entities=[PLAIN], access_patterns=[reading("P1"), written])
    system = System("sales", [table(entities=[PLAIN]), others])

    assert told(system.warnings) == [
        ("DW262", "entity ORDER", "ORDER"),
        ("DW263", "entity ORDER", "ORDER"),
        ("DW265", "table others", "ends"),
    ]
    assert [remark.table for remark in system.remarks] == ["orders", "orders", "others"]


def test_a_model_can_not_be_changed() -> None:
    model = table(access_patterns=[reading("P1")])
    parts: list[Any] = [System("sales", [model]), model, model.entities[0], model.access_patterns[0], model.partition_key, API]
    for part in parts:
        with pytest.raises(FrozenInstanceError):
            part.name = "other"


def test_a_model_loads_without_cdktf_and_boto3(python: str) -> None:
    heavy = "print(sorted({'cdktf', 'jsii', 'boto3'} & {*sys.modules}))"
    loaded = subprocess.run([python, "-c", f"import sys, dynawright.model; {heavy}"], capture_output=True, text=True, check=True)

    assert loaded.stdout == "[]\n"


@pytest.mark.parametrize(
    "names",
    [OtherNames(caches=("*",)), OtherNames(alarms=("a?",)), OtherNames(log_groups=("/",)), OtherNames(log_groups=("/a/*/",))],
    ids=str,
)
def test_other_names_hold_no_wildcards(names: OtherNames) -> None:
    (wrong,) = [*names.caches, *names.alarms, *names.log_groups]
    assert refused(lambda: System("orders", [], names)) == [("DW202", "system orders", wrong)]

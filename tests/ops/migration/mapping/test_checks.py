"""A mapping is checked against both schemas before reading; all mistakes are reported at once."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
import yaml

from dynawright.errors import Problem, UserError
from dynawright.model import Chunks, Entity, Key, TableModel
from dynawright.ops.migration.mapping.checks import check
from dynawright.ops.migration.mapping.columns import Columns
from dynawright.ops.migration.mapping.load import load
from tests.complete.stacks.library.model import LOANS
from tests.ops.migration.memory import table

TARGET = table("library-loans-test", PK="S", SK="S")
LOAN = Columns(
    "loans",
    {"id": "text", "branch": "text", "reader": "text", "book": "text", "clerk": "text", "lent_at": "time"},
    ("id",),
    frozenset({"id", "branch", "reader", "book"}),
)
GOOD: dict[str, Any] = {
    "written_at": "lent_at",
    "entities": {"LOAN": {"branchId": "branch", "loanId": "id", "readerId": "reader", "bookId": "book", "updatedBy": "clerk"}},
}

Told = Callable[..., list[tuple[str, Any]]]


@pytest.fixture
def told(tmp_path: Path) -> Told:
    """Return value and line of each problem of loans with this mapping."""

    def told(rows: Mapping[str, Any], source: Columns = LOAN, model: TableModel = LOANS, **top: Any) -> list[tuple[str, Any]]:
        file = tmp_path / "loans.yaml"
        file.write_text(yaml.safe_dump({"system": "library", "table": "library-loans", "rows": {"loans": rows}, **top}))
        problems: list[Problem] = []
        try:
            check(load(file), model, TARGET, {"loans": source})
        except UserError as error:
            problems = list(error.problems)
        assert all(problem.place.file == "loans.yaml" and (problem.fix or problem.allowed) for problem in problems)
        return [(problem.code, problem.value) for problem in problems]

    return told


def loan(**changed: Any) -> dict[str, Any]:
    return {**GOOD, "entities": {"LOAN": {**GOOD["entities"]["LOAN"], **changed}}}


def with_kinds(**kinds: Any) -> Columns:
    return Columns("loans", {**LOAN.kinds, **kinds}, LOAN.key, LOAN.required)


def test_a_mapping_that_fits_is_accepted(told: Told) -> None:
    assert told(GOOD) == []


def test_a_column_that_no_item_gets_is_a_mistake_unless_it_is_left_out(told: Told) -> None:
    source = with_kinds(note="text", more="json")
    assert told(GOOD, source) == [("DW725", ["more", "note"])]
    assert told({**GOOD, "leave_out": ["note", "more"]}, source) == []
    assert told({**GOOD, "leave_out": ["clerk"]}) == [("DW725", ["clerk"])]  # an attribute uses it


def test_names_that_do_not_exist_are_told_all_at_once(told: Told) -> None:
    rows = loan(bookId="boook", titel="book")
    assert told(rows) == [("DW725", "boook"), ("DW725", "titel")]
    assert told({**GOOD, "entities": {"LONA": GOOD["entities"]["LOAN"]}}) == [("DW725", "LONA")]
    assert told({**GOOD, "version": "updatedAt"}) == [("DW725", "updatedAt")]


def test_every_attribute_of_an_entity_needs_a_column(told: Told) -> None:
    fields = {name: column for name, column in GOOD["entities"]["LOAN"].items() if name != "updatedBy"}
    assert told({**GOOD, "leave_out": ["clerk"], "entities": {"LOAN": fields}}) == [("DW725", ["updatedBy"])]


def test_a_column_that_may_be_null_makes_no_key(told: Told) -> None:
    source = Columns("loans", LOAN.kinds, LOAN.key, LOAN.required - {"branch"})
    assert told(GOOD, source) == [("DW725", "branch")]


def test_a_table_without_a_primary_key_is_refused(told: Told) -> None:
    assert told(GOOD, Columns("loans", LOAN.kinds, (), LOAN.required)) == [("DW725", "loans")]


def test_an_expiry_needs_a_column_that_it_is_counted_from(told: Told) -> None:
    without = {"entities": GOOD["entities"], "leave_out": ["lent_at"]}
    assert told(without) == [("DW725", "LOAN")]
    assert told({**GOOD, "written_at": "clerk", "leave_out": ["lent_at"]}) == [("DW725", "clerk")]


@pytest.mark.parametrize(
    ("kind", "column", "value"),
    [
        ("number", "clerk", "clerk"),
        ("number", "clerk as text", None),
        ("json", "clerk", "clerk"),
        ("json", "clerk as text", None),
        ("time", "clerk", None),
        ("time", "clerk as seconds", "clerk"),
        ("text", "clerk as seconds", "seconds"),
        ("bytes", "clerk", "clerk"),
        ("texts", "clerk", "clerk"),
    ],
)
def test_types_of_columns_and_attributes_must_match(told: Told, kind: str, column: str, value: str | None) -> None:
    expected = [] if value is None else [("DW725", value)]
    assert told(loan(updatedBy=column), with_kinds(clerk=kind)) == expected


def test_a_key_of_another_table_is_refused(told: Told, tmp_path: Path) -> None:
    other = TableModel("t", partition_key=Key("id"), entities=[Entity("LOAN", id="{id}")])
    assert ("DW725", TARGET.name) in told({"entities": {"LOAN": {"id": "id"}}}, model=other)


def test_what_is_stored_in_chunks_is_refused(told: Told) -> None:
    chunked = Entity("LOAN", PK="{id}", SK="{Chunk}", attributes={"id": "S", "Body": "B"}, chunks=Chunks("Body", at_most=3))
    model = TableModel("t", partition_key=Key("PK"), sort_key=Key("SK"), entities=[chunked])
    rows = {"leave_out": sorted(LOAN.kinds.keys() - {"id", "clerk"}), "entities": {"LOAN": {"id": "id", "Body": "clerk"}}}
    assert told(rows, with_kinds(clerk="bytes"), model) == [("DW725", "LOAN")]


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("system: a\n", [1, 1]),
        ("system: a\ntable: b\nrows: []\n", [3]),
        ("system: a\ntable: b\nrows:\n  loans: text\n", [4]),
        ("system: a\ntable: b\nrows:\n  loans:\n    leave_out: x\n    versoin: y\n", [5, 6, 4]),
        ("system: a\ntable: b\nrows:\n  loans:\n    entities:\n      LOAN:\n        a: b as minutes\n        c: 5\n", [7, 8]),
    ],
)
def test_a_file_of_another_form_is_told_by_line(tmp_path: Path, text: str, lines: list[int]) -> None:
    (tmp_path / "m.yaml").write_text(text)
    with pytest.raises(UserError) as raised:
        load(tmp_path / "m.yaml")
    assert [(problem.code, problem.place.line) for problem in raised.value.problems] == [("DW724", line) for line in lines]


def test_a_file_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(UserError) as raised:
        load(tmp_path / "nothing.yaml")
    assert [problem.code for problem in raised.value.problems] == ["DW724"]

"""Parts of a model know the line that declares them."""

import inspect
from dataclasses import replace

import pytest

from dynawright.errors import Place
from dynawright.model import ModelError, Put, Query, System
from dynawright.model.declaration import Declaration
from tests.model.builders import API, ORDER, table


def line_above() -> int:
    frame = inspect.currentframe()
    assert frame is not None
    assert frame.f_back is not None
    return frame.f_back.f_lineno - 1


def place_of(declaration: Declaration) -> tuple[str, int | None]:
    return declaration.place.file, declaration.place.line


def test_a_pattern_names_its_line_and_itself() -> None:
    pattern = Put("P1", "?", entity="ORDER", used_by=[API])
    assert pattern.place == Place("tests/model/test_declaration.py", line_above(), "pattern P1")


def test_a_changed_copy_is_declared_where_it_is_changed() -> None:
    copy = replace(table(), name="others")
    assert place_of(copy) == ("tests/model/test_declaration.py", line_above())


def test_the_line_does_not_make_declarations_different() -> None:
    first = Put("P1", "?", entity="ORDER", used_by=[API])
    second = Put("P1", "?", entity="ORDER", used_by=[API])
    assert place_of(first) != place_of(second)
    assert first == second


def test_a_problem_is_at_the_line_of_the_declaration_that_has_it() -> None:
    query = Query("P1", "?", index="GSI9", GSI9PK="x", used_by=[API])
    line = line_above()
    with pytest.raises(ModelError) as raised:
        System("sales", [table(entities=[ORDER], access_patterns=[query])])
    assert [problem.place for problem in raised.value.problems] == [Place("tests/model/test_declaration.py", line, "pattern P1")]

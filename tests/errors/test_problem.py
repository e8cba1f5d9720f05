"""A problem is printed on one line: place, what is wrong, fix."""

import pytest

from dynawright.errors import Place, Problem, UserError, must_be, unknown

PLACE = Place("stacks/shop/model.py", 41, "pattern PS2")


@pytest.mark.parametrize(
    ("place", "text"),
    [
        (PLACE, "stacks/shop/model.py:41 pattern PS2"),
        (Place("stacks/shop/model.py"), "stacks/shop/model.py"),
        (Place(path="table.stream"), "table.stream"),
        (Place(line=41), ""),
    ],
)
def test_a_place_has_a_line_only_with_its_file(place: Place, text: str) -> None:
    assert str(place) == text


@pytest.mark.parametrize(
    ("problem", "text"),
    [
        (Problem("DW211", "it is wrong"), "it is wrong"),
        (Problem("DW211", "it is wrong", PLACE), "stacks/shop/model.py:41 pattern PS2: it is wrong"),
        (Problem("DW211", "it is wrong", fix="mend it"), "it is wrong. Mend it."),
        (Problem("DW211", "it is wrong", fix="did you mean 'x'?"), "it is wrong. Did you mean 'x'?"),
        (Problem("DW211", "it is wrong", fix="run `x`"), "it is wrong. Run `x`."),
        (Problem("DW211", "a\nb\x1b[31m", Place(path="c\nd")), "c\\nd: a\\nb\\x1b[31m"),
        (Problem("DW211", "it failed", details="one\ntwo"), "it failed\n\none\ntwo"),
    ],
)
def test_a_problem_is_one_line_of_sentences_and_what_another_program_said(problem: Problem, text: str) -> None:
    assert str(problem) == text


def test_a_wrong_value_keeps_what_was_given_and_what_is_allowed() -> None:
    problem = must_be("DW106", "1 to 35", 99, place=PLACE)
    assert (problem.code, problem.place, problem.value, problem.allowed) == ("DW106", PLACE, 99, "1 to 35")
    assert problem.text == "must be 1 to 35, got 99"


@pytest.mark.parametrize(("value", "shown"), [(None, "null"), (True, "true"), ("x" * 90, f"'{'x' * 76}...")])
def test_a_wrong_value_is_shown_as_yaml_writes_it_and_cut(value: object, shown: str) -> None:
    assert must_be("DW106", "a number", value).text == f"must be a number, got {shown}"


@pytest.mark.parametrize(
    ("names", "given", "fix"),
    [
        (["GSI1", "ByDay"], "", "did you mean 'GSI1'?"),
        (["ByDay", "ByOwner"], "", "use one of: ByDay, ByOwner"),
        (["ByDay"], "see the model", "see the model"),
        ([], "", "there is none"),
    ],
)
def test_an_unknown_name_gets_the_best_fix(names: list[str], given: str, fix: str) -> None:
    problem = unknown("DW211", "index", "GSI9", names, fix=given)
    assert (problem.value, problem.allowed, problem.fix) == ("GSI9", ", ".join(names), fix)


def test_an_unknown_name_says_where_it_is_unknown() -> None:
    assert unknown("DW211", "index", "GSI9", [], within="orders").text == "index 'GSI9' does not exist in orders"


def test_an_error_has_all_problems() -> None:
    problems = [Problem("DW211", "one"), Problem("DW212", "two")]
    error = UserError(iter(problems))
    assert (error.problems, str(error)) == (tuple(problems), "one\ntwo")

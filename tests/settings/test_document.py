"""What YAML allows and a settings file does not."""

from collections.abc import Callable
from typing import Any

import pytest

from dynawright.errors import Problem
from dynawright.errors.problem import NOT_GIVEN
from dynawright.settings import Environment, SettingsError
from dynawright.settings.document import read
from tests.settings.conftest import Problems, told

WRONG_LINES = {
    "an expression in a value": ("tags: {Owner: '${path.cwd}'}", "DW109", "tags.Owner", "${path.cwd}"),
    "an escaped expression": ("tags: {Owner: 'a$${b}'}", "DW109", "tags.Owner", "a$${b}"),
    "a directive in a value": ("tags: {Owner: '%{if true}'}", "DW109", "tags.Owner", "%{if true}"),
    "an expression in a key": ("tags: {'${path.cwd}': x}", "DW109", "tags", "${path.cwd}"),
    "an expression in a list": ("table: {ignore_changes: ['${x}']}", "DW109", "table.ignore_changes[0]", "${x}"),
    "an escaped control character": (r'tags: {Owner: "a\x07"}', "DW108", "tags.Owner", "a\x07"),
    "half a character": (r'tags: {Owner: "\ud800"}', "DW108", "tags.Owner", "\ud800"),
    "text of two lines": (r'tags: {Owner: "a\nb"}', "DW108", "tags.Owner", "a\nb"),
    "an unprintable key": (r'tags: {"a\0": x}', "DW108", "tags", "a\0"),
    "an octal number": ("table: {point_in_time_recovery_days: 010}", "DW108", "table.point_in_time_recovery_days", "010"),
    "not a number": ("table: {point_in_time_recovery_days: .NaN}", "DW108", "table.point_in_time_recovery_days", ".NaN"),
    "an endless number": ("table: {point_in_time_recovery_days: -.inf}", "DW108", "table.point_in_time_recovery_days", "-.inf"),
    "a number of many digits": (
        f"table: {{point_in_time_recovery_days: {'9' * 5000}}}",
        "DW108",
        "table.point_in_time_recovery_days",
        "9" * 5000,
    ),
    "an anchor": ("table: &base {}", "DW108", "table", "&base"),
    "an alias": ("table: *base", "DW108", "table", "*base"),
    "a tag on a value": ("logs: {retention_days: !!int 7}", "DW108", "logs.retention_days", "!!int"),
    "a tag that runs Python": (
        "tags: {Owner: !!python/object/apply:os.getcwd ''}",
        "DW108",
        "tags.Owner",
        "!!python/object/apply:os.getcwd",
    ),
    "a merge key": ("table: {<<: {prevent_destroy: true}}", "DW108", "table", "<<"),
    "a number of many digits as a key": (f"tags: {{? {'9' * 5000} : x}}", "DW108", "tags", "9" * 5000),
    "a number as a key": ("tags: {5: x}", "DW106", "tags", 5),
    "true as a key": ("tags: {true: x}", "DW106", "tags", True),
    "nothing as a key": ("tags: {~: x}", "DW106", "tags", None),
    "an octal number as a key": ("tags: {010: x}", "DW108", "tags", "010"),
    "a mapping as a key": ("tags: {{a: b}: x}", "DW103", "", NOT_GIVEN),
    "a setting written twice": ("name: test", "DW107", "name", "name"),
    "a second document": ("--- {}", "DW108", "", NOT_GIVEN),
    "a bracket too many": ("table: {}}", "DW103", "", NOT_GIVEN),
    "a colon too many": ("table: a: b", "DW103", "", NOT_GIVEN),
    "an escape beyond Unicode": (r'tags: {Owner: "\U00110000"}', "DW103", "", NOT_GIVEN),
    "a raw control character": ("tags: {Owner: \x07}", "DW103", "", NOT_GIVEN),
}


@pytest.mark.parametrize(("line", "code", "path", "value"), WRONG_LINES.values(), ids=WRONG_LINES.keys())
def test_a_wrong_line_is_refused(problems: Problems, line: str, code: str, path: str, value: Any) -> None:
    (problem,) = problems(line)
    assert told([problem]) == [(code, 6, path)]
    assert problem.value == value
    assert "\n" not in str(problem)


def problems_of(text: str) -> list[Problem]:
    with pytest.raises(SettingsError) as error:
        read("test.yaml", text)
    return list(error.value.problems)


def test_words_that_other_readers_take_for_something_else_stay_text(loaded: Callable[[str], Environment]) -> None:
    lines = "tags: {a: no, b: 2024-01-01, c: 1:30, d: 0x1F, e: 1_000, on: x}"

    assert loaded(lines).tags == {"a": "no", "b": "2024-01-01", "c": "1:30", "d": "0x1F", "e": "1_000", "on": "x"}


def test_unquoted_values_are_read_as_yaml_1_2_does() -> None:
    document = read("test.yaml", "{a: true, b: FALSE, c: ~, d: , e: -7, f: 1.5, g: 1e3, h: '5', i: [x, 0]}")

    assert document.data == {
        "a": True, "b": False, "c": None, "d": None, "e": -7, "f": 1.5, "g": 1000.0, "h": "5", "i": ["x", 0],
    }  # fmt: skip


def test_every_value_knows_its_line() -> None:
    document = read("test.yaml", "a: 1\nb:\n  - x\n  - {c: 2}\n")

    assert document.lines == {(): 1, ("a",): 1, ("b",): 2, ("b", 0): 3, ("b", 1): 4, ("b", 1, "c"): 4}


@pytest.mark.parametrize("text", ["", "\n\n", "# only a comment\n"])
def test_an_empty_file_is_refused(text: str) -> None:
    assert [problem.code for problem in problems_of(text)] == ["DW103"]


@pytest.mark.parametrize(("text", "value"), [("- a", ["a"]), ("text", "text"), ("---", None), ("5", 5)])
def test_a_file_that_holds_no_settings_is_refused(text: str, value: Any) -> None:
    (problem,) = problems_of(text)
    assert (*told([problem]), problem.value) == (("DW106", 1, ""), value)


@pytest.mark.parametrize("opening", ["[", "{a: ", "- "])
def test_brackets_nested_a_hundred_thousand_deep_do_not_overflow_the_stack(opening: str) -> None:
    assert told(problems_of(opening * 100_000)) == [("DW103", 1, "")]


def test_an_unfinished_bracket_is_reported_where_the_file_ends() -> None:
    assert told(problems_of("a: {b: c\n\n")) == [("DW103", 3, "")]


def test_a_merge_key_and_its_alias_are_both_refused() -> None:
    document = read("test.yaml", "a: {x: 1}\nb: {<<: *a}")

    assert told(document.problems) == [("DW108", 2, "b"), ("DW108", 2, "b.<<")]


def test_the_first_of_two_equal_keys_counts_for_the_other_checks() -> None:
    assert read("test.yaml", "a: 1\na: 2").data == {"a": 1}

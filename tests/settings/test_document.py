"""What YAML allows and a settings file does not."""

from collections.abc import Callable
from pathlib import Path

import pytest

from dynawright.settings import SettingsError, load
from dynawright.settings.document import read

TERRAFORM = "Terraform would run what follows '${' or '%{'; remove it"

WRONG_LINES = {
    "an expression in a value": ("tags: {Owner: '${path.cwd}'}", f"tags.Owner: '${{path.cwd}}' is not allowed: {TERRAFORM}"),
    "an escaped expression": ("tags: {Owner: 'a$${b}'}", f"tags.Owner: 'a$${{b}}' is not allowed: {TERRAFORM}"),
    "a directive in a value": ("tags: {Owner: '%{if true}'}", f"tags.Owner: '%{{if true}}' is not allowed: {TERRAFORM}"),
    "an expression in a key": ("tags: {'${path.cwd}': x}", f"tags: key '${{path.cwd}}' is not allowed: {TERRAFORM}"),
    "an expression in a list": (
        "table: {ignore_changes: ['${x}']}",
        f"table.ignore_changes[0]: '${{x}}' is not allowed: {TERRAFORM}",
    ),
    "an escaped control character": (
        r'tags: {Owner: "a\x07"}',
        r"tags.Owner: 'a\x07' is not allowed: one line of printable characters; remove the others",
    ),
    "half a character": (
        r'tags: {Owner: "\ud800"}',
        r"tags.Owner: '\ud800' is not allowed: one line of printable characters; remove the others",
    ),
    "text of two lines": (
        r'tags: {Owner: "a\nb"}',
        r"tags.Owner: 'a\nb' is not allowed: one line of printable characters; remove the others",
    ),
    "an unprintable key": (
        r'tags: {"a\0": x}',
        r"tags: key 'a\x00' is not allowed: one line of printable characters; remove the others",
    ),
    "an octal number": (
        "table: {point_in_time_recovery_days: 010}",
        "table.point_in_time_recovery_days: '010' is not allowed: "
        "a leading zero means octal to some readers; put text in quotes, else drop the zero",
    ),
    "not a number": (
        "table: {point_in_time_recovery_days: .NaN}",
        "table.point_in_time_recovery_days: '.NaN' is not allowed: no setting takes such a number; put text in quotes",
    ),
    "an endless number": (
        "table: {point_in_time_recovery_days: -.inf}",
        "table.point_in_time_recovery_days: '-.inf' is not allowed: no setting takes such a number; put text in quotes",
    ),
    "a number of many digits": (
        f"table: {{point_in_time_recovery_days: {'9' * 5000}}}",
        f"table.point_in_time_recovery_days: '{'9' * 76}... is not allowed: a number has at most 18 digits; put text in quotes",
    ),
    "an anchor": ("table: &base {}", "table: '&base' is not allowed: anchors serve aliases only; remove it"),
    "an alias": (
        "table: *base",
        "table: '*base' is not allowed: aliases make one line mean another; write the value out",
    ),
    "a tag on a value": (
        "logs: {retention_days: !!int 7}",
        "logs.retention_days: '!!int' is not allowed: a value's type is how it is written; remove the tag",
    ),
    "a tag that runs Python": (
        "tags: {Owner: !!python/object/apply:os.getcwd ''}",
        "tags.Owner: '!!python/object/apply:os.getcwd' is not allowed: a value's type is how it is written; remove the tag",
    ),
    "a merge key": (
        "table: {<<: {prevent_destroy: true}}",
        "table: key '<<' is not allowed: merging hides where a value comes from; write the settings out",
    ),
    "a number of many digits as a key": (
        f"tags: {{? {'9' * 5000} : x}}",
        f"tags: key '{'9' * 76}... is not allowed: a number has at most 18 digits; put text in quotes",
    ),
    "a number as a key": ("tags: {5: x}", "tags: key 5 is not allowed: text; put it in quotes"),
    "true as a key": ("tags: {true: x}", "tags: key true is not allowed: text; put it in quotes"),
    "nothing as a key": ("tags: {~: x}", "tags: key null is not allowed: text; put it in quotes"),
    "an octal number as a key": (
        "tags: {010: x}",
        "tags: key '010' is not allowed: a leading zero means octal to some readers; put text in quotes, else drop the zero",
    ),
    "a mapping as a key": (
        "tags: {{a: b}: x}",
        "a list, a mapping or an alias is not allowed as a key: text; put it in quotes",
    ),
    "a setting written twice": ("name: test", "name: written twice, first on line 1; remove one of the two"),
    "a second document": (
        "--- {}",
        "a second document is not allowed: one to a file; remove '---' and what follows",
    ),
    "a bracket too many": (
        "table: {}}",
        "not valid YAML: expected <block end>, but found '}'; check indentation, colons and quotes",
    ),
    "a colon too many": (
        "table: a: b",
        "not valid YAML: mapping values are not allowed here; check indentation, colons and quotes",
    ),
    "an escape beyond Unicode": (
        r'tags: {Owner: "\U00110000"}',
        "not valid YAML: a number in it is too large; check indentation, colons and quotes",
    ),
    "a raw control character": ("tags: {Owner: \x07}", r"unprintable character '\x07'; remove it"),
}


@pytest.mark.parametrize(("line", "problem"), WRONG_LINES.values(), ids=WRONG_LINES.keys())
def test_a_wrong_line_gets_its_own_sentence(problems: Callable[[str], list[str]], line: str, problem: str) -> None:
    assert problems(line) == [f"test.yaml:5: {problem}"]


def problems_of(text: str) -> list[str]:
    with pytest.raises(SettingsError) as error:
        read("test.yaml", text)
    return list(error.value.problems)


def test_words_that_other_readers_take_for_something_else_stay_text(minimal: Path) -> None:
    with minimal.open("a") as file:
        file.write("tags: {a: no, b: 2024-01-01, c: 1:30, d: 0x1F, e: 1_000, on: x}")

    assert load(minimal).tags == {"a": "no", "b": "2024-01-01", "c": "1:30", "d": "0x1F", "e": "1_000", "on": "x"}


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
    (problem,) = problems_of(text)

    assert problem.endswith(": the file is empty; write at least name, account_id, region and state")


@pytest.mark.parametrize(("text", "value"), [("- a", "['a']"), ("text", "'text'"), ("---", "null"), ("5", "5")])
def test_a_file_that_holds_no_settings_is_refused(text: str, value: str) -> None:
    assert problems_of(text) == [f"test.yaml:1: {value} is not allowed: settings, as lines of `name: value`"]


@pytest.mark.parametrize("opening", ["[", "{a: ", "- "])
def test_brackets_nested_a_hundred_thousand_deep_do_not_overflow_the_stack(opening: str) -> None:
    assert problems_of(opening * 100_000) == ["test.yaml:1: nested more than 12 deep, which no setting is; check the brackets"]


def test_an_unfinished_bracket_is_reported_where_the_file_ends() -> None:
    assert problems_of("a: {b: c\n\n") == [
        "test.yaml:3: not valid YAML: expected ',' or '}', but got '<stream end>'; check indentation, colons and quotes"
    ]


def test_a_merge_key_and_its_alias_are_both_refused() -> None:
    document = read("test.yaml", "a: {x: 1}\nb: {<<: *a}")

    assert [problem.sentence("test.yaml") for problem in document.problems] == [
        "test.yaml:2: b: key '<<' is not allowed: merging hides where a value comes from; write the settings out",
        "test.yaml:2: b.<<: '*a' is not allowed: aliases make one line mean another; write the value out",
    ]


def test_the_first_of_two_equal_keys_counts_for_the_other_checks() -> None:
    assert read("test.yaml", "a: 1\na: 2").data == {"a": 1}

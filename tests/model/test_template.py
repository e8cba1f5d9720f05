"""Templates: rendering, matching, and what is no template."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dynawright.model.template import Template
from tests.problems import told

NAMES = st.sampled_from(["userId", "orgId", "time.stamp", "x-1", "_"])
LITERALS = st.sampled_from(["USER", "METADATA", "a+b", "$^", "(?P", "日本"])
VALUES = st.text(min_size=1).filter(lambda text: "#" not in text)
# Places and literals with a separator between any two.
TEMPLATES = st.lists(NAMES.map("{{{}}}".format) | LITERALS, min_size=1, max_size=6).map("#".join).map(Template)


def test_a_template_names_each_of_its_places_once_and_in_order() -> None:
    assert Template("{b}#{a}#{b}").parameters == ("b", "a")


def test_a_template_without_places_has_no_parameters() -> None:
    assert Template("METADATA").parameters == ()


def test_rendering_puts_values_of_any_type_into_every_place() -> None:
    values = {"n": Decimal("1.50"), "text": "x", "bytes": b"y", "unused": "z"}

    assert Template("A#{n}#{text}#{bytes}#{n}").render(values) == "A#1.50#x#y#1.50"


@given(TEMPLATES, st.data())
def test_matching_inverts_rendering_for_values_without_separators(template: Template, data: st.DataObject) -> None:
    values = {name: data.draw(VALUES) for name in template.parameters}

    assert template.match(template.render(values)) == values


@given(TEMPLATES, st.text())
def test_what_matches_renders_to_the_same_text(template: Template, text: str) -> None:
    values = template.match(text)

    assert values is None or template.render(values) == text


@given(TEMPLATES, st.text())
def test_what_matches_the_start_renders_to_a_prefix(template: Template, text: str) -> None:
    values = template.match_start(text)

    assert values is None or text.startswith(template.render(values))


@pytest.mark.parametrize(
    ("template", "value"),
    [
        ("USER#{id}", "ORG#1"),
        ("USER#{id}", "xUSER#1"),
        ("USER#{id}#END", "USER#1"),
        ("USER#{id}", "USER#"),  # a place is never empty
        ("USER.{id}", "USERx1"),  # a dot is a dot
        ("{id}#{id}", "1#2"),  # one parameter has one value
        ("METADATA", "METADATA2"),
    ],
)
def test_a_value_of_another_form_does_not_match(template: str, value: str) -> None:
    assert Template(template).match(value) is None


def test_a_place_takes_in_line_breaks() -> None:
    assert Template("A#{x}#B").match("A#1\n2#B") == {"x": "1\n2"}


def test_a_value_may_go_on_behind_the_start() -> None:
    assert Template("EXEC#{time}#").match_start("EXEC#12#7") == {"time": "12"}
    assert Template("EXEC#").match_start("EXEC#12#7") == {}
    assert Template("LOG#").match_start("EXEC#12#7") is None


@pytest.mark.parametrize(("text", "one"), [("{a}", True), ("A{a}", False), ("{a}Z", False), ("{a}{b}", False), ("a", False)])
def test_only_a_single_bare_place_is_one_place(text: str, one: bool) -> None:
    assert Template(text).is_one_place is one


@pytest.mark.parametrize("text", ["METADATA", "{a}", "USER#{userId}", "{a.b}#{c-d}#{_e}", " "])
def test_a_sound_template_has_no_problems(text: str) -> None:
    assert Template(text).problems == ()


@pytest.mark.parametrize("text", ["", "USER#{id", "USER#id}", "{{id}}", "A#{}", "A#{user id}", "A#{1}"])
def test_what_is_no_template_is_refused(text: str) -> None:
    assert told(Template(text).problems) == [("DW213", "", text)]


def test_a_template_reports_every_unusable_name() -> None:
    assert told(Template("{1}#{2}").problems) == [("DW213", "", "{1}#{2}")] * 2

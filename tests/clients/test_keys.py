"""Keys of several places: no value reaches into its neighbour's."""

import pytest

from dynawright.clients.runtime.keys import Plain, Text
from dynawright.model.template import Template

TWO = "TENANT#{tenant}#EVAL#{flag}"


@pytest.mark.parametrize("template", ["{a}", "A#{a}", "A#{a}#B", "{a}#{b}", "A#{a}#{b}#C", "METADATA"])
def test_a_key_is_what_the_model_says(template: str) -> None:
    values = {"a": "1", "b": 22}
    assert Text(template).render(values) == Template(template).render(values)


def test_a_number_of_a_chunk_is_filled_up() -> None:
    assert Text("PART#{Chunk:03}").render({"Chunk": 7}) == "PART#007"


@pytest.mark.parametrize(("tenant", "flag"), [("1#EVAL#2", "3"), ("#EVAL#", "x"), ("1#EVAL", "EVAL#x")])
def test_a_value_that_holds_what_ends_it_is_refused(tenant: str, flag: str) -> None:
    with pytest.raises(ValueError, match="tenant"):
        Text(TWO).render({"tenant": tenant, "flag": flag})


def test_a_separator_that_begins_at_the_end_of_a_value_is_refused() -> None:
    with pytest.raises(ValueError, match="a must not hold"):
        Text("{a}##{b}").render({"a": "x#", "b": "y"})


def test_the_last_value_of_a_key_may_hold_separators() -> None:
    assert Text(TWO).render({"tenant": "1", "flag": "a#EVAL#b"}) == "TENANT#1#EVAL#a#EVAL#b"


@pytest.mark.parametrize(("kind", "value"), [("N", "7"), ("N", True), ("B", 7), ("B", "x")])
def test_a_key_of_another_type_is_not_converted(kind: str, value: object) -> None:
    with pytest.raises(TypeError, match="at must be"):
        Plain("at", kind).wire({"at": value})

"""The page that the demo ends with."""

from pathlib import Path

import pytest

from dynawright.emulator.deliveries import Delivery
from dynawright.emulator.demo import DemoResult, ShownSystem
from dynawright.emulator.patterns.outcome import Outcome
from dynawright.model import System
from dynawright.pages import demo_page
from tests.pages.test_system_page import HOSTILE, NOTES, text_of


def result(problem: str = "") -> DemoResult:
    """Return what a demo of one system might give, its first pattern wrong if there is a problem."""
    problems = [(problem,) if problem and not number else () for number in range(len(NOTES.access_patterns))]
    outcomes = tuple(
        Outcome(pattern, items=2, requests=1, capacity_units=0.5, seconds=0.012, problems=wrong)
        for pattern, wrong in zip(NOTES.access_patterns, problems, strict=True)
    )
    delivery = Delivery("note-log", records=7, invocations=2, given_up=0, effects={"new NOTE in notes": 7}, off=("search",))
    shown = ShownSystem(System("notes", [NOTES]), outcomes, (delivery,))
    return DemoResult((shown,), {"foundation": 30, "notes": 41}, "enforce", 0, 65.4)


def test_it_has_every_pattern_stack_and_function_with_its_result() -> None:
    text = text_of(demo_page.html(result()))
    names = [part for pattern in NOTES.access_patterns for part in (pattern.id, pattern.question)]
    assert [name for name in (*names, "foundation", "note-log", "7 new NOTE in notes", "search: off") if name not in text] == []
    assert "Everything works" in text


def test_it_says_what_was_wrong_and_takes_it_for_text() -> None:
    page = demo_page.html(result(HOSTILE))
    assert HOSTILE in text_of(page)
    assert "<img" not in page
    assert "1 wrong answer, 0 records given up" in text_of(page)


@pytest.mark.usefixtures("application")
def test_it_is_written_into_the_projects_cache() -> None:
    path = demo_page.write(result())
    assert path == Path.cwd() / ".cache" / "demo.html"
    assert path.read_text() == demo_page.html(result())

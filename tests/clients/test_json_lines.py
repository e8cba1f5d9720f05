"""Log lines as JSON, one for each record."""

import json
import logging
from typing import Any

import pytest

from dynawright.clients.runtime.json_lines import JsonLines

FIELDS = ("task_id", "phase", "progress")


def line(level: int, message: str, *arguments: Any, **more: Any) -> dict[str, Any]:
    record = logging.getLogger("tests").makeRecord(
        "tests", level, "x.py", 1, message, arguments, more.pop("exc_info", None), extra=more
    )
    record.created = 1_790_000_000.25
    text = JsonLines(*FIELDS).format(record)
    assert "\n" not in text
    found: dict[str, Any] = json.loads(text)
    return found


def test_a_line_has_the_fields_that_the_record_has() -> None:
    assert line(logging.INFO, "%s of %d", "step", 3, task_id="t1", progress={"current": 1}, other="x") == {
        "timestamp": "2026-09-21T14:13:20.250Z",
        "level": "INFO",
        "message": "step of 3",
        "task_id": "t1",
        "progress": {"current": 1},
    }


@pytest.mark.parametrize(
    ("level", "name"),
    [
        (logging.DEBUG, "DEBUG"),
        (logging.INFO, "INFO"),
        (logging.WARNING, "WARN"),
        (logging.ERROR, "ERROR"),
        (logging.CRITICAL, "ERROR"),
    ],
)
def test_there_are_four_levels(level: int, name: str) -> None:
    assert line(level, "x")["level"] == name


def test_text_that_looks_like_json_and_line_breaks_stay_text() -> None:
    assert line(logging.ERROR, '"}\n{"level": "INFO"', task_id="\u2028é")["message"] == '"}\n{"level": "INFO"'


def test_an_exception_is_in_its_line() -> None:
    try:
        raise ValueError("wrong")
    except ValueError as error:
        found = line(logging.ERROR, "failed", exc_info=(type(error), error, error.__traceback__))
    assert found["exception"].endswith("ValueError: wrong")


def test_what_json_does_not_know_is_shown_as_text() -> None:
    assert line(logging.INFO, "x", task_id={1}, phase=None) | {"timestamp": ""} == {
        "timestamp": "",
        "level": "INFO",
        "message": "x",
        "task_id": "{1}",
        "phase": None,
    }

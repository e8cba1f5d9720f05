"""AWS's formats for times: cron with six fields, one point in time, time zones, hours of the week."""

import re
from datetime import datetime
from typing import NamedTuple
from zoneinfo import ZoneInfo

MONTHS = ("JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC")
WEEKDAYS = ("SUN", "MON", "TUE", "WED", "THU", "FRI", "SAT")
HOUR = "([01][0-9]|2[0-3]):[0-5][0-9]"
IN_WEEK = f"({'|'.join(day.lower() for day in WEEKDAYS)}):{HOUR}"


class Field(NamedTuple):
    """A field of a cron expression: its numbers, their names, and special words."""

    first: int
    last: int
    names: tuple[str, ...] = ()
    words: str = "(?!)"

    def admits(self, text: str) -> bool:
        return all(re.fullmatch(self.words, part) or self._is_range(part) for part in text.split(","))

    def _is_range(self, text: str) -> bool:
        """Return whether the field allows the text: `*`, `5`, `MON-FRI`, each with or without a step, `0/15`."""
        span, _, step = text.partition("/")
        if "/" in text and not (step.isdecimal() and int(step) > 0):
            return False
        first, _, last = span.partition("-")
        return span == "*" or (self._is_value(first) and ("-" not in span or self._is_value(last)))

    def _is_value(self, text: str) -> bool:
        return text in self.names or (text.isdecimal() and self.first <= int(text) <= self.last)


CRON = (
    Field(0, 59),
    Field(0, 23),
    Field(1, 31, words=r"\?|L|LW|([1-9]|[12][0-9]|3[01])W"),
    Field(1, 12, names=MONTHS),
    Field(1, 7, names=WEEKDAYS, words=rf"\?|L|([1-7]|{'|'.join(WEEKDAYS)})(L|#[1-5])"),
    Field(1970, 2199),
)


def is_cron(text: str) -> bool:
    """Return whether it is a cron expression: AWS requires `?` for the day of the month or of the week."""
    fields = text.split(" ")
    if len(fields) != len(CRON):
        return False
    if [fields[2], fields[4]].count("?") != 1:
        return False
    return all(field.admits(text) for field, text in zip(CRON, fields, strict=True))


def is_schedule(text: str) -> bool:
    """Return whether it is `cron(…)` or `at(…)`."""
    kind, _, rest = text.partition("(")
    inner = rest.removesuffix(")")
    return text == f"{kind}({inner})" and (is_cron(inner) if kind == "cron" else kind == "at" and is_moment(inner))


def is_moment(text: str) -> bool:
    """Return whether day and time exist."""
    try:
        return f"{datetime.strptime(text, '%Y-%m-%dT%H:%M:%S'):%Y-%m-%dT%H:%M:%S}" == text
    except ValueError:
        return False


def is_timezone(name: str) -> bool:
    try:
        return ZoneInfo(name).key == name
    except (OSError, ValueError, KeyError):  # zoneinfo's errors for a folder, a path and an unknown name
        return False


def minutes_of_window(text: str) -> int:
    """Return the length of `sun:17:00-sun:18:00`, which may end in the next week."""
    start, end = (_minute_of_week(part) for part in text.split("-"))
    return (end - start) % (7 * 24 * 60)


def _minute_of_week(text: str) -> int:
    day, hour, minute = text.split(":")
    return (WEEKDAYS.index(day.upper()) * 24 + int(hour)) * 60 + int(minute)

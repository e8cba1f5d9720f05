"""Days between runs of the schedule expressions of AWS Backup and EventBridge Scheduler."""

from __future__ import annotations

import re

DAILY = "cron(0 5 ? * * *)"
"""AWS Backup's default schedule."""
NAMES = ("SUN", "MON", "TUE", "WED", "THU", "FRI", "SAT")
IN_MINUTES = {"minute": 1, "hour": 60, "day": 1440}


def days_between(schedule: object) -> float:
    """Return about how many days lie between two runs; infinity if unknown."""
    if rate := re.fullmatch(r"rate\((\d+) (minute|hour|day)s?\)", str(schedule)):
        return int(rate[1]) * IN_MINUTES[rate[2]] / 1440
    cron = re.fullmatch(r"cron\(\S+ (\S+) (\S+) (\S+) (\S+) \S+\)", str(schedule or DAILY))
    if not cron:
        return float("inf")
    hours, days, months, weekdays = cron.groups()
    apart = 7 / _count(weekdays, 7) if weekdays not in "*?" else 30 / _count(days, 30)
    return apart * 12 / _count(months, 12) / _count(hours, 24)


def _count(field: str, most: int) -> int:
    """Return the number of values that a field of a cron expression matches."""
    if field in "*?":
        return most
    if "/" in field:
        return max(1, most // int(field.split("/")[1]))
    ranges = [part.split("-") for part in field.split(",")]
    return sum((_number(range_[1]) - _number(range_[0])) % most + 1 if len(range_) == 2 else 1 for range_ in ranges)


def _number(text: str) -> int:
    return int(text) if text.isdigit() else NAMES.index(text) if text in NAMES else 0

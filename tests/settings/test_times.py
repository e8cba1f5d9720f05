"""Schedules, time zones and windows that AWS accepts, or refuses half-way through an apply."""

import pytest
from pydantic import ValidationError

from dynawright.settings import CacheSettings
from dynawright.settings.times import is_schedule, is_timezone

SCHEDULES = (
    "cron(0 8 ? * MON-FRI *)",
    "cron(0/15 8-17 * * ? *)",
    "cron(0,30 0 1,15 JAN-MAR ? 2030)",
    "cron(0 0 L * ? *)",
    "cron(0 0 15W * ? 2030-2035)",
    "cron(0 0 ? 1/3 6#3 *)",
    "cron(0 0 ? * FRIL *)",
    "cron(*/5 * * * ? *)",
    "at(2028-02-29T23:59:59)",
)
NO_SCHEDULES = {
    "a sixth field too many": "cron(0 8 ? * MON-FRI * *)",
    "five fields": "cron(0 8 * * ?)",
    "no question mark": "cron(0 8 * * * *)",
    "two question marks": "cron(0 8 ? * ? *)",
    "a question mark for an hour": "cron(0 ? * * ? *)",
    "minute 60": "cron(60 8 * * ? *)",
    "hour 24": "cron(0 24 * * ? *)",
    "day 32": "cron(0 0 32 * ? *)",
    "weekday 0": "cron(0 0 ? * 0 *)",
    "a month without a name": "cron(0 0 1 JUNE ? *)",
    "an endless range": "cron(0 8- * * ? *)",
    "a step of nothing": "cron(0/0 8 * * ? *)",
    "no day": "at(2030-02-30T08:00:00)",
    "no hour": "at(2030-01-31T24:00:00)",
    "no seconds": "at(2030-01-31T08:00)",
    "another kind": "rate(5 minutes)",
    "no end": "cron(0 8 ? * MON-FRI *",
}


@pytest.mark.parametrize("text", SCHEDULES)
def test_a_schedule_is_taken(text: str) -> None:
    assert is_schedule(text)


@pytest.mark.parametrize("text", NO_SCHEDULES.values(), ids=NO_SCHEDULES)
def test_what_aws_would_refuse_is_none(text: str) -> None:
    assert not is_schedule(text)


@pytest.mark.parametrize(
    ("name", "there_is"),
    [("Asia/Tokyo", True), ("UTC", True), ("Etc/GMT+9", True), ("Asia/Tokio", False), ("Asia", False), ("/etc/localtime", False)],
)
def test_a_time_zone_exists(name: str, there_is: bool) -> None:
    assert is_timezone(name) is there_is


@pytest.mark.parametrize("window", ["sun:17:00-sun:18:00", "sat:23:30-sun:00:30", "mon:00:00-fri:00:00"])
def test_a_window_of_an_hour_or_more_is_taken(window: str) -> None:
    assert CacheSettings(maintenance_window=window).maintenance_window == window


@pytest.mark.parametrize(
    "window", ["sum:17:00-sun:18:00", "sun:24:00-mon:01:00", "sun:17:00-sun:17:30", "sun:17:00-sun:17:00", "sunday:1-2"]
)
def test_other_windows_are_not(window: str) -> None:
    with pytest.raises(ValidationError):
        CacheSettings(maintenance_window=window)

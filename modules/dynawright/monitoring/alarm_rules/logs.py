"""Rules for log lines."""

from __future__ import annotations

from dynawright.monitoring.alarm import AlarmRule
from dynawright.monitoring.metrics import LOGS, Metric


def log_lines(name: str, title: str, metric: Metric, remedy: str) -> AlarmRule:
    """Rule for the lines that a log group's filter counts."""
    return AlarmRule(
        name,
        title,
        {"lines": (metric, "Sum")},
        "log_errors_in_5_minutes",
        "a log without lines is silent",
        message="ticket",
        incident="LogLines",
        remedy=remedy,
        section="LogLines",
    )


LOG_LINES = log_lines(
    "LogLines",
    "a log has lines that its filter counts",
    Metric(f"<Project>{LOGS}", "<log group> <filter>", (frozenset(),), ("Sum",), "Count", "Lines.", "Read the log."),
    remedy="Read the log; the stack that makes the filter says in the alarm what to do about its lines.",
)
"""Placeholder in docs/alarms.md for rules on stacks' own filters."""

RULES = (LOG_LINES,)

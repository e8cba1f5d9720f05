"""Outcomes as tables for people."""

import json
from collections import Counter
from collections.abc import Sequence

from dynawright.emulator.deliveries import Delivery
from dynawright.emulator.iam.mode import Mode
from dynawright.emulator.iam.questions import AskedCall
from dynawright.emulator.patterns.outcome import Outcome
from dynawright.model import System

HEADINGS = ("pattern", "question", "operation", "index", "items", "capacity", "ms", "result")


def pattern_table(system: System, outcomes: Sequence[Outcome]) -> str:
    """Return a row per pattern: capacity units by DynamoDB's rules, time of all its requests."""
    rows = [
        (
            outcome.pattern.id,
            outcome.pattern.question,
            outcome.pattern.operation,
            outcome.index or "-",
            str(outcome.items),
            f"{outcome.capacity_units:g}",
            f"{outcome.seconds * 1000:.0f}",
            "right" if not outcome.problems else "WRONG",
        )
        for outcome in outcomes
    ]
    problems = [f"  {outcome.pattern.id}: {problem}" for outcome in outcomes for problem in outcome.problems]
    return "\n".join(["", system.name, *aligned(HEADINGS, rows), *problems, ""])


def delivery_table(deliveries: Sequence[Delivery]) -> str:
    """Return a row per stream function: its records, and the effects."""
    headings = ("function", "records", "invocations", "given up", "effect")
    rows = [
        (
            delivery.function,
            str(delivery.records),
            str(delivery.invocations),
            str(delivery.given_up),
            ", ".join(
                [*(f"{count} {effect}" for effect, count in delivery.effects.items()), *(f"{job}: off" for job in delivery.off)]
            )
            or "-",
        )
        for delivery in deliveries
    ]
    return "\n".join([*aligned(headings, rows), ""])


def denial_list(denied: Sequence[AskedCall], iam: Mode) -> str:
    """Return each denial once, with the statement that would allow it."""
    questions = [question for call in denied for question in call.asked if not question.allowed]
    counts = Counter((question.message, json.dumps(question.missing_statement)) for question in questions)
    counts += Counter((call.refused, "null") for call in denied if call.refused)
    lines = [
        f"{count} times: {message}" + (f"\n    {statement}" if statement != "null" else "")
        for (message, statement), count in counts.most_common()
    ]
    verb = "denied" if iam == "enforce" else "would have denied"
    return "\n".join([f"\nIAM {verb} {len(denied)} calls.", *lines])


def aligned(headings: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    """Return lines with aligned columns."""
    widths = [max(len(row[column]) for row in (headings, *rows)) for column in range(len(headings))]
    lines = ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in (headings, *rows)]
    return [lines[0], "─" * max(map(len, lines)), *lines[1:]]

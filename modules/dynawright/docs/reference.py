"""The reference pages of the alarms and the metrics, which `dynawright docs` writes."""

from __future__ import annotations

from collections.abc import Iterator

from dynawright import project
from dynawright.docs.markdown import rows
from dynawright.monitoring.alarm import ABOVE_BAND, BELOW, AlarmRule, duration
from dynawright.monitoring.alarm_rules import RULES
from dynawright.monitoring.metric_catalogue import ROWS
from dynawright.monitoring.metrics import PERCENTILES
from dynawright.settings import AlarmSettings

DOCS = project.root() / "docs"


def alarms_page() -> str:
    """A section per rule; alarms link here by the rule's name."""
    parts = [
        "# Alarms",
        "Written by `dynawright docs` from the rules for alarms. Do not edit. Thresholds are settings of each "
        "environment (`alarms:` in `environments/*.yaml`); the figures here are the defaults.",
    ]
    for name in dict.fromkeys(rule.name for rule in RULES):
        parts += _section([rule for rule in RULES if rule.name == name])
    return "\n\n".join(parts) + "\n"


def _section(same_name: list[AlarmRule]) -> Iterator[str]:
    rule = same_name[0]
    yield f"## {rule.name}"
    yield f"{_sentence(rule.title)} {rule.what_to_do}"
    lines = [f"- Fires when {' or '.join(dict.fromkeys(_condition(one) for one in same_name))}."]
    lines += [
        f"- Metric: {', '.join(f'`{row.namespace}` {row.name} ({statistic})' for row, statistic in rule.metrics.values())}."
    ]
    if rule.expression:
        lines.append(f"- Expression: `{rule.expression}`.")
    lines.append(
        f"- A period without data counts as {'an alarm' if rule.missing == 'breaching' else 'fine'}: {rule.missing_because}."
    )
    lines.append(
        f"- Level: {rule.level}. {'The end of it is a message too.' if rule.tells_recovery else 'Its end is no message.'}"
    )
    yield "\n".join(lines)


def _condition(rule: AlarmRule) -> str:
    times = "" if rule.of == 1 else f", {rule.datapoints} of {rule.of} times"
    if rule.comparison == ABOVE_BAND:
        return f"it is above the band of what was usual in {duration(rule.period_seconds)}{times} (`anomaly_detection`)"
    setting = rule.threshold if isinstance(rule.threshold, str) else None
    default = getattr(AlarmSettings(), setting) if setting else rule.threshold
    value = "the threshold" if default is None else f"{default}"
    source = f" (`{setting}`)" if setting else ""
    return f"it is {'below' if rule.comparison == BELOW else 'above'} {value}{source} in {duration(rule.period_seconds)}{times}"


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:] + "."


def metrics_page() -> str:
    """The catalogue as a table."""
    lines = [
        (
            f"`{row.namespace}`",
            row.name,
            "; ".join(
                " + ".join(sorted(option, key=lambda one: (one != "TableName", one))) or "none" for option in row.dimensions
            ),
            ", ".join("percentiles" if one == PERCENTILES else one for one in row.statistics),
            f"{row.period_seconds} s",
            row.unit,
            row.meaning,
        )
        for row in ROWS
    ]
    headings = ("namespace", "metric", "dimensions", "statistics", "published every", "unit", "what it is")
    return (
        "\n\n".join(
            [
                "# Metrics",
                "Written by `dynawright docs` from the catalogue of metrics. Do not edit. An alarm or a chart on "
                "anything else is an error at synth: CloudWatch would never feed it.",
                rows(headings, lines),
            ]
        )
        + "\n"
    )

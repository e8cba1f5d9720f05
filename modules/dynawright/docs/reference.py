"""docs/alarms.md and docs/metrics.md, which `dynawright docs` writes."""

from __future__ import annotations

from collections.abc import Iterator

from dynawright import project
from dynawright.docs.markdown import rows
from dynawright.monitoring.alarm import ABOVE_BAND, BELOW, AlarmRule, duration
from dynawright.monitoring.alarm_rules import RULES
from dynawright.monitoring.alarm_rules.incidents import INCIDENTS
from dynawright.monitoring.metric_catalogue import ROWS
from dynawright.monitoring.metrics import PERCENTILES
from dynawright.settings import AlarmSettings

WITHOUT_DATA = {"breaching": "an alarm", "notBreaching": "fine", "missing": "what it watches for"}
DOCS = project.root() / "docs"


def alarms_page() -> str:
    """Return docs/alarms.md with a section per rule, to which alarms link by name."""
    parts = [
        "# Alarms",
        "After this page you know each alarm's meaning, threshold and remedy. `dynawright docs` writes it from the rules for alarms. Do not "
        "edit. Thresholds are settings of each environment (`alarms:` in `environments/*.yaml`); this page shows the defaults. "
        "[incidents.md](incidents.md) shows which alarms fire in which incident.",
        "A **page** alerts a person at once, and again at the end. A **ticket** can wait until morning; it goes to a separate topic "
        "if `notifications.ticket_subscriptions` or `ticket_topic_arn` is set. `alarms.messages` selects the receiver of an incident or an "
        "alarm: `messages: {Slow: none, Errors: ticket}`; a table can have its own (`systems.<name>.tables.<table>.alarms`). "
        "Alarms of one resource that belong to the same incident are parts of one composite alarm, which sends a single message:",
        rows(("incident", "what it means"), [(f"`{name}`", meaning) for name, meaning in INCIDENTS.items()]),
    ]
    for name in dict.fromkeys(rule.name for rule in RULES):
        parts += _section([rule for rule in RULES if rule.name == name])
    return "\n\n".join(parts) + "\n"


def _section(same_name: list[AlarmRule]) -> Iterator[str]:
    rule = same_name[0]
    yield f"## {rule.name}"
    yield f"{_sentence(rule.title)} {rule.what_to_do}"
    lines = [f"- Fires when {' or '.join(dict.fromkeys(_condition(row) for row in same_name))}."]
    lines += [
        f"- Metric: {', '.join(f'`{row.namespace}` {row.name} ({statistic})' for row, statistic in rule.metrics.values())}."
    ]
    if rule.expression:
        lines.append(f"- Expression: `{rule.expression}`.")
    lines.append(f"- A period without data counts as {WITHOUT_DATA[rule.missing]}: {rule.missing_because}.")
    lines.append(f"- Level: {rule.level}. Message: {'; or '.join(dict.fromkeys(_message(row) for row in same_name))}.")
    yield "\n".join(lines)


def _message(rule: AlarmRule) -> str:
    if rule.message == "none":
        return f"none, because {rule.told_by}"
    incident = f", sent by the incident `{rule.incident}`" if rule.incident in INCIDENTS else ""
    end = "" if rule.tells_recovery or rule.message == "ticket" else "; its end is no message"
    return f"{rule.message}{incident}{end}"


def _condition(rule: AlarmRule) -> str:
    if rule.missing == "missing":
        return f"there is no data for {duration(rule.period_seconds * rule.of)}, after there was some"
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
    """Return docs/metrics.md: the catalogue as a table."""
    lines = [
        (
            f"`{row.namespace}`",
            row.name,
            "; ".join(
                " + ".join(sorted(option, key=lambda one: (one != "TableName", one))) or "none" for option in row.dimensions
            ),
            ", ".join("percentiles" if statistic == PERCENTILES else statistic for statistic in row.statistics),
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
                "After this page you know which metrics alarms and charts can use. `dynawright docs` writes it from the catalogue of "
                "metrics. Do not edit. Any other metric is an error at synth, since CloudWatch would never have data for it.",
                rows(headings, lines),
            ]
        )
        + "\n"
    )

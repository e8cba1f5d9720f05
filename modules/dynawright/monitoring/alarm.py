"""One alarm: a rule for a kind of resource, and the resource that it watches."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from dynawright.errors import Place, UserError, unknown
from dynawright.monitoring.metric_math import names_in
from dynawright.monitoring.metrics import Metric, Query, Series
from dynawright.prices.general import ALARM_METRIC_MONTH, ANOMALY_ALARM_METRICS
from dynawright.settings import AlarmSettings
from dynawright.settings.alarms import Message

Level = Literal["essential", "full"]
Missing = Literal["notBreaching", "breaching", "missing"]
ABOVE, BELOW, ABOVE_BAND = "GreaterThanThreshold", "LessThanThreshold", "GreaterThanUpperThreshold"
MOST_METRICS = 10  # per metric-math alarm
UNDOCUMENTED = "DelegatedOperation"
"""A dimension whose values AWS does not document: an alarm on a guessed value would never have data."""


@dataclass(frozen=True)
class AlarmRule:
    """A row of `alarm_rules`: metrics, threshold, and remedy."""

    name: str
    """Part of the alarms' address and name: renaming it replaces them."""
    title: str
    metrics: Mapping[str, tuple[Metric, str]] = field(hash=False)
    """Name in the expression → metric and statistic."""
    threshold: str | int
    """The name of a setting, or a fixed number."""
    missing_because: str
    """Why periods without data are treated in this way."""
    level: Level = "essential"
    message: Message = "page"
    """The default receiver: a person at once (page), a work list (ticket), or none."""
    incident: str = ""
    """Its incident, whose composite alarm sends one message for all its alarms."""
    told_by: str = ""
    """Sends the message instead, if the alarm sends none."""
    expression: str | None = None
    """Metric math over the names above; a per-operation metric is summed over the operations in use."""
    period_seconds: int = 300
    datapoints: int = 1
    of: int = 1
    comparison: str = ABOVE
    missing: Missing = "notBreaching"
    """With `missing`, the state INSUFFICIENT_DATA sends the message: data has stopped.

    An alarm that never had data is silent.
    """
    factor: float = 1
    """Factor from the setting's unit to the metric's."""
    remedy: str | None = None
    """The remedy; by default that of the metric."""
    tells_recovery: bool = True
    """Whether its end is reported too, for alarms that a person acts on and waits for."""
    section: str | None = None
    """Its heading in docs/alarms.md; by default its name."""

    def __post_init__(self) -> None:
        place = Place(path=f"alarm rule {self.name}")
        unknown_names = sorted(names_in(self.expression or "") - set(self.metrics))
        if unknown_names:
            raise UserError(unknown("DW331", "metric", name, self.metrics, place=place) for name in unknown_names)

    @property
    def anchor(self) -> str:
        """The link to its runbook."""
        return (self.section or self.name).lower()

    @property
    def what_to_do(self) -> str:
        return self.remedy or next(iter(self.metrics.values()))[0].remedy


@dataclass(frozen=True)
class Subject:
    """A watched resource: a table, an index, one operation, a function, a queue."""

    id: str
    """Prefix of its alarms' construct ids."""
    name: str
    """Prefix of its alarms' physical names, without the environment."""
    words: str
    dimensions: Mapping[str, str] = field(hash=False)
    operations: Sequence[str] = field(default=(), hash=False)
    whole: Subject | None = None
    """The table of an index or an operation: a problem of a part is an incident of the whole."""
    other_dimensions: Mapping[str, Mapping[str, str]] = field(default_factory=dict, hash=False)
    """Other dimensions, by the name of the term in the rule."""


@dataclass(frozen=True)
class Alarm:
    """A rule for one subject; only metrics that CloudWatch has are possible."""

    rule: AlarmRule
    subject: Subject
    threshold: float
    terms: Mapping[str, Series] = field(hash=False)
    """Its metrics; empty if the expression is a query that finds its own."""
    expression: str | None
    message: Message = "page"
    incident: str = ""
    """Its composite alarm; empty if it sends its own message, or none."""

    @property
    def id(self) -> str:
        return f"{self.subject.id}{self.rule.name}"

    @property
    def billed_metrics(self) -> int:
        return ANOMALY_ALARM_METRICS if self.rule.comparison == ABOVE_BAND else len(self.terms) or 1

    @property
    def monthly_price(self) -> float:
        return self.billed_metrics * ALARM_METRIC_MONTH

    @property
    def condition(self) -> str:
        """The condition for people: `Sum > 5 in 5 minutes`."""
        rule = self.rule
        if rule.comparison == ABOVE_BAND:
            return "above what was usual"
        if rule.missing == "missing":
            return f"no data for {duration(rule.period_seconds * rule.of)}"
        statistic = next(iter(rule.metrics.values()))[1] if self.expression is None else "result"
        sign = ">" if rule.comparison == ABOVE else "<"
        text = f"{statistic} {sign} {self.threshold:g}{self._unit} in {duration(rule.period_seconds)}"
        return text if rule.of == 1 else f"{text}, {rule.datapoints} of {rule.of} times"

    @property
    def _unit(self) -> str:
        if self.expression is not None:
            return " %" if str(self.rule.threshold).endswith("_percent") else ""
        return {"Milliseconds": " ms", "Percent": " %", "Seconds": " s"}.get(next(iter(self.terms.values())).metric.unit, "")


def alarms_about(rules: Sequence[AlarmRule], subject: Subject, settings: AlarmSettings, *, factor: float = 1) -> list[Alarm]:
    """Return the alarms of the chosen level; rules without a threshold are left out."""
    wanted = {"none": (), "essential": ("essential",), "full": ("essential", "full")}[settings.level]
    found = []
    for rule in rules:
        threshold = getattr(settings, rule.threshold) if isinstance(rule.threshold, str) else rule.threshold
        if rule.level in wanted and threshold is not None:
            terms, expression = _terms(rule, subject)
            message = settings.messages.get(rule.name) or settings.messages.get(rule.incident) or rule.message
            incident = "" if rule.name in settings.messages or message == "none" else rule.incident
            found.append(Alarm(rule, subject, threshold * rule.factor * factor, terms, expression, message, incident))
    return found


def _terms(rule: AlarmRule, subject: Subject) -> tuple[dict[str, Series], str | None]:
    terms: dict[str, Series] = {}
    expression = rule.expression
    for term, (row, statistic) in rule.metrics.items():
        if all(UNDOCUMENTED in option for option in row.dimensions):
            return {}, Query(row, subject.dimensions, statistic, rule.period_seconds).text
        if _is_per_operation(row) and "Operation" not in subject.dimensions:
            summands = {
                f"{term}{number}": Series(row, {**subject.dimensions, "Operation": operation}, statistic, rule.period_seconds)
                for number, operation in enumerate(subject.operations, start=1)
            }
            terms |= summands
            # FILL: an operation without errors in a period has no data, and without FILL the sum would have none either.
            total = " + ".join(f"FILL({summand}, 0)" for summand in summands)
            expression = re.sub(rf"\b{term}\b", f"({total})", expression or term)
        else:
            dimensions = subject.other_dimensions.get(term, subject.dimensions)
            terms[term] = Series(row, dict(dimensions), statistic, rule.period_seconds)
    return terms, expression


def _is_per_operation(row: Metric) -> bool:
    return all("Operation" in option for option in row.dimensions)


def duration(seconds: int) -> str:
    """Return a length of time for people: `5 minutes`."""
    for unit, size in (("day", 86_400), ("hour", 3600), ("minute", 60)):
        if seconds % size == 0:
            return f"{seconds // size} {unit}{'' if seconds == size else 's'}"
    return f"{seconds} seconds"

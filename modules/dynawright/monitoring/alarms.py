"""A system's alarms: one message per incident, and one summarizing alarm."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Protocol

from constructs import Construct

from dynawright.bindings.aws.cloudwatch_composite_alarm import CloudwatchCompositeAlarm
from dynawright.bindings.aws.cloudwatch_metric_alarm import (
    CloudwatchMetricAlarm,
    CloudwatchMetricAlarmMetricQuery,
    CloudwatchMetricAlarmMetricQueryMetric,
)
from dynawright.constructs.component import Component
from dynawright.constructs.naming import ALARM, physical_name
from dynawright.constructs.suppression import suppress
from dynawright.errors import Place, Problem, UserError
from dynawright.monitoring.alarm import ABOVE_BAND, MOST_METRICS, Alarm
from dynawright.monitoring.alarm_rules.incidents import INCIDENTS
from dynawright.monitoring.metrics import EXTENDED, Series
from dynawright.prices.general import COMPOSITE_ALARM_MONTH
from dynawright.settings import AlarmSettings

MOST_CHILDREN = 100  # per composite alarm
LONGEST_RULE = 10_240  # characters per composite alarm
LONGEST_DESCRIPTION = 1024


class Watched(Protocol):
    """A construct with alarms."""

    def alarms(self, settings: AlarmSettings) -> Iterable[Alarm]: ...


class Alarms(Component):
    """Alarms per rule and subject, a composite per incident, and one over all essential alarms.

    Messages go to `topic_arn` (page) and `ticket_topic_arn` (ticket; the same topic unless given). The parts of an incident are
    silent, so that it sends one message. The composite alarm over all of them is silent too: it shows a system's state at a glance.
    """

    def __init__(
        self,
        scope: Construct,
        id: str,
        *,
        name: str,
        watch: Sequence[Watched],
        settings: AlarmSettings,
        topic_arn: str,
        ticket_topic_arn: str | None = None,
    ) -> None:
        super().__init__(scope, id)
        self.alarms: list[Alarm] = [alarm for watched in watch for alarm in watched.alarms(settings)]
        self._settings = settings
        self._composites = 0
        if not self.alarms:
            return
        self._topics = {"page": topic_arn, "ticket": ticket_topic_arn or topic_arn}
        self._check_names()
        incidents = self._incidents()
        spoken_for = {alarm for signs in incidents for alarm in signs}
        made = {alarm: self._metric_alarm(alarm, is_silent=alarm in spoken_for) for alarm in self.alarms}
        for signs in incidents:
            self._incident(signs, [made[alarm] for alarm in signs])
        self._health(name, [resource for alarm, resource in made.items() if alarm.rule.level == "essential"])

    @property
    def monthly_price(self) -> float:
        """The monthly price of these alarms in US dollars."""
        return sum(alarm.monthly_price for alarm in self.alarms) + self._composites * COMPOSITE_ALARM_MONTH

    @property
    def names(self) -> list[str]:
        """The physical names, in a dashboard's order."""
        return [self._name(alarm) for alarm in self.alarms]

    def _check_names(self) -> None:
        """Reject duplicate names: CloudWatch would take the second alarm as a change of the first.

        A resource that is built twice is left out: synthesis reports it.
        """
        first: dict[str, Alarm] = {}
        problems = []
        for alarm in self.alarms:
            other = first.setdefault(name := self._name(alarm), alarm)
            if other.subject.words != alarm.subject.words:
                text = f"'{other.id}' of {other.subject.words} and '{alarm.id}' of {alarm.subject.words} have the same name"
                fix = "rename what one of them watches, or watch it once"
                problems.append(Problem("DW331", text, Place(path=f"alarm {name}"), name, fix=fix))
        if problems:
            raise UserError(problems)

    def _name(self, alarm: Alarm) -> str:
        return physical_name(self, f"{alarm.subject.name}-{alarm.rule.name}", ALARM)

    def _incidents(self) -> list[list[Alarm]]:
        """Build an incident's alarms with one message; a single alarm sends its own."""
        signs: dict[tuple[str, str], list[Alarm]] = {}
        for alarm in self.alarms:
            if alarm.incident:
                signs.setdefault(((alarm.subject.whole or alarm.subject).id, alarm.incident), []).append(alarm)
        return [same for same in signs.values() if len(same) > 1]

    def _metric_alarm(self, alarm: Alarm, *, is_silent: bool) -> CloudwatchMetricAlarm:
        rule = alarm.rule
        resource = CloudwatchMetricAlarm(
            self,
            alarm.id,
            alarm_name=self._name(alarm),
            alarm_description=self._description(alarm),
            comparison_operator=rule.comparison,
            threshold=None if rule.comparison == ABOVE_BAND else alarm.threshold,
            evaluation_periods=rule.of,
            datapoints_to_alarm=rule.datapoints,
            treat_missing_data=rule.missing,
            **({} if is_silent else self._actions(alarm)),
            **_what(alarm),
        )
        if alarm.message == "none":
            reason = rule.told_by if rule.message == "none" else "the settings (alarms.messages) ask for no message"
            suppress(resource, "alarms-have-actions", because=reason)
        return resource

    def _actions(self, alarm: Alarm) -> dict[str, Any]:
        """Return the actions; a page also reports the end, a ticket is closed by a person."""
        if alarm.message == "none":
            return {}
        topic = [self._topics[alarm.message]]
        state = "insufficient_data_actions" if alarm.rule.missing == "missing" else "alarm_actions"
        return {state: topic} | ({"ok_actions": topic} if alarm.message == "page" and alarm.rule.tells_recovery else {})

    def _incident(self, signs: Sequence[Alarm], alarms: Sequence[CloudwatchMetricAlarm]) -> None:
        first = signs[0]
        whole, topic = first.subject.whole or first.subject, [self._topics[first.message]]
        for number, children in enumerate(_composable(alarms), start=1):
            suffix = "" if number == 1 else str(number)
            CloudwatchCompositeAlarm(
                self,
                f"{whole.id}{first.incident}{suffix}",
                alarm_name=physical_name(self, f"{whole.name}-{first.incident}{suffix}", ALARM),
                alarm_description=self._checked_length(
                    first, f"{whole.words}: {INCIDENTS[first.incident]}. The alarms below it say what."
                ),
                alarm_rule=OR.join(_rings(child) for child in children),
                alarm_actions=topic,
                ok_actions=topic if first.message == "page" else None,
                depends_on=list(children),
            )
            self._composites += 1

    def _description(self, alarm: Alarm) -> str:
        text = f"{alarm.subject.words}: {alarm.rule.title}. {alarm.rule.what_to_do}"
        if self._settings.runbook_url:
            text += f" {self._settings.runbook_url}#{alarm.rule.anchor}"
        return self._checked_length(alarm, text)

    def _checked_length(self, alarm: Alarm, text: str) -> str:
        if len(text) > LONGEST_DESCRIPTION:
            allowed = f"at most {LONGEST_DESCRIPTION} characters"
            problem = f"the description must have {allowed}, got {len(text)}"
            raise UserError([Problem("DW331", problem, Place(path=f"alarm {self._name(alarm)}"), len(text), allowed)])
        return text

    def _health(self, name: str, alarms: Sequence[CloudwatchMetricAlarm]) -> None:
        for number, children in enumerate(_composable(alarms), start=1):
            suffix = "" if number == 1 else str(number)
            CloudwatchCompositeAlarm(
                self,
                f"Health{suffix}",
                alarm_name=physical_name(self, f"{name}-health{suffix}", ALARM),
                alarm_description=f"{name}: something that users notice is wrong; the alarms below it say what.",
                alarm_rule=OR.join(_rings(child) for child in children),
                # No actions: incidents send the messages. This alarm shows the state and can suppress others.
                actions_enabled=False,
                depends_on=list(children),
            )
            self._composites += 1


OR = " OR "


def _rings(alarm: CloudwatchMetricAlarm) -> str:
    return f'ALARM("{alarm.inputs["alarm_name"]}")'


def _composable(alarms: Sequence[CloudwatchMetricAlarm]) -> list[list[CloudwatchMetricAlarm]]:
    """Return groups that fit into a composite alarm, by their number and the length of its rule."""
    groups: list[list[CloudwatchMetricAlarm]] = []
    length = 0
    for alarm in alarms:
        added = len(OR) + len(_rings(alarm))
        if not groups or len(groups[-1]) == MOST_CHILDREN or length + added > LONGEST_RULE:
            groups.append([])
            length = 0
        groups[-1].append(alarm)
        length += added
    return groups


def _what(alarm: Alarm) -> dict[str, Any]:
    """Return the arguments for a metric, or for metric math over several."""
    if alarm.expression is None:
        (series,) = alarm.terms.values()
        kind = "extended_statistic" if EXTENDED.fullmatch(series.statistic) else "statistic"
        return {
            "namespace": series.metric.namespace,
            "metric_name": series.metric.name,
            "dimensions": dict(series.dimensions) or None,
            kind: series.statistic,
            "period": series.period_seconds,
        }
    if len(alarm.terms) > MOST_METRICS:
        allowed = f"at most {MOST_METRICS}"
        text = f"an alarm must have {allowed} metrics, got {len(alarm.terms)}"
        raise UserError([Problem("DW331", text, Place(path=f"alarm {alarm.id}"), len(alarm.terms), allowed)])
    band = alarm.rule.comparison == ABOVE_BAND
    result = CloudwatchMetricAlarmMetricQuery(
        id_="result",
        expression=alarm.expression,
        label=alarm.rule.title,
        return_data=True,
        period=None if alarm.terms else alarm.rule.period_seconds,
    )
    terms = [_query(term, series, returned=band) for term, series in _sorted(alarm.terms)]
    return {"metric_query": [result, *terms]} | ({"threshold_metric_id": "result"} if band else {})


def _query(term: str, series: Series, *, returned: bool) -> CloudwatchMetricAlarmMetricQuery:
    return CloudwatchMetricAlarmMetricQuery(
        id_=term,
        return_data=True if returned else None,
        metric=CloudwatchMetricAlarmMetricQueryMetric(
            namespace=series.metric.namespace,
            metric_name=series.metric.name,
            dimensions=dict(series.dimensions) or None,
            stat=series.statistic,
            period=series.period_seconds,
        ),
    )


def _sorted(terms: Mapping[str, Series]) -> list[tuple[str, Series]]:
    return sorted(terms.items())

"""CloudWatch's evaluation of alarms at a given time: tests need not wait for days."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any

from dynawright.emulator.alarms import states
from dynawright.monitoring.metric_values import Values, evaluate

MOST_QUERIES = 500  # limit of a GetMetricData request
ACTIONS = {states.ALARM: "AlarmActions", states.OK: "OKActions", states.INSUFFICIENT_DATA: "InsufficientDataActions"}


@dataclass(frozen=True)
class Message:
    """A message sent by an alarm, and its topic."""

    alarm: str
    state: str
    topic_arn: str


class AlarmClock:
    """Evaluates the alarms of a CloudWatch endpoint, and publishes their messages.

    The alarms are read once, at the beginning. Each starts as INSUFFICIENT_DATA, as on AWS; an alarm on an anomaly
    band, which AWS learns, keeps that state.
    """

    def __init__(self, cloudwatch: Any, sns: Any) -> None:
        self._cloudwatch, self._sns = cloudwatch, sns
        self._states: dict[str, str] = {}
        self._metric_alarms, self._composite_alarms = self._alarms("MetricAlarm"), self._alarms("CompositeAlarm")
        self._asked = [_Asked.by(alarm) for alarm in self._metric_alarms]

    def tick(self, now: datetime) -> list[Message]:
        """Evaluate every alarm at this time; return the messages about changed states."""
        before = dict(self._states)
        queries = [self._found(query) if query.expression.startswith("SELECT") else query for query in self._asked]
        series = self._series([query for query in queries if query.can_be_evaluated], now)
        for query in queries:
            self._states[query.name] = query.state(series.get(query.name), before.get(query.name, states.INSUFFICIENT_DATA))
        for alarm in self._composite_alarms:
            self._states[alarm["AlarmName"]] = states.of_rule(alarm["AlarmRule"], self._states)
        return [message for alarm in (*self._metric_alarms, *self._composite_alarms) for message in self._send(alarm, before)]

    @property
    def ringing(self) -> set[str]:
        """Return the alarms in the state ALARM."""
        return {name for name, state in self._states.items() if state == states.ALARM}

    def state(self, alarm: str) -> str:
        return self._states[alarm]

    def _alarms(self, kind: str) -> list[dict[str, Any]]:
        pages = self._cloudwatch.get_paginator("describe_alarms").paginate(AlarmTypes=[kind])
        return [alarm for page in pages for alarm in page[f"{kind}s"]]

    def _found(self, alarm: _Asked) -> _Asked:
        """Replace a Metrics Insights query by the metrics that it finds."""
        query = re.fullmatch(r'SELECT (\w+)\((\w+)\) FROM SCHEMA\("([^"]+)".*\) WHERE (.+)', alarm.expression)
        if query is None:
            return alarm
        function, name, namespace, where = query.groups()
        wanted = [{"Name": key, "Value": value} for key, value in re.findall(r"(\w+) = '([^']*)'", where)]
        metrics = self._cloudwatch.list_metrics(Namespace=namespace, MetricName=name, Dimensions=wanted)["Metrics"]
        statistic = {"SUM": "Sum", "MAX": "Maximum"}[function]
        queries = {
            f"m{number}": {"Metric": metric, "Period": alarm.period, "Stat": statistic} for number, metric in enumerate(metrics)
        }
        return replace(alarm, queries=queries, expression=f"{function}([{', '.join(queries)}])")

    def _series(self, alarms: list[_Asked], now: datetime) -> dict[str, dict[str, Values]]:
        """Return values by alarm and term; alarms that evaluate together share their requests."""
        series: dict[str, dict[str, Values]] = {alarm.name: {} for alarm in alarms}
        windows: dict[tuple[int, int], list[_Asked]] = {}
        for alarm in alarms:
            windows.setdefault((alarm.period, alarm.periods), []).append(alarm)
        for (period, periods), together in windows.items():
            start = now - timedelta(seconds=period * periods)
            terms = [(alarm.name, id, query) for alarm in together for id, query in alarm.queries.items()]
            for first in range(0, len(terms), MOST_QUERIES):
                some = {f"q{number}": term for number, term in enumerate(terms[first : first + MOST_QUERIES])}
                queries = [{"Id": id, "MetricStat": query} for id, (_, _, query) in some.items()]
                answer = self._cloudwatch.get_metric_data(MetricDataQueries=queries, StartTime=start, EndTime=now)
                for result in answer["MetricDataResults"]:
                    values: Values = [None] * periods
                    for time, value in zip(result["Timestamps"], result["Values"], strict=True):
                        values[int((time - start).total_seconds() // period)] = value
                    name, term, _ = some[result["Id"]]
                    series[name][term] = values
        return series

    def _send(self, alarm: Mapping[str, Any], before: Mapping[str, str]) -> Iterator[Message]:
        name = alarm["AlarmName"]
        state, earlier = self._states[name], before.get(name, states.INSUFFICIENT_DATA)
        if state == earlier or not alarm.get("ActionsEnabled", True):
            return
        for arn in alarm.get(ACTIONS[state], []):
            text = {"AlarmName": name, "NewStateValue": state, "OldStateValue": earlier}
            self._sns.publish(TopicArn=arn, Subject=f"{state}: {name}"[:100], Message=json.dumps(text))
            yield Message(name, state, arn)


@dataclass(frozen=True)
class _Asked:
    """The metric queries of an alarm."""

    alarm: Mapping[str, Any]
    queries: Mapping[str, Mapping[str, Any]]
    """Term → MetricStat."""
    expression: str
    period: int

    @classmethod
    def by(cls, alarm: Mapping[str, Any]) -> _Asked:
        if not alarm.get("Metrics"):
            metric = {name: alarm[name] for name in ("Namespace", "MetricName", "Dimensions") if name in alarm}
            statistic = alarm.get("Statistic") or alarm["ExtendedStatistic"]
            return cls(
                alarm, {"metric": {"Metric": metric, "Period": alarm["Period"], "Stat": statistic}}, "metric", alarm["Period"]
            )
        queries = {query["Id"]: query["MetricStat"] for query in alarm["Metrics"] if "MetricStat" in query}
        (expression,) = [query["Expression"] for query in alarm["Metrics"] if "Expression" in query]
        periods = [query["Period"] for query in queries.values()] or [
            query["Period"] for query in alarm["Metrics"] if "Period" in query
        ]
        return cls(alarm, queries, expression, max(periods))

    @property
    def name(self) -> str:
        return str(self.alarm["AlarmName"])

    @property
    def periods(self) -> int:
        return int(self.alarm["EvaluationPeriods"])

    @property
    def can_be_evaluated(self) -> bool:
        return bool(self.queries) and "ANOMALY_DETECTION_BAND" not in self.expression

    def state(self, series: Mapping[str, Values] | None, before: str) -> str:
        if series is None and self.expression.endswith("([])"):
            series = {}  # a query without results
        if series is None:
            return before
        values = evaluate(self.expression, series, self.period) or [None] * self.periods
        return states.of_values(
            values,
            comparison=self.alarm["ComparisonOperator"],
            threshold=self.alarm["Threshold"],
            datapoints=self.alarm.get("DatapointsToAlarm") or self.periods,
            missing=self.alarm.get("TreatMissingData") or "missing",
            before=before,
        )

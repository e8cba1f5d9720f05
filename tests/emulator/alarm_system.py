"""The alarms of a synthesized stack on an emulated CloudWatch, with what their topics receive."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from typing import Any

import boto3

from dynawright.emulator.alarms import AlarmClock
from dynawright.rules.blocks import as_blocks

REGION = "ap-northeast-1"
NAMES = {
    "alarm_name": "AlarmName",
    "comparison_operator": "ComparisonOperator",
    "threshold": "Threshold",
    "evaluation_periods": "EvaluationPeriods",
    "datapoints_to_alarm": "DatapointsToAlarm",
    "treat_missing_data": "TreatMissingData",
    "namespace": "Namespace",
    "metric_name": "MetricName",
    "statistic": "Statistic",
    "extended_statistic": "ExtendedStatistic",
    "period": "Period",
}
ACTIONS = {
    "alarm_actions": "AlarmActions",
    "ok_actions": "OKActions",
    "insufficient_data_actions": "InsufficientDataActions",
}


class AlarmSystem:
    """Topics with `ticket` in their reference are one topic, all others another; needs moto's mocks."""

    def __init__(self, stacks: Iterable[Mapping[str, Any]]) -> None:
        self.cloudwatch = boto3.client("cloudwatch", REGION)
        self._sns, self._sqs = boto3.client("sns", REGION), boto3.client("sqs", REGION)
        self._queues: dict[str, str] = {}
        topics = {kind: self._topic(kind) for kind in ("page", "ticket")}
        for stack in stacks:
            for alarm in stack["resource"].get("aws_cloudwatch_metric_alarm", {}).values():
                self.cloudwatch.put_metric_alarm(**_metric_alarm(alarm, topics))
            for alarm in stack["resource"].get("aws_cloudwatch_composite_alarm", {}).values():
                enabled = alarm.get("actions_enabled", True)
                rule = {"AlarmName": alarm["alarm_name"], "AlarmRule": alarm["alarm_rule"], "ActionsEnabled": enabled}
                self.cloudwatch.put_composite_alarm(**rule, **_actions(alarm, topics))
        self.clock = AlarmClock(self.cloudwatch, self._sns)

    def publish(self, metric: str, value: float, times: Iterable[datetime], **dimensions: str) -> None:
        """One data point at each of the times, of a metric such as `AWS/Lambda Errors`."""
        namespace, name = metric.split(" ", 1)
        named = [{"Name": key, "Value": dimension} for key, dimension in dimensions.items()]
        data = [{"MetricName": name, "Dimensions": named, "Timestamp": time, "Value": value} for time in times]
        self.cloudwatch.put_metric_data(Namespace=namespace, MetricData=data)

    def received(self) -> dict[str, list[tuple[str, str]]]:
        """Return what each topic received since the last call: alarms and their new states."""
        return {kind: sorted(self._read(url)) for kind, url in self._queues.items()}

    def _read(self, url: str) -> Iterable[tuple[str, str]]:
        while messages := self._sqs.receive_message(QueueUrl=url, MaxNumberOfMessages=10).get("Messages"):
            for message in messages:
                self._sqs.delete_message(QueueUrl=url, ReceiptHandle=message["ReceiptHandle"])
                told = json.loads(json.loads(message["Body"])["Message"])
                yield told["AlarmName"], told["NewStateValue"]

    def _topic(self, kind: str) -> str:
        arn: str = self._sns.create_topic(Name=kind)["TopicArn"]
        self._queues[kind] = self._sqs.create_queue(QueueName=kind)["QueueUrl"]
        queue = self._sqs.get_queue_attributes(QueueUrl=self._queues[kind], AttributeNames=["QueueArn"])["Attributes"]["QueueArn"]
        self._sns.subscribe(TopicArn=arn, Protocol="sqs", Endpoint=queue)
        return arn


def each(seconds: int, start: datetime, end: datetime) -> list[datetime]:
    """Return times from `start` until before `end`."""
    count = int((end - start).total_seconds() // seconds)
    return [start + timedelta(seconds=number * seconds) for number in range(count)]


def _metric_alarm(alarm: Mapping[str, Any], topics: Mapping[str, str]) -> dict[str, Any]:
    given = {api: alarm[name] for name, api in NAMES.items() if name in alarm}
    if "metric_name" in alarm:
        given["Dimensions"] = _dimensions(alarm)
    queries = [_query(query) for query in as_blocks(alarm.get("metric_query"))]
    return {**given, **({"Metrics": queries} if queries else {}), **_actions(alarm, topics)}


def _query(query: Mapping[str, Any]) -> dict[str, Any]:
    given = {"Id": query["id"], "ReturnData": bool(query.get("return_data"))}
    if "expression" in query:
        period = {"Period": query["period"]} if "period" in query else {}
        return {**given, **period, "Expression": query["expression"], "Label": query["label"]}
    (metric,) = as_blocks(query["metric"])
    named = {"Namespace": metric["namespace"], "MetricName": metric["metric_name"], "Dimensions": _dimensions(metric)}
    return {**given, "MetricStat": {"Metric": named, "Period": metric["period"], "Stat": metric["stat"]}}


def _dimensions(metric: Mapping[str, Any]) -> list[dict[str, str]]:
    """Return dimensions; a mapping's UUID, which only Terraform knows, is written as `mapping`."""
    known = {name: "mapping" if "${" in value else value for name, value in metric.get("dimensions", {}).items()}
    return [{"Name": name, "Value": value} for name, value in known.items()]


def _actions(alarm: Mapping[str, Any], topics: Mapping[str, str]) -> dict[str, list[str]]:
    def meant(reference: str) -> str:
        return topics["ticket" if re.search("ticket", reference, re.IGNORECASE) else "page"]

    return {api: [meant(reference) for reference in alarm[name]] for name, api in ACTIONS.items() if alarm.get(name)}

"""Read facts about tables from AWS, without changing anything.

Facts that the caller has no right to read are marked as unread.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeVar

from botocore.exceptions import ClientError

from dynawright.aws import client
from dynawright.errors import Place, Problem, UserError
from dynawright.ops.adopt.copies import key_manager, regions, replica
from dynawright.ops.adopt.facts import TableFacts

Result = TypeVar("Result")
DENIED = ("AccessDenied", "AccessDeniedException", "UnrecognizedClientException")
READY = ("ACTIVE", "UPDATING")


class TableReader:
    """Reads the facts of tables in one Region."""

    def __init__(self, region: str) -> None:
        self._region = region
        self._dynamodb, self._scaling = client("dynamodb", region), client("application-autoscaling", region)
        self._alarms: list[dict[str, Any]] | None = None

    def names(self, *, prefix: str = "", tag: str = "") -> list[str]:
        """Return the Region's tables with this name prefix and tag, `key=value` or `key`."""
        pages = self._dynamodb.get_paginator("list_tables").paginate()
        names = [name for page in pages for name in page["TableNames"] if name.startswith(prefix)]
        return [name for name in names if _has_tag(self._tags(self._describe(name)["TableArn"]), tag)] if tag else names

    def facts(self, names: Sequence[str]) -> list[TableFacts]:
        """Return the facts of these tables; report all missing or unready tables at once."""
        problems, tables = [], []
        for name in names:
            try:
                table = self._describe(name)
            except ClientError as error:
                if error.response["Error"]["Code"] != "ResourceNotFoundException":
                    raise
                problems.append(_problem(name, f"there is no such table in {self._region}", "see `aws dynamodb list-tables`"))
                continue
            if table["TableStatus"] not in READY:
                problems.append(_problem(name, f"the table is {table['TableStatus']}", "wait until it is ACTIVE"))
            tables.append(table)
        if problems:
            raise UserError(problems)
        return [self._facts(table) for table in tables]

    def _describe(self, name: str) -> dict[str, Any]:
        answer: dict[str, Any] = self._dynamodb.describe_table(TableName=name)["Table"]
        return answer

    def _facts(self, table: dict[str, Any]) -> TableFacts:
        name, arn, unread = table["TableName"], table["TableArn"], dict[str, str]()

        def read(what: str, ask: Callable[[], Result], otherwise: Result) -> Result:
            try:
                return ask()
            except ClientError as error:
                if error.response["Error"]["Code"] not in DENIED:
                    raise
                unread[what] = error.response["Error"]["Code"]
                return otherwise

        dynamodb, empty = self._dynamodb, dict[str, Any]()
        return TableFacts(
            table=table,
            time_to_live=read("TTL", lambda: dynamodb.describe_time_to_live(TableName=name)["TimeToLiveDescription"], empty),
            continuous_backups=read(
                "point-in-time recovery",
                lambda: dynamodb.describe_continuous_backups(TableName=name)["ContinuousBackupsDescription"],
                empty,
            ),
            tags=read("tags", lambda: self._tags(arn), {}),
            insights=read("contributor insights", lambda: self._insights(name), []),
            kinesis_streams=read("Kinesis destinations", lambda: self._streams(name), []),
            resource_policies=read("resource policies", lambda: self._policies(arn, table.get("LatestStreamArn")), {}),
            targets=read("autoscaling", lambda: self._scaled("describe_scalable_targets", "ScalableTargets", name), []),
            policies=read("autoscaling", lambda: self._scaled("describe_scaling_policies", "ScalingPolicies", name), []),
            schedules=read("autoscaling", lambda: self._scaled("describe_scheduled_actions", "ScheduledActions", name), []),
            key_manager=read("its KMS key", lambda: key_manager(self._region, table), "CUSTOMER"),
            replicas=read("replicas", lambda: {region: replica(region, name) for region in regions(table)}, {}),
            backups=read("backups", lambda: self._backups(name), []),
            alarms=read("alarms", lambda: [str(alarm["AlarmName"]) for alarm in self._all_alarms()], []),
            watched=read("alarms", lambda: dict(_watching(self._all_alarms(), name)), {}),
            unread=unread,
        )

    def _tags(self, arn: str) -> dict[str, str]:
        pages = self._dynamodb.get_paginator("list_tags_of_resource").paginate(ResourceArn=arn)
        return {tag["Key"]: tag["Value"] for page in pages for tag in page["Tags"]}

    def _insights(self, name: str) -> list[str]:
        indexes, request = list[str](), {"TableName": name}
        while True:
            page = self._dynamodb.list_contributor_insights(**request)
            summaries = page.get("ContributorInsightsSummaries", [])
            indexes += [
                summary.get("IndexName", "")
                for summary in summaries
                if summary["ContributorInsightsStatus"] in ("ENABLED", "ENABLING")
            ]
            if not page.get("NextToken"):
                return sorted(indexes)
            request["NextToken"] = page["NextToken"]

    def _streams(self, name: str) -> list[str]:
        destinations = self._dynamodb.describe_kinesis_streaming_destination(TableName=name)["KinesisDataStreamDestinations"]
        return [
            destination["StreamArn"]
            for destination in destinations
            if destination["DestinationStatus"] in ("ACTIVE", "ENABLING", "UPDATING")
        ]

    def _backups(self, name: str) -> list[dict[str, Any]]:
        pages = self._dynamodb.get_paginator("list_backups").paginate(TableName=name, BackupType="ALL")
        return [backup for page in pages for backup in page["BackupSummaries"] if backup.get("BackupStatus") != "DELETED"]

    def _policies(self, *arns: str | None) -> dict[str, str]:
        policies = {}
        for arn in arns:
            try:
                if arn:
                    policies[arn] = self._dynamodb.get_resource_policy(ResourceArn=arn)["Policy"]
            except ClientError as error:
                if error.response["Error"]["Code"] not in ("PolicyNotFoundException", "ResourceNotFoundException"):
                    raise
        return policies

    def _scaled(self, operation: str, key: str, name: str) -> list[dict[str, Any]]:
        pages = self._scaling.get_paginator(operation).paginate(ServiceNamespace="dynamodb")
        own = (f"table/{name}", f"table/{name}/index/")
        return [
            item for page in pages for item in page[key] if item["ResourceId"] == own[0] or item["ResourceId"].startswith(own[1])
        ]

    def _all_alarms(self) -> list[dict[str, Any]]:
        if self._alarms is None:
            kinds = ["MetricAlarm", "CompositeAlarm"]
            pages = client("cloudwatch", self._region).get_paginator("describe_alarms").paginate(AlarmTypes=kinds)
            self._alarms = [alarm for page in pages for kind in ("MetricAlarms", "CompositeAlarms") for alarm in page[kind]]
        return self._alarms


def _watching(alarms: Iterable[Mapping[str, Any]], table: str) -> Iterator[tuple[str, str]]:
    """Yield alarms on metrics of the table or its indexes, without those of autoscaling."""
    own = {"Name": "TableName", "Value": table}
    for alarm in alarms:
        if str(alarm["AlarmName"]).startswith("TargetTracking-"):
            continue
        stats = [query["MetricStat"]["Metric"] for query in alarm.get("Metrics", []) if "MetricStat" in query]
        for metric in (alarm, *stats):
            if metric.get("Namespace") == "AWS/DynamoDB" and own in metric.get("Dimensions", []):
                yield str(alarm["AlarmName"]), str(metric["MetricName"])


def _has_tag(tags: Mapping[str, str], wanted: str) -> bool:
    key, equals, value = wanted.partition("=")
    return key in tags and (not equals or tags[key] == value)


def _problem(name: str, text: str, fix: str) -> Problem:
    return Problem("DW741", text, Place(path=f"table {name}"), name, fix=fix)

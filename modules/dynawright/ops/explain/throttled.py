"""Explain throttling: which limit was reached, and the setting or key that determines it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from dynawright.model import AccessPattern
from dynawright.monitoring.operations import READS
from dynawright.ops.explain.case import Case
from dynawright.ops.explain.explanation import Explanation, Verdict
from dynawright.ops.explain.place import Owned
from dynawright.ops.explain.refusal import ThrottlingReason
from dynawright.settings import TableSettings

REASON = re.compile(
    r"(Table|Index)(Read|Write)(ProvisionedThroughput|KeyRangeThroughput|MaxOnDemandThroughput|AccountLimit)Exceeded"
)
UNKNOWN = "the text gives no reason: the alarms on causes of throttling tell it, and so does `dynawright advise`"


@dataclass(frozen=True)
class Limit:
    """A throttling reason's meaning; `setting` determines the limit, `{kind}` is read or write."""

    words: str
    fix: str
    verdict: Verdict
    setting: str = ""


LIMITS = {
    "ProvisionedThroughput": Limit(
        "requests exceeded the provisioned capacity",
        "raise the capacity, or the maximum of its autoscaling; or set capacity_mode to on_demand",
        Verdict.SETTING,
        "{kind}_capacity_units",
    ),
    "KeyRangeThroughput": Limit(
        "one partition key, or a few beside each other, took more than a partition serves: 3,000 reads or 1,000 writes a second",
        "spread the key over shards (shards of the entity), or read it through a cache; more capacity does not help",
        Verdict.MODEL,
    ),
    "MaxOnDemandThroughput": Limit(
        "requests exceeded the maximum in the settings, a limit against runaway cost",
        "raise the maximum, or find the source of the requests",
        Verdict.SETTING,
        "on_demand_max_{kind}_units",
    ),
    "AccountLimit": Limit(
        "requests exceeded the account's quota for one table in this Region",
        "ask AWS for a higher quota (Service Quotas, DynamoDB, table-level throughput)",
        Verdict.ELSEWHERE,
    ),
}
"""The middle part of a throttling reason → the limit."""


def throttled(case: Case) -> Explanation:
    """Explain which limit was reached."""
    reasons = case.refusal.throttling
    table = case.place.table
    parsed = [(reason, match) for reason in reasons if (match := REASON.fullmatch(reason.reason))]
    if not parsed:
        why = [
            UNKNOWN,
            "a table on demand that suddenly gets twice its earlier peak is throttled for minutes, until it has grown",
        ]
        return case.explained(
            Verdict.RETRY, "try again after a pause that grows; boto3 does so by itself", *why, what=_what(case)
        )
    reason, match = parsed[0]
    limit, kind = LIMITS[match[3]], match[2].lower()
    why = [f"{throttling.reason}: {LIMITS[match[3]].words}" for throttling, match in parsed]
    at = _setting(table, limit, kind) if table else ""
    if table and limit.setting:
        why.append(_now(table.environment.for_system(table.system.name).of_table(table.model.name), kind, match[3]))
    patterns = tuple(_asking(table, case.place.index, kind)) if table and match[3] == "KeyRangeThroughput" else ()
    if patterns:
        at = str(table.model.place) if table else ""
    return case.explained(limit.verdict, limit.fix, *why, what=_what(case, reason), at=at, patterns=patterns)


def _what(case: Case, reason: ThrottlingReason | None = None) -> str:
    place = case.place
    index = f"index {place.index} of " if place.index else ""
    on = f"{index}{place.table_name}" if place.table_name else "a table that the text does not name"
    return f"DynamoDB took no more {case.refusal.operation or 'requests'} on {on}"


def _setting(table: Owned, limit: Limit, kind: str) -> str:
    if not limit.setting:
        return ""
    path = f"systems.{table.system.name}.tables.{table.model.name}.{limit.setting.format(kind=kind)}"
    return f"environments/{table.environment.name}.yaml {path}"


def _now(settings: TableSettings, kind: str, cause: str) -> str:
    if cause == "MaxOnDemandThroughput":
        return f"the maximum is {getattr(settings, f'on_demand_max_{kind}_units')} units a second"
    if settings.capacity_mode != "provisioned":
        return "the settings say on demand: the deployment is older"
    capacity = getattr(settings, f"{kind}_capacity_units")
    if not settings.autoscaling.enabled:
        return f"the capacity is {capacity} units a second, without autoscaling"
    most = getattr(settings.autoscaling, f"{kind}_max_units")
    return f"the capacity is {capacity} to {most} units a second; autoscaling takes minutes to follow"


def _asking(table: Owned, index: str | None, kind: str) -> Iterator[AccessPattern]:
    """Yield the patterns that read, or write, by a partition key of the table or index."""
    for pattern in table.model.access_patterns:
        reads = pattern.operation in READS
        if reads == (kind == "read") and (kind == "write" or getattr(pattern, "index", None) == index):
            yield pattern

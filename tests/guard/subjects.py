"""Resources in two states, with the guard's expected findings on the change."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

Settings = dict[str, Any]


@dataclass(frozen=True)
class Subject:
    """One resource; a missing state is None. Harmless unless findings are expected."""

    type: str
    name: str
    before: Settings | None
    after: Settings | None
    findings: tuple[str, ...]

    @property
    def address(self) -> str:
        return f"{self.type}.{self.name}"


def subject(type: str, name: str, before: Settings | None, after: Settings | None, *findings: str) -> Subject:
    return Subject(type, name, before, after, findings)


def table(*parts: Settings, **settings: Any) -> Settings:
    """Return an on-demand table keyed by PK, with an attribute for each key."""
    whole: Settings = {"billing_mode": "PAY_PER_REQUEST", "hash_key": "PK"}
    for part in (*parts, settings):
        whole |= part
    keyed = [whole, *whole.get("global_secondary_index", ()), *whole.get("local_secondary_index", ())]
    keys = dict.fromkeys(settings_of[key] for settings_of in keyed for key in ("hash_key", "range_key") if key in settings_of)
    return {**whole, "attribute": [{"name": name, "type": "S"} for name in keys]}


def indexes(*found: Settings) -> Settings:
    return {"global_secondary_index": list(found)}


def index(name: str, key: str, **settings: Any) -> Settings:
    return {"name": name, "hash_key": key, "projection_type": "ALL", **settings}


def local_index(name: str, key: str) -> Settings:
    return {"local_secondary_index": [{"name": name, "range_key": key, "projection_type": "ALL"}], "range_key": "SK"}


def recovery(days: int) -> Settings:
    return {"point_in_time_recovery": {"enabled": days > 0, **({"recovery_period_in_days": days} if days else {})}}


def encrypted(key: str) -> Settings:
    return {"server_side_encryption": {"enabled": True, "kms_key_arn": f"${{aws_kms_key.{key}.arn}}"}}


def policy(*statements: Settings) -> str:
    return json.dumps({"Version": "2012-10-17", "Statement": statements})


def allow(action: str | list[str], resource: str | list[str] = "arn:aws:dynamodb:*:*:table/a", **more: Any) -> Settings:
    return {"Effect": "Allow", "Action": action, "Resource": resource, **more}


def trust(*principals: str) -> str:
    return policy(
        *({"Effect": "Allow", "Action": "sts:AssumeRole", "Principal": {"Service": principal}} for principal in principals)
    )


def key_policy(*more: Settings) -> str:
    root = {"AWS": "arn:aws:iam::111122223333:root"}
    return policy({"Sid": "Root", "Effect": "Allow", "Principal": root, "Action": "kms:*", "Resource": "*"}, *more)


def math(expression: str, **settings: Any) -> Settings:
    """An alarm on metric math."""
    metric = {"namespace": "AWS/DynamoDB", "metric_name": "SystemErrors", "stat": "Sum", "period": 60}
    dimensions = {"TableName": "orders", "Operation": "GetItem"}
    plain = {name: value for name, value in alarm().items() if name not in ("metric_name", "namespace", "period", "statistic")}
    queries = [
        {"id": "result", "expression": expression, "return_data": True},
        {"id": "errors", "metric": {**metric, "dimensions": dimensions}},
    ]
    return {**plain, "metric_query": queries, **settings}


def alarm(**settings: Any) -> Settings:
    return {
        "comparison_operator": "GreaterThanThreshold",
        "evaluation_periods": 5,
        "metric_name": "ReadThrottleEvents",
        "namespace": "AWS/DynamoDB",
        "period": 60,
        "statistic": "Sum",
        "threshold": 5,
        "alarm_actions": ["arn:aws:sns:ap-northeast-1:111122223333:alarms"],
        **settings,
    }

"""Unusual tables as teams have them: each a row that boto3 creates on the emulator."""

from __future__ import annotations

import json
import urllib.request
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from dynawright.emulator.emulator import Emulator

REGION, AWAY, FAR = "ap-northeast-1", "ap-northeast-3", "us-east-1"
ACCOUNT = "111111111111"
Key = tuple[str, str]
"""An attribute and its type."""

UNITS = {"ReadCapacityUnits": 4, "WriteCapacityUnits": 3}
ALL, KEYS_ONLY = {"ProjectionType": "ALL"}, {"ProjectionType": "KEYS_ONLY"}
BOTH = "NEW_AND_OLD_IMAGES"


@dataclass(frozen=True)
class OddTable:
    """A table: CreateTable's arguments, and later settings."""

    name: str
    keys: Sequence[Key] = (("id", "S"),)
    indexes: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    """Name → keys, and optionally projection, units, maxima."""
    local: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    units: Mapping[str, int] | None = None
    """Provisioned capacity; on demand without."""
    more: Mapping[str, Any] = field(default_factory=dict)
    """Arguments of CreateTable."""
    tags: Mapping[str, str] = field(default_factory=dict)
    ttl: str | None = None
    ttl_status: str = ""
    recovery: Mapping[str, Any] | None = None
    scaled: Sequence[str | None] = ()
    """Autoscaled indexes, or None for the table."""
    scaling: Mapping[str, Any] = field(default_factory=dict)
    insights: Sequence[str] = ()
    replicas: Sequence[str] = ()
    has_policy: bool = False
    has_kinesis: bool = False
    has_backup: bool = False
    has_alarm: bool = False
    own_key: bool = False

    def make(self, emulator: Emulator) -> None:
        """Create it on the emulator, with settings that CreateTable lacks."""
        dynamodb = emulator.client("dynamodb", REGION)
        more = {**self.more, **({"SSESpecification": self._own_key(emulator)} if self.own_key else {})}
        dynamodb.create_table(TableName=self.name, **self._definition(), **more)
        arn = f"arn:aws:dynamodb:{REGION}:{ACCOUNT}:table/{self.name}"
        if self.tags:
            tags = [{"Key": key, "Value": value} for key, value in self.tags.items()]
            dynamodb.tag_resource(ResourceArn=arn, Tags=tags)
        if self.ttl and self.ttl_status != "ENABLING":
            self._switch_ttl(emulator, enabled=True)
        if self.ttl_status:
            _slow_down_ttl(emulator)
            self._switch_ttl(emulator, enabled=self.ttl_status == "ENABLING")
        if self.recovery:
            dynamodb.update_continuous_backups(TableName=self.name, PointInTimeRecoverySpecification=self.recovery)
        for index in self.insights:
            which = {"IndexName": index} if index else {}
            dynamodb.update_contributor_insights(TableName=self.name, ContributorInsightsAction="ENABLE", **which)
        for place in self.scaled:
            self._scale(emulator, place)
        for region in self.replicas:
            dynamodb.update_table(TableName=self.name, ReplicaUpdates=[{"Create": {"RegionName": region}}])
        if self.has_policy:
            statement = {
                "Effect": "Allow",
                "Principal": {"AWS": f"arn:aws:iam::{ACCOUNT}:root"},
                "Action": "dynamodb:GetItem",
                "Resource": arn,
            }
            policy = json.dumps({"Version": "2012-10-17", "Statement": [statement]})
            dynamodb.put_resource_policy(ResourceArn=arn, Policy=policy)
        if self.has_alarm:
            emulator.client("cloudwatch", REGION).put_metric_alarm(
                AlarmName="made by hand",
                Namespace="AWS/DynamoDB",
                MetricName="ReadThrottleEvents",
                Dimensions=[{"Name": "TableName", "Value": self.name}],
                Statistic="Sum",
                Period=60,
                EvaluationPeriods=1,
                Threshold=0,
                ComparisonOperator="GreaterThanThreshold",
            )
        if self.has_backup:
            dynamodb.create_backup(TableName=self.name, BackupName="before-the-move")
        if self.has_kinesis:
            kinesis = emulator.client("kinesis", REGION)
            kinesis.create_stream(StreamName=f"{self.name}-changes", ShardCount=1)
            stream = f"arn:aws:kinesis:{REGION}:{ACCOUNT}:stream/{self.name}-changes"
            dynamodb.enable_kinesis_streaming_destination(TableName=self.name, StreamArn=stream)

    def _switch_ttl(self, emulator: Emulator, *, enabled: bool) -> None:
        specification = {"Enabled": enabled, "AttributeName": self.ttl}
        emulator.client("dynamodb", REGION).update_time_to_live(TableName=self.name, TimeToLiveSpecification=specification)

    def _definition(self) -> dict[str, Any]:
        keyed = [*self.keys, *(key for index in (*self.indexes.values(), *self.local.values()) for key in index["keys"])]
        definition: dict[str, Any] = {
            "KeySchema": _schema(self.keys),
            "AttributeDefinitions": [{"AttributeName": name, "AttributeType": type} for name, type in dict(keyed).items()],
        }
        definition |= {"ProvisionedThroughput": self.units} if self.units else {"BillingMode": "PAY_PER_REQUEST"}
        if self.indexes:
            definition["GlobalSecondaryIndexes"] = [self._index(name, index) for name, index in self.indexes.items()]
        if self.local:
            definition["LocalSecondaryIndexes"] = [
                {
                    "IndexName": name,
                    "KeySchema": _schema([self.keys[0], *index["keys"]]),
                    "Projection": index.get("projection", ALL),
                }
                for name, index in self.local.items()
            ]
        return definition

    def _index(self, name: str, one: Mapping[str, Any]) -> dict[str, Any]:
        index = {"IndexName": name, "KeySchema": _schema(one["keys"]), "Projection": one.get("projection", ALL)}
        index |= {"ProvisionedThroughput": one.get("units", self.units)} if self.units else {}
        return index | ({"OnDemandThroughput": one["maxima"]} if "maxima" in one else {})

    def _scale(self, emulator: Emulator, place: str | None) -> None:
        client = emulator.client("application-autoscaling", REGION)
        resource = f"table/{self.name}" + (f"/index/{place}" if place else "")
        for kind in self.scaling.get("kinds", ("Read", "Write")):
            dimension = f"dynamodb:{'index' if place else 'table'}:{kind}CapacityUnits"
            owner = {"ServiceNamespace": "dynamodb", "ResourceId": resource, "ScalableDimension": dimension}
            client.register_scalable_target(**owner, MinCapacity=2, MaxCapacity=20 if place else 50)
            client.put_scaling_policy(
                **owner,
                PolicyName=self.scaling.get("name", "DynamoDB{kind}CapacityUtilization").format(kind=kind, resource=resource),
                PolicyType="TargetTrackingScaling",
                TargetTrackingScalingPolicyConfiguration={
                    "TargetValue": 65.0,
                    "PredefinedMetricSpecification": {"PredefinedMetricType": f"DynamoDB{kind}CapacityUtilization"},
                    **self.scaling.get("cooldowns", {"ScaleInCooldown": 120, "ScaleOutCooldown": 30}),
                },
            )

    def _own_key(self, emulator: Emulator) -> dict[str, Any]:
        key = emulator.client("kms", REGION).create_key()["KeyMetadata"]["Arn"]
        return {"Enabled": True, "SSEType": "KMS", "KMSMasterKeyId": key}


def _slow_down_ttl(emulator: Emulator) -> None:
    """Let switches of TTL take as long as the emulator runs, from now on; on AWS they take up to an hour."""
    slow = {"model_name": "dynamodb::time_to_live", "transition": {"progression": "manual", "times": 10**9}}
    address = f"{emulator.endpoint_url}/moto-api/state-manager/set-transition"
    request = urllib.request.Request(address, json.dumps(slow).encode(), {"Content-Type": "application/json"})  # noqa: S310
    urllib.request.urlopen(request).close()  # noqa: S310  loopback


def _schema(keys: Sequence[Key]) -> list[dict[str, str]]:
    return [{"AttributeName": name, "KeyType": kind} for (name, _), kind in zip(keys, ("HASH", "RANGE"), strict=False)]


def _stream(view: str) -> dict[str, Any]:
    return {"StreamSpecification": {"StreamEnabled": True, "StreamViewType": view}}


BY_OWNER: dict[str, Any] = {"keys": [("owner", "S"), ("at", "N")]}
TABLES = (
    OddTable("hash-only"),
    OddTable("hash_and.range", (("PK", "S"), ("SK", "S"))),
    OddTable("Number.Keys_v1", (("number", "N"), ("at", "N"))),
    OddTable("binary-keys", (("digest", "B"), ("part", "B"))),
    OddTable("odd attributes".replace(" ", "_"), (("user-id", "S"), ("created at", "N"))),
    OddTable("local-indexes", (("PK", "S"), ("SK", "S")), local={
        "by-size": {"keys": [("size", "N")]},
        "by-day": {"keys": [("day", "S")], "projection": KEYS_ONLY},
        "by-state": {"keys": [("state", "S")], "projection": {"ProjectionType": "INCLUDE", "NonKeyAttributes": ["total", "note"]}},
    }),
    OddTable("twenty-indexes", (("PK", "S"), ("SK", "S")), {f"GSI{n}": {"keys": [(f"GSI{n}PK", "S"), (f"GSI{n}SK", "N")]} for n in range(1, 21)}),
    OddTable("projections", indexes={
        "all": BY_OWNER,
        "keys.only": {"keys": [("day", "S")], "projection": KEYS_ONLY},
        "some_of": {"keys": [("state", "S")], "projection": {"ProjectionType": "INCLUDE", "NonKeyAttributes": ["b", "a"]}},
    }),
    OddTable("provisioned", units=UNITS),
    OddTable("provisioned-indexes", (("PK", "S"), ("SK", "S")), {"same": BY_OWNER, "own": {"keys": [("day", "S")], "units": {"ReadCapacityUnits": 1, "WriteCapacityUnits": 9}}}, units=UNITS),
    OddTable("scaled", units=UNITS, scaled=[None]),
    OddTable("scaled-with-indexes", (("PK", "S"), ("SK", "S")), {"by-owner": BY_OWNER}, units=UNITS, scaled=[None, "by-owner"]),
    OddTable("scaled-without-indexes", (("PK", "S"), ("SK", "S")), {"by-owner": BY_OWNER}, units=UNITS, scaled=[None]),
    OddTable("scaled-by-a-module", units=UNITS, scaled=[None], scaling={"name": "DynamoDB{kind}CapacityUtilization:{resource}"}),
    OddTable("scaled-reads-only", (("PK", "S"), ("SK", "S")), {"by-owner": BY_OWNER}, units=UNITS, scaled=[None], scaling={"kinds": ("Read",)}),
    OddTable("scaled-without-cooldowns", units=UNITS, scaled=[None], scaling={"cooldowns": {}}),
    OddTable("on-demand-maximum", indexes={"by-owner": {**BY_OWNER, "maxima": {"MaxReadRequestUnits": 7, "MaxWriteRequestUnits": 8}}, "free": {"keys": [("day", "S")]}}, more={"OnDemandThroughput": {"MaxReadRequestUnits": 100, "MaxWriteRequestUnits": 50}}),
    OddTable("infrequent", more={"TableClass": "STANDARD_INFREQUENT_ACCESS"}),
    OddTable("ttl-on", ttl="expires.at".replace(".", "_")),
    OddTable("ttl-starting", ttl="expires", ttl_status="ENABLING"),
    OddTable("ttl-stopping", ttl="expires", ttl_status="DISABLING"),
    OddTable("recovery-off"),
    OddTable("recovery-on", recovery={"PointInTimeRecoveryEnabled": True}),
    OddTable("recovery-week", recovery={"PointInTimeRecoveryEnabled": True, "RecoveryPeriodInDays": 7}),
    OddTable("aws-managed-key", more={"SSESpecification": {"Enabled": True, "SSEType": "KMS"}}),
    OddTable("customer-key", own_key=True),
    *(OddTable(f"stream-{view.lower().replace('_', '-')}", more=_stream(view)) for view in ("KEYS_ONLY", "NEW_IMAGE", "OLD_IMAGE", BOTH)),
    OddTable("protected", more={"DeletionProtectionEnabled": True}),
    OddTable("own-policy", has_policy=True),
    OddTable("replicated", more=_stream(BOTH), replicas=[AWAY, FAR]),
    OddTable("replicated_and-scaled", units=UNITS, scaled=[None], more=_stream(BOTH), replicas=[AWAY]),
    OddTable("fifty-tags", tags={f"tag-{number}": f"value {number}" for number in range(50)}),
    OddTable("our-tags", tags={"Environment": "prod", "Name": "mine", "team": "a", "ManagedBy": "hand"}),
    OddTable("counted", indexes={"by-owner": BY_OWNER, "free": {"keys": [("day", "S")]}}, insights=["", "by-owner"]),
    OddTable("captured", has_kinesis=True),
    OddTable("backed-up", has_backup=True),
    OddTable("watched-by-hand", has_alarm=True),
    OddTable("named-as-ours-local", (("PK", "S"),)),
)  # fmt: skip

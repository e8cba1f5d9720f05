"""Designs that public sources call good or bad, each with source and load."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from dynawright.model import Consumer, Entity, Get, Index, Key, Put, Query, TableModel, begins_with
from dynawright.model.load import SECONDS_A_MONTH, Load
from dynawright.model.traffic import Keys, Spike
from dynawright.settings import TableSettings

API = Consumer("api", "asks")
GUIDE = "https://docs.aws.amazon.com/amazondynamodb/latest/developerguide"
UNIFORM = f"{GUIDE}/bp-partition-key-uniform-load.html"
SHARDING = f"{GUIDE}/bp-partition-key-sharding.html"
WARM = f"{GUIDE}/warm-throughput-scenarios.html"
SCALING = "https://repost.aws/knowledge-center/dynamodb-auto-scaling"


@dataclass(frozen=True)
class Design:
    """`writes` and `reads` per second on average; `cause` is the worst finding of a bad design."""

    name: str
    source: str
    partition_key: str
    keys: dict[str, Keys]
    writes: float = 0
    reads: float = 0
    sort_key: str = "ITEM#{itemId}"
    index_key: str = ""
    shards: dict[str, int] = field(default_factory=dict)
    optional: tuple[str, ...] = ()
    spikes: tuple[Spike, ...] = ()
    hours: tuple[float, ...] = ()
    warm: dict[str, float] = field(default_factory=dict)
    settings: TableSettings = field(default_factory=TableSettings)
    cause: str = ""

    @property
    def model(self) -> TableModel:
        keys: dict[str, Any] = {
            "PK": self.partition_key,
            "SK": self.sort_key,
            **({"GSI1PK": self.index_key} if self.index_key else {}),
        }
        places = {place for text in keys.values() for place in _places(text)} - self.shards.keys()
        return TableModel(
            "designs",
            partition_key=Key("PK"),
            sort_key=Key("SK"),
            indexes=[Index("GSI1", Key("GSI1PK"), Key("SK"))] if self.index_key else [],
            entities=[
                Entity(
                    "THING",
                    attributes={"itemId": "S", **dict.fromkeys(places, "S")},
                    shards=self.shards,
                    optional=self.optional,
                    **keys,
                )
            ],
            access_patterns=[
                Put("P1", "save a thing", entity="THING", used_by=[API]),
                Get("P2", "a thing", PK=self.partition_key, SK=self.sort_key, used_by=[API])
                if not self.shards
                else Query("P2", "things", PK=self.partition_key, SK=begins_with("ITEM#"), used_by=[API]),
            ],
        )

    @property
    def load(self) -> Load:
        return Load(
            requests={"P1": self.writes * SECONDS_A_MONTH, "P2": self.reads * SECONDS_A_MONTH},
            keys=self.keys,
            spikes=self.spikes,
            hours=self.hours,
            warm=self.warm,
        )


def _places(text: str) -> list[str]:
    return [part.split("}")[0] for part in text.split("{")[1:]]


PROVISIONED = TableSettings(capacity_mode="provisioned", write_capacity_units=100, read_capacity_units=100)

BAD = (
    Design("status as the partition key", UNIFORM, "STATUS#{status}", {"status": Keys(3)}, writes=3500, cause="hot key"),
    Design(
        "today as the partition key", UNIFORM, "DAY#{day}", {"day": Keys(365, every_seconds=86_400)}, writes=2000, cause="hot key"
    ),
    Design(
        "one device far more popular than all others",
        UNIFORM,
        "DEVICE#{deviceId}",
        {"deviceId": Keys(100_000, hot_values=1, hot_percent=60)},
        writes=2500,
        cause="hot key",
    ),
    Design(
        "an index by status of a table with an even key",
        f"{GUIDE}/gsi-throttling.html",
        "CUSTOMER#{customerId}",
        {"customerId": Keys(1_000_000), "status": Keys(3, zipf=1)},
        index_key="STATUS#{status}",
        writes=2500,
        cause="index",
    ),
    Design(
        "an index by pay level",
        f"{GUIDE}/GuidelinesForGSI.html",
        "EMPLOYEE#{employeeId}",
        {"employeeId": Keys(500_000), "payLevel": Keys(10, hot_values=1, hot_percent=80)},
        index_key="{payLevel}",
        writes=1800,
        cause="index",
    ),
    Design(
        "one celebrity among the items that are read",
        f"{GUIDE}/bp-partition-key-design.html",
        "POST#{postId}",
        {"postId": Keys(1_000_000, hot_values=1, hot_percent=90)},
        sort_key="POST",
        reads=9000,
        cause="hot key",
    ),
    Design(
        "a test that writes one hard-coded user",
        "https://segment.com/blog/the-million-dollar-eng-problem/",
        "USER#{userId}",
        {"userId": Keys(10_000_000, hot_values=1, hot_percent=50)},
        writes=3500,
        sort_key="PROFILE",
        cause="hot key",
    ),
    Design(
        "all operations in one log",
        "https://dev.to/heartlinmachado/sharding-hot-partitions-in-dynamodb-why-your-single-partition-log-table-will-break-at-scale-586d",
        "OPS_LOG",
        {},
        sort_key="AT#{createdAt}",
        writes=1500,
        cause="hot key",
    ),
    Design(
        "all rate limits of an entity in one partition key",
        "https://github.com/advisories/GHSA-76rv-2r9v-c5m6",
        "ENTITY#{entityId}",
        {"entityId": Keys(10_000, hot_values=1, hot_percent=70)},
        sort_key="BUCKET",
        writes=2200,
        cause="hot key",
    ),
    Design(
        "votes by candidate",
        SHARDING,
        "CANDIDATE#{candidate}",
        {"candidate": Keys(2)},
        sort_key="VOTES",
        writes=3000,
        cause="hot key",
    ),
    Design(
        "a sale of ten times the load on a new table",
        WARM,
        "CART#{cartId}",
        {"cartId": Keys(1_000_000)},
        writes=1000,
        spikes=(Spike(at=720, minutes=20, times=10),),
        cause="warm-up",
    ),
    Design(
        "autoscaling against a short spike",
        SCALING,
        "CART#{cartId}",
        {"cartId": Keys(1_000_000)},
        writes=100,
        spikes=(Spike(at=720, minutes=10, times=8),),
        settings=PROVISIONED,
        cause="capacity",
    ),
)
WORKDAY = (1, 1, 1, 1, 1, 1, 2, 3, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 3, 3, 2, 2, 1, 1)
GOOD = (
    Design("user id, many users", UNIFORM, "USER#{userId}", {"userId": Keys(1_000_000)}, writes=1900, reads=8000),
    Design("device id, similar intervals", UNIFORM, "DEVICE#{deviceId}", {"deviceId": Keys(50_000)}, writes=3000),
    Design(
        "today with 200 random suffixes",
        SHARDING,
        "{day}.{shard}",
        {"day": Keys(365, every_seconds=86_400)},
        shards={"shard": 200},
        writes=2000,
    ),
    Design(
        "today with a calculated suffix",
        SHARDING,
        "{day}.{suffix}",
        {"day": Keys(365, every_seconds=86_400), "suffix": Keys(200)},
        writes=2000,
    ),
    Design(
        "votes in ten shards each",
        SHARDING,
        "CANDIDATE#{candidate}#{shard}",
        {"candidate": Keys(2)},
        shards={"shard": 100},
        writes=2000,
    ),
    Design(
        "an index by state and shard",
        f"{GUIDE}/bp-indexes-gsi-sharding.html",
        "EVENT#{eventId}",
        {"eventId": Keys(10_000_000), "state": Keys(4)},
        index_key="{state}#{shard}",
        shards={"shard": 50},
        writes=2000,
    ),
    Design(
        "session ids",
        "https://aws.amazon.com/blogs/database/choosing-the-right-dynamodb-partition-key/",
        "SESSION#{sessionId}",
        {"sessionId": Keys(5_000_000)},
        sort_key="SESSION",
        writes=2000,
        reads=10_000,
    ),
    Design(
        "customer, product and country together",
        "https://aws.amazon.com/blogs/database/choosing-the-right-dynamodb-partition-key/",
        "{customerId}#{productId}#{country}",
        {"customerId": Keys(100_000, zipf=0.5), "productId": Keys(1000, zipf=0.8), "country": Keys(30, zipf=1)},
        writes=2000,
    ),
    Design(
        "a table warmed before a sale",
        WARM,
        "CART#{cartId}",
        {"cartId": Keys(1_000_000)},
        writes=1000,
        spikes=(Spike(at=720, minutes=20, times=10),),
        warm={"write": 12_000, "read": 12_000},
    ),
    Design(
        "autoscaling along a working day",
        SCALING,
        "CART#{cartId}",
        {"cartId": Keys(1_000_000)},
        writes=100,
        hours=WORKDAY,
        settings=PROVISIONED,
    ),
    Design(
        "uploads that take turns between users",
        f"{GUIDE}/bp-partition-key-data-upload.html",
        "USER#{userId}",
        {"userId": Keys(20_000)},
        sort_key="MESSAGE#{messageId}",
        writes=3000,
    ),
)

"""Limits that AWS publishes, each a row with its source; the report lists them."""

from __future__ import annotations

from dataclasses import dataclass

from dynawright.model.advice.under_load import PARTITION_UNITS

_GUIDE = "https://docs.aws.amazon.com/amazondynamodb/latest/developerguide"


@dataclass(frozen=True)
class Rule:
    """A published limit."""

    name: str
    value: float
    unit: str
    what: str
    source: str


PARTITION_WRITES = Rule(
    "partition writes",
    PARTITION_UNITS["write"],
    "units/s",
    "the most that one partition writes",
    f"{_GUIDE}/bp-partition-key-design.html",
)
PARTITION_READS = Rule(
    "partition reads",
    PARTITION_UNITS["read"],
    "units/s",
    "the most that one partition reads",
    f"{_GUIDE}/bp-partition-key-design.html",
)
PARTITION_GIGABYTES = Rule(
    "partition size",
    10,
    "GB",
    "a partition splits before it is larger",
    "https://aws.amazon.com/blogs/database/part-3-scaling-dynamodb-how-partitions-hot-keys-and-split-for-heat-impact-performance/",
)
BURST_SECONDS = Rule(
    "burst",
    300,
    "s",
    "unused provisioned capacity is kept so long, and may be used at once",
    f"{_GUIDE}/burst-adaptive-capacity.html",
)
WARM_WRITES = Rule(
    "warm writes",
    4000,
    "units/s",
    "what a new table or index writes at once, unless its warm throughput is raised",
    f"{_GUIDE}/warm-throughput-scenarios.html",
)
WARM_READS = Rule(
    "warm reads",
    12000,
    "units/s",
    "what a new table or index reads at once, unless its warm throughput is raised",
    f"{_GUIDE}/warm-throughput-scenarios.html",
)
DOUBLING = Rule(
    "doubling", 2, "times the previous peak", "what on-demand capacity takes at once", f"{_GUIDE}/on-demand-capacity-mode.html"
)
PEAK_SECONDS = Rule(
    "peak age",
    1800,
    "s",
    "traffic may throttle that exceeds twice the previous peak within this time",
    f"{_GUIDE}/on-demand-capacity-mode.html",
)
SCALE_OUT_SECONDS = Rule(
    "scale out after",
    120,
    "s",
    "autoscaling acts when use was above its target for so long",
    "https://repost.aws/knowledge-center/dynamodb-auto-scaling",
)
SCALE_IN_SECONDS = Rule(
    "scale in after",
    900,
    "s",
    "autoscaling acts when use was 20 % below its target for so long",
    "https://repost.aws/knowledge-center/dynamodb-auto-scaling",
)
SCALE_IN_SHARE = Rule(
    "scale in below",
    0.8,
    "of the target",
    "autoscaling lowers capacity that is used less",
    "https://repost.aws/knowledge-center/dynamodb-auto-scaling",
)
QUOTA = Rule(
    "table quota",
    40000,
    "units/s",
    "what an account allows a table, reads and writes each, until AWS raises it",
    f"{_GUIDE}/ServiceQuotas.html",
)
COLLECTION_GIGABYTES = Rule(
    "item collection",
    10,
    "GB",
    "items of one partition key, where the table has local indexes",
    f"{_GUIDE}/LSI.html",
)
BACK_PRESSURE = Rule(
    "back-pressure",
    1,
    "of the writes that an index throttles",
    "is throttled at the table as well",
    f"{_GUIDE}/gsi-throttling.html",
)
RULES = (
    PARTITION_WRITES,
    PARTITION_READS,
    PARTITION_GIGABYTES,
    BURST_SECONDS,
    WARM_WRITES,
    WARM_READS,
    DOUBLING,
    PEAK_SECONDS,
    SCALE_OUT_SECONDS,
    SCALE_IN_SECONDS,
    SCALE_IN_SHARE,
    QUOTA,
    COLLECTION_GIGABYTES,
    BACK_PRESSURE,
)

PARTITION = {"read": PARTITION_READS.value, "write": PARTITION_WRITES.value}
WARM = {"read": WARM_READS.value, "write": WARM_WRITES.value}

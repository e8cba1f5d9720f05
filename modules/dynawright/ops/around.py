"""A system's cost around its tables: alarms, dashboards, keys, secrets, caches, functions, …

Resources are counted in the stack that the environment would get. Costs that depend on the load follow from it: each
change of a table with a stream invokes each of its functions at most once.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from dynawright.model import System
from dynawright.model.load import HOURS_A_MONTH, Load
from dynawright.monitoring.operations import READS
from dynawright.ops.estimate import TableCost
from dynawright.ops.stack_document import stack_document
from dynawright.prices.around import NODE_HOUR
from dynawright.prices.dynamodb import Prices
from dynawright.prices.general import ANOMALY_ALARM_METRICS, SCALING_ALARMS
from dynawright.rules.resources import Document, Resource
from dynawright.settings import Environment, SystemSettings

ALARM, COMPOSITE, DASHBOARD = "aws_cloudwatch_metric_alarm", "aws_cloudwatch_composite_alarm", "aws_cloudwatch_dashboard"
SCALING, KEY, SECRET, CACHE = "aws_appautoscaling_policy", "aws_kms_key", "aws_secretsmanager_secret", "aws_dax_cluster"
MAPPING, TRAIL, STREAM = "aws_lambda_event_source_mapping", "aws_cloudtrail", "aws_kinesis_stream"
SCHEDULE = "aws_scheduler_schedule"
COUNTED = (ALARM, COMPOSITE, DASHBOARD, SCALING, KEY, SECRET, CACHE, MAPPING, TRAIL, STREAM, SCHEDULE, "aws_dynamodb_table")
WEEKS_A_MONTH = 365 / 12 / 7


@dataclass(frozen=True)
class AroundCost:
    """A row; `usd` is None without a published price, `item` is its name in a file of prices."""

    what: str
    item: str
    quantity: float
    usd: float | None


def around_costs(system: System, whole: Environment, prices: Prices, load: Load, tables: Sequence[TableCost]) -> list[AroundCost]:
    """Return all costs except those of tables; `whole` is the whole environment."""
    document = stack_document(whole, system.name, COUNTED)
    settings = whole.for_system(system.name)
    rows = [*_watching(document), *_kept(document), *_loaded(document, settings, load, system, tables)]
    return [AroundCost(what, item, quantity, _usd(prices, item, quantity)) for what, item, quantity in rows if quantity]


def _usd(prices: Prices, item: str, quantity: float) -> float | None:
    price = prices.around.get(item)
    return None if price is None else price * quantity


Row = tuple[str, str, float]


def _watching(document: Document) -> Iterator[Row]:
    bands = [alarm for alarm in document.of_type(ALARM) if alarm.get("threshold_metric_id")]
    others = [alarm for alarm in document.of_type(ALARM) if alarm not in bands]
    yield "metrics of alarms", "alarm_metric_month", sum(map(_metrics, others))
    yield "metrics of alarms on what is unusual", "alarm_metric_month", ANOMALY_ALARM_METRICS * len(bands)
    yield "metrics of autoscaling's alarms", "alarm_metric_month", SCALING_ALARMS * len(document.of_type(SCALING))
    yield "composite alarms", "composite_alarm_month", len(document.of_type(COMPOSITE))
    yield "dashboards", "dashboard_month", len(document.of_type(DASHBOARD))


def _metrics(alarm: Resource) -> int:
    """Return how many metrics an alarm is billed for: each one in its expression; a query counts as one."""
    return sum(bool(query.get("metric")) for query in alarm.blocks("metric_query")) or 1


def _kept(document: Document) -> Iterator[Row]:
    yield "customer managed keys", "key_month", len(document.of_type(KEY))
    yield "secrets", "secret_month", len(document.of_type(SECRET))
    yield "hours of data streams", "stream_hour", HOURS_A_MONTH * len(document.of_type(STREAM))
    for cache in document.of_type(CACHE):
        nodes = float(cache.get("replication_factor", 1))
        yield (
            f"hours of {nodes:.0f} cache nodes {cache.get('node_type')}",
            f"{NODE_HOUR}.{cache.get('node_type')}",
            nodes * HOURS_A_MONTH,
        )


def _loaded(
    document: Document, settings: SystemSettings, load: Load, system: System, tables: Sequence[TableCost]
) -> Iterator[Row]:
    """Yield the costs that depend on the load."""
    changes = {cost.name: _changes(cost) for cost in tables}
    started = sum(_changes_read(mapping, document, changes) for mapping in document.of_type(MAPPING))
    yield "million invocations of stream functions, at most", "function_requests_million", started / 1e6
    if document.of_type(TRAIL):
        reads = settings.audit.data_events == "reads_and_writes"
        events = sum(
            load.requests.get(pattern.id, 0) for _, pattern in system.access_patterns if reads or pattern.operation not in READS
        )
        if settings.audit.data_events != "none":
            yield "100,000 data events of the trail, at most", "trail_events_100k", events / 1e5
    if settings.export.enabled and any("Export" in resource.path for resource in document.of_type(SCHEDULE)):
        yield "gigabytes exported, each week all", "export_gb", WEEKS_A_MONTH * sum(cost.storage.table_gb for cost in tables)


def _changes(cost: TableCost) -> float:
    """Return how many times a month items of the table are written."""
    return sum(pattern.requests * max(pattern.items, 1) for pattern in cost.patterns if pattern.units.writes)


def _changes_read(mapping: Resource, document: Document, changes: dict[str, float]) -> float:
    table = document.referred(mapping.get("event_source_arn"))
    return changes.get(str(table.get("name")), 0) if table else 0

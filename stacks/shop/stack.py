"""Products, orders and stock, and the stream functions' records."""

from __future__ import annotations

from pathlib import Path
from typing import ClassVar

from constructs import Construct

from dynawright.constructs.access import grant
from dynawright.constructs.encryption import EncryptionKey
from dynawright.constructs.search_index import grant_bulk
from dynawright.constructs.topic import Topic
from dynawright.settings import Environment
from dynawright.stack import SystemStack
from stacks.shop import model
from stacks.shop.settings import ShopSettings

FUNCTIONS = Path(__file__).parent / "functions"


class ShopStack(SystemStack):
    """The shop's table, the stream functions' audit trail and markers, and the consumers' roles."""

    system = model.SYSTEM
    settings: ShopSettings
    tags: ClassVar = {"Service": "shop"}

    def __init__(self, scope: Construct, environment: Environment) -> None:
        super().__init__(scope, environment)
        key = EncryptionKey(self, "Key", name="shop-key", settings=self.settings.encryption)
        shop = self.table("Shop", model.SHOP, key=key)
        audit = self.table("Audit", model.AUDIT, key=key)
        processed = self.table("Processed", model.PROCESSED, key=key)

        stock, streams = self.settings.stock_alerts, self.settings.streams
        alerts = Topic(self, "StockAlerts", name="shop-stock-alerts", key=key, fifo=stock.fifo, subscriptions=stock.subscriptions)

        audit_log = self.processor("AuditLog", FUNCTIONS / "audit_log", table=shop, consumer=model.AUDIT_LOG, key=key)
        stream_jobs = self.processor(
            "StreamJobs",
            FUNCTIONS / "stream_jobs",
            table=shop,
            consumer=model.STREAM_JOBS,
            key=key,
            variables={
                "ALERT_TOPIC_ARN": alerts.arn,
                "LOW_STOCK_THRESHOLD": str(streams.inventory_alerts.low_stock_threshold),
                "SEARCH_ENDPOINT": streams.search_sync.endpoint,
            },
        )

        for consumer in (model.API, model.WAREHOUSE):
            grant(self.role(consumer), consumer, shop)
        grant(audit_log.role, model.AUDIT_LOG, audit)
        grant(stream_jobs.role, model.STREAM_JOBS, shop)
        grant(stream_jobs.role, model.STREAM_JOBS, processed)
        alerts.grant_publish(stream_jobs.role)
        search = streams.search_sync
        grant_bulk(stream_jobs.role, endpoint=search.endpoint, arn=search.arn)
        support = self.role(model.SUPPORT)
        grant(support, model.SUPPORT, audit)
        grant(support, model.SUPPORT, processed)

        self.backup(shop, audit, processed, key=key)
        self.watch(shop, audit, processed, audit_log, stream_jobs)

        self.output("StockAlertsTopicArn", alerts.arn)

"""A table with a stream and two processors, and the code that they run."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pydantic import Field

from dynawright.constructs.access import grant
from dynawright.constructs.encryption import EncryptionKey
from dynawright.constructs.package import Package
from dynawright.constructs.stream_processor import StreamProcessor
from dynawright.constructs.table import Table
from dynawright.framework import cdktf
from dynawright.model import Consumer, Entity, Get, Key, Stream, System, TableModel, Update
from dynawright.settings import Environment, StreamSettings
from dynawright.stack import SystemStack
from tests import environments
from tests.environments import DISPOSABLE

STREAM_JOBS = Consumer("stream-jobs", "adds up what was ordered")
AUDIT_LOG = Consumer("audit-log", "keeps every change")
API = Consumer("api", "for tests")
ORDERS = TableModel(
    "orders",
    partition_key=Key("PK"),
    stream=Stream.NEW_AND_OLD_IMAGES,
    entities=[Entity("ORDER", PK="ORDER#{id}", attributes={"id": "S", "total": "N"})],
    access_patterns=[
        Get("P1", "an order", PK="ORDER#{id}", used_by=[API]),
        Update("P2", "count it", PK="ORDER#{id}", update="ADD total {amount:N}", used_by=[STREAM_JOBS]),
    ],
)
FILTERS = ({"eventName": ["INSERT"]}, {"dynamodb": {"Keys": {"PK": {"S": [{"prefix": "ORDER#"}]}}}})
VARIABLES = {"TABLE": "orders", "THRESHOLD": "10"}


BOUNDARY = "arn:aws:iam::111111111111:policy/boundary"


class OrdersStreams(StreamSettings):
    """The settings of the two functions."""

    stream_jobs: StreamSettings = Field(default_factory=StreamSettings.unwritten)
    audit_log: StreamSettings = Field(default_factory=StreamSettings.unwritten)


class OrdersStack(SystemStack):
    """One processor with all that it can have, one with as little as it must."""

    system = System("orders", [ORDERS])

    def __init__(
        self,
        scope: cdktf.App,
        environment: Environment,
        code: Package,
        *,
        streams: OrdersStreams | None = None,
        audit_variables: Mapping[str, str] = {},
    ) -> None:
        super().__init__(scope, environment)
        self.settings = self.settings.model_copy(update={"streams": streams or OrdersStreams()})
        self.key = EncryptionKey(self, "Key", name="orders-key", settings=self.settings.encryption)
        self.orders = Table(self, "Orders", model=ORDERS, key=self.key, settings=self.settings.table)
        parts: dict[str, Any] = {"table": self.orders, "key": self.key, "code": code, "settings": self.settings}
        self.jobs = StreamProcessor(self, "StreamJobs", consumer=STREAM_JOBS, environment=VARIABLES, filters=FILTERS, **parts)
        grant(self.jobs.role, STREAM_JOBS, self.orders)
        self.audit = StreamProcessor(self, "AuditLog", consumer=AUDIT_LOG, environment=audit_variables, **parts)


def package(folder: Path) -> Package:
    """A function that fails no record."""
    (folder / "stream_jobs").mkdir(parents=True, exist_ok=True)
    (folder / "stream_jobs" / "handler.py").write_text('def handler(event, context):\n    return {"batchItemFailures": []}\n')
    return Package(folder / "stream_jobs", with_runtime=False)


def environment(**settings: Any) -> Environment:
    """Return an environment in which all that is built can be destroyed."""
    bounded = {"name": "local", "roles": {"permissions_boundary_arn": BOUNDARY}}
    return environments.environment(**{**DISPOSABLE, **bounded, **settings})

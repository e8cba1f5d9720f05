"""A mistake for each code of migrations from PostgreSQL and from files."""

from pathlib import Path
from typing import Any

import psycopg

from dynawright.ops.migration.bulk.export import read_export
from dynawright.ops.migration.bulk.load import import_new
from dynawright.ops.migration.bulk.store import Bucket, store_of
from dynawright.ops.migration.bulk.written import must_be_empty
from dynawright.ops.migration.clock import Clock
from dynawright.ops.migration.files.origin import FilesOrigin
from dynawright.ops.migration.mapping.load import load
from dynawright.ops.migration.origins import mapped
from dynawright.ops.migration.postgres import logical
from dynawright.ops.migration.postgres.server import refusals
from dynawright.ops.migration.spark.java import java_home
from dynawright.ops.migration.spark.workers import told
from dynawright.ops.migration.stages import Stages
from dynawright.ops.migration.state import State
from dynawright.ops.migration.table import Table
from tests.errors.mistakes.source import Mistake

TARGET = Table("orders-local", "arn", "2026", {"PK": "S", "SK": "S"}, {}, None, False, 0, 0, 0, 0)
MAPPING = """\
system: orders
table: orders
rows:
  orders:
    key: [id]
    columns: {id: text, customer: text, day: text, amount: number, note: text}
    entities:
      ORDER: {orderId: id, customerId: customer, day: day, amount: amount}
"""


def written(text: str) -> Path:
    Path("orders.yaml").write_text(text)
    return Path("orders.yaml")


def _lost_column() -> None:
    Path("orders.jsonl").write_text("")
    mapping = MAPPING.replace("  orders:\n    key", "  orders.jsonl:\n    key")
    mapped(".", written(mapping), TARGET, segments=1)


def _changed_schema() -> None:
    with refusals():
        raise psycopg.errors.UndefinedColumn('column "note" does not exist')


class OneSlot:
    """A server on which another session reads the slot."""

    def execute(self, *_: Any) -> Any:
        return self

    def fetchone(self) -> Any:
        return "reserved", True


def _replaced_file() -> None:
    Path("orders.jsonl").write_text('{"id": "1"}\n')
    mapping = MAPPING.replace("  orders:\n    key", "  orders.jsonl:\n    leave_out: [note]\n    key")
    origin = mapped(".", written(mapping), TARGET, segments=1)
    assert isinstance(origin, FilesOrigin)
    state = State(Path("orders.state"), {})
    with origin.copied(state):
        Path("orders.jsonl").write_text('{"id": "2"}\n')
    with origin.copied(state):
        pass


def _incremental_export() -> None:
    folder = Path("AWSDynamoDB/0176")
    folder.mkdir(parents=True)
    (folder / "manifest-summary.json").write_text('{"exportType": "INCREMENTAL_EXPORT"}')
    read_export(str(folder))


def _used_prefix() -> None:
    folder = Path("items/data")
    folder.mkdir(parents=True)
    (folder / "part-00000-000.json.gz").write_text("")
    must_be_empty(store_of("items"))


def _full_disk() -> None:
    said = "org.apache.spark.SparkException: Job aborted\nTraceback (most recent call last):\n"
    raise told(f"{said}OSError: [Errno 28] No space left on device\n")


class FailedImport:
    """An import that ends at once."""

    def import_table(self, **_: Any) -> Any:
        failed = {"FailureCode": "S3NoSuchBucket", "FailureMessage": "The specified bucket does not exist"}
        return {"ImportTableDescription": {"ImportStatus": "FAILED", **failed}}


MISTAKES: dict[str, Mistake] = {
    "DW724": lambda: load(written("system: orders\ntabel: orders\n")),
    "DW725": _lost_column,
    "DW726": _changed_schema,
    "DW727": lambda: logical.start(OneSlot(), "dynawright_1_orders", [], again=False),
    "DW728": lambda: Stages(State(Path("orders.state"), {})).must_be("cut over"),
    "DW729": _replaced_file,
    "DW734": _incremental_export,
    "DW735": _used_prefix,
    "DW736": lambda: import_new(FailedImport(), Bucket("b", ""), {"TableName": "orders-production"}, "token", Clock()),
    "DW738": _full_disk,
    "DW737": lambda: java_home(lambda: iter([("JAVA_HOME", Path("jdk"), 25)])),
}

"""Move an export with Spark, compare and print JSON: `… spark.soak 5000000 <folder>`."""

from __future__ import annotations

import gzip
import json
import sys
import threading
import time
from pathlib import Path
from typing import Any

import psutil

from dynawright.ops.migration.bulk.entities import Entities
from dynawright.ops.migration.bulk.export import read_export
from dynawright.ops.migration.bulk.input import ExportInput
from dynawright.ops.migration.bulk.store import Folder
from dynawright.ops.migration.spark.compare import compare
from dynawright.ops.migration.spark.session import local_spark
from dynawright.ops.migration.spark.write import write_all
from dynawright.ops.migration.transform import Transform
from tests.ops.migration.memory import table

FILES, CORES = 16, 2
LOOK_EVERY_SECONDS = 0.5
Item = dict[str, Any]


def by_customer(item: Item) -> Item:
    """The order as an item of its customer."""
    return {"PK": f"CUSTOMER#{item['customerId']}", "SK": f"ORDER#{item['orderId']}", **item}


def write_export(folder: Path, items: int) -> None:
    """Write the files of an export, and the summary that names them."""
    (folder / "data").mkdir(parents=True)
    parts = []
    for number in range(FILES):
        name, count = f"data/{number:02}.json.gz", 0
        with gzip.open(folder / name, "wt", compresslevel=1) as lines:
            for order in range(number, items, FILES):
                lines.write(line(order))
                count += 1
        parts.append({"name": name, "items": count})
    (folder / "summary.json").write_text(json.dumps({"written": "once", "parts": parts}))


def line(order: int) -> str:
    note = f"left with the neighbour at number {order % 97}, please ring twice and wait"
    item = {
        "orderId": {"S": f"{order:012}"},
        "customerId": {"S": f"{order * 7919 % 1_000_003:08}"},
        "placedAt": {"N": str(1_760_000_000 + order)},
        "note": {"S": note},
        "address": {"M": {"city": {"S": "Kyoto"}, "zip": {"S": f"{order % 9999:07}"}}},
    }
    return f'{{"Item":{json.dumps(item)}}}\n'


class Memory:
    """The peak memory of this process and its descendants in bytes; shared memory is counted once (PSS)."""

    def __init__(self) -> None:
        self.most = 0
        self._end = threading.Event()
        self._thread = threading.Thread(target=self._look, daemon=True)

    def __enter__(self) -> Memory:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._end.set()
        self._thread.join()

    def _look(self) -> None:
        while not self._end.wait(LOOK_EVERY_SECONDS):
            self.most = max(self.most, sum(map(_own, [psutil.Process(), *psutil.Process().children(recursive=True)])))


def _own(process: psutil.Process) -> int:
    try:
        return int(process.memory_full_info().pss)
    except psutil.Error:
        return 0


def moved(items: int, folder: Path) -> dict[str, Any]:
    """Return the duration and the memory."""
    write_export(folder / "from", items)
    target = table("orders", PK="S", SK="S")
    given = ExportInput(read_export(str(folder / "from")), Transform("tests.ops.migration.spark.soak:by_customer", target))
    with Memory() as memory, local_spark(CORES) as spark:
        began = time.monotonic()
        counts = write_all(spark.sparkContext, given, Folder(folder / "to"))
        wrote = time.monotonic()
        there = read_export(str(folder / "to"))
        found = compare(spark.sparkContext, given, there, target, Entities(), Folder(folder / "differences"))
        ended = time.monotonic()
    return {
        "items": counts.items,
        "differences": {" ".join(kind): count for kind, count in found.items()},
        "written_a_second": round(counts.items / (wrote - began)),
        "compared_a_second": round(counts.items / (ended - wrote)),
        "megabytes": round(memory.most / 1024**2),
        "seconds": round(ended - began),
    }


if __name__ == "__main__":
    print(json.dumps(moved(int(sys.argv[1]), Path(sys.argv[2]))))

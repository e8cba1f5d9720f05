"""Run three isolated jobs in one reader of the stream, since a stream allows two readers.

The packager puts the jobs' folders (`includes` in function.json) beside this file; see docs/adr/0011.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any

from dynawright.runtime import Batch, Response, respond

JOBS = ("inventory_alerts", "daily_sales", "search_sync")


def handler(event: Mapping[str, Any], context: Any) -> Response:
    return respond(event, context, *(_job(name) for name in JOBS))


def _job(name: str) -> Callable[[Batch], None]:
    """Import a job; one that can't be imported fails without stopping the others."""

    def run(batch: Batch) -> None:
        import_module(f"{name}.handler").run(batch)

    return run

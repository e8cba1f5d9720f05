"""Locust's users, which run a system's access patterns.

`dynawright load` starts it, on one machine or several.
"""

from __future__ import annotations

import itertools
import json
import os
import tempfile
import time
from pathlib import Path
from typing import Any

from locust import User, events, runners, task
from locust.exception import StopUser
from locust.runners import MasterRunner, WorkerRunner

from dynawright.clients.loading import loaded
from dynawright.emulator.client_patterns.exercise import methods
from dynawright.ops.load.counts import Tally
from dynawright.ops.load.rates import Rates
from dynawright.ops.load.session import Session
from dynawright.ops.load.settings import VARIABLE, read
from dynawright.ops.load.target import client_of
from dynawright.ops.systems import chosen
from dynawright.settings.load_file import load_of

TEST = read(Path(os.environ[VARIABLE]))
PERCENTILES = (0.5, 0.9, 0.95, 0.99)
os.chdir(TEST.root)
(SYSTEM,) = chosen(TEST.system)
LOAD = load_of(SYSTEM, Path(TEST.load_file) if TEST.load_file else None)
IDS = [pattern.id for table, pattern in SYSTEM.access_patterns if table.name in TEST.tables]
RATES = Rates(LOAD, IDS, TEST.rate, TEST.seconds, like_a_day=TEST.like_a_day)
PACKAGE = loaded(SYSTEM, Path(tempfile.mkdtemp(prefix="dynawright-load-")), methods=methods(SYSTEM))
CLIENT = client_of(TEST)
TALLY = Tally()
TOTAL = Tally()
COUNTER = itertools.count()
TOO_MANY_USERS = 10_000
runners.HEARTBEAT_LIVENESS = 60  # seconds, so that a busy worker doesn't count as lost


class Asker(User):
    """A user that sends its share of the requests on a schedule of its own."""

    def on_start(self) -> None:
        runner = self.environment.runner
        worker = runner.worker_index if isinstance(runner, WorkerRunner) else 0
        self._session = Session(TEST, SYSTEM, LOAD, PACKAGE, CLIENT, TALLY, worker * TOO_MANY_USERS + next(COUNTER))
        self._started = self._due = time.monotonic()

    def wait_time(self) -> float:
        """Return the seconds until the next request, independent of the last one's duration."""
        now = time.monotonic()
        rate = max(1e-6, RATES.now(now - self._started) / TEST.users)
        self._due = max(self._due + self._session.random.expovariate(rate), now - 1)
        return max(0.0, self._due - now)

    @task
    def ask(self) -> None:
        since = time.monotonic() - self._started
        if since > TEST.seconds or (TEST.spend_usd is not None and self._session.spent_usd >= TEST.spend_usd / TEST.users):
            raise StopUser
        pattern = RATES.choose(since, self._session.random)
        milliseconds, wrong = self._session.ask(pattern)
        self.environment.events.request.fire(
            request_type="", name=pattern, response_time=milliseconds, response_length=0, exception=wrong, context={}
        )


@events.report_to_master.add_listener  # type: ignore[untyped-decorator]
def _report(client_id: str, data: dict[str, Any]) -> None:
    data["tally"] = TALLY.take()


@events.worker_report.add_listener  # type: ignore[untyped-decorator]
def _add(client_id: str, data: dict[str, Any]) -> None:
    TOTAL.add(data["tally"])


@events.quitting.add_listener  # type: ignore[untyped-decorator]
def _finish(environment: Any, **_: Any) -> None:
    if isinstance(environment.runner, WorkerRunner):
        return
    if not isinstance(environment.runner, MasterRunner):
        TOTAL.add(TALLY.take())
    entries = {
        entry.name: {
            "milliseconds": [entry.get_response_time_percentile(share) for share in PERCENTILES],
            "slowest": entry.max_response_time,
        }
        for entry in environment.stats.entries.values()
    }
    each_second = {int(second): count for second, count in environment.stats.total.num_reqs_per_sec.items()}
    result = {"patterns": entries, "each_second": each_second, "tally": TOTAL.take()}
    Path(TEST.result).write_text(json.dumps(result), encoding="utf-8")

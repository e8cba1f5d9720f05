"""References between the function.json files of the shop's functions."""

import sys
from typing import Any

import pytest

from dynawright.emulator.streams.function import Function
from dynawright.rules.event_patterns import passes
from dynawright.runtime.markers import DONE, MARKER_DAYS
from stacks.shop.model import PROCESSED
from tests.stacks.shop.functions.records import order, product

DISPATCHER = Function("shop", "stream_jobs")


def test_the_dispatcher_runs_what_it_includes_with_all_their_variables() -> None:
    jobs = [Function("shop", name) for name in DISPATCHER.manifest.includes]
    DISPATCHER.load()
    assert tuple(sys.modules["stream_jobs.handler"].JOBS) == DISPATCHER.manifest.includes
    assert DISPATCHER.variables == {name: variable for job in jobs for name, variable in job.variables.items()}


@pytest.mark.parametrize("record", [order(1, "5"), product(1, 5, 4), product(1, None, 4), product(1, 5, None)])
def test_the_dispatcher_gets_what_any_of_its_jobs_would_get(record: dict[str, Any]) -> None:
    jobs = [Function("shop", name) for name in DISPATCHER.manifest.includes]
    assert any(passes(job.filters, record) for job in jobs)
    assert passes(DISPATCHER.filters, record)


def test_markers_are_as_the_runtime_writes_them_and_outlive_every_repeat() -> None:
    lives = {entity.name: entity.expires_after.days for entity in PROCESSED.entities if entity.expires_after is not None}
    assert lives == {"ALERT_MARKER": MARKER_DAYS, "SALE_MARKER": MARKER_DAYS}
    assert {entity.values["Status"] for entity in PROCESSED.entities if entity.name in lives} == {(DONE,)}

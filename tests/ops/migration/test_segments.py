"""Segments run concurrently; a failing one stops the others, and its error is reported."""

import threading

import pytest

from dynawright.errors import Problem, UserError
from dynawright.ops.migration.clock import Clock
from dynawright.ops.migration.segments import in_parallel


def test_the_first_failure_stops_the_others_and_is_told() -> None:
    clock, ended = Clock(), []
    begun = threading.Barrier(3)

    def work(segment: int) -> None:
        begun.wait()
        if segment == 1:
            raise UserError([Problem("DW701", "no")])
        try:
            clock.pause(3600)
        finally:
            ended.append(segment)

    with pytest.raises(UserError, match="no"):
        in_parallel(3, work, clock, lambda: None)
    assert sorted(ended) == [0, 2]


def test_no_further_segment_begins_after_a_failure() -> None:
    clock, begun = Clock(), []

    def work(segment: int) -> None:
        begun.append(segment)
        if len(begun) == 1:
            raise UserError([Problem("DW701", "no")])
        clock.stopped.wait()

    with pytest.raises(UserError, match="no"):
        in_parallel(50, work, clock, lambda: None, threads=1)
    assert len(begun) <= 2

"""Segments run at once; one that fails stops the others, and its error is the one that is told."""

import pytest

from dynawright.errors import Problem, UserError
from dynawright.ops.migration.clock import Clock
from dynawright.ops.migration.segments import in_parallel


def test_the_first_failure_stops_the_others_and_is_told() -> None:
    clock, ended = Clock(), []

    def work(segment: int) -> None:
        if segment == 1:
            raise UserError([Problem("DW701", "no")])
        try:
            clock.pause(3600)
        finally:
            ended.append(segment)

    with pytest.raises(UserError, match="no"):
        in_parallel(3, work, clock, lambda: None)
    assert sorted(ended) == [0, 2]

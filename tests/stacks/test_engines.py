"""Every access pattern of every system gives the right answer on every engine."""

from dynawright.emulator.engines import StartedEngines
from dynawright.emulator.engines.comparison import compare_engines
from dynawright.systems import systems


def test_every_engine_answers_every_pattern_the_same(engines: StartedEngines) -> None:
    comparison = compare_engines(engines.endpoints, systems(), now=1_790_000_000)

    assert comparison.problems == []

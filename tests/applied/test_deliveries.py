"""The deployed functions, fed with what the access patterns wrote: each has its effect, and has it once."""

from dynawright.emulator.deliveries import deliver
from dynawright.emulator.patterns.exercise import exercise
from dynawright.emulator.streams.function import functions
from tests.applied.conftest import Applied
from tests.applied.platform import scenario_of


def test_each_deployed_function_takes_the_stream_and_given_again_does_nothing(applied: Applied) -> None:
    environment, system = applied.workspace.environment, applied.system
    dynamodb = applied.emulator.client("dynamodb", environment.region)
    for table in system.tables:
        list(exercise(dynamodb, table, environment.physical_name(table.name)))

    first = deliver(applied.emulator, environment, system)
    declared = [one for one in functions() if one.system == system.name]
    included = {name for function in declared for name in function.manifest.includes}
    assert [one.function for one in first] == [one.name for one in declared if one.name not in included]
    assert all(one.records > 0 and one.invocations > 0 for one in first)
    assert all(one.given_up == 0 and one.effects for one in first), first
    if scenario := scenario_of(system.name):
        assert {effect for one in first for effect in one.effects} >= scenario.effects, first
        assert tuple(job for one in first for job in one.off) == scenario.off

    deliver(applied.emulator, environment, system)  # what the functions wrote to a stream is on it by now
    again = deliver(applied.emulator, environment, system)
    assert [(one.given_up, one.effects) for one in again] == [(0, {}) for _ in again]

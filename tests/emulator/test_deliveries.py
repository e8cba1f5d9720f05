"""The deployed functions, fed with what the access patterns wrote: each has its effect, and has it once."""

from harness.deliveries import deliver
from harness.patterns.exercise import exercise
from tests.emulator.conftest import Applied

DEPLOYED = {
    "miyabi_lambda": ["entity_events"],
    "miyabi_progress": ["project_metrics"],
    "feature_flags": ["flag_audit"],
    "shop": ["audit_log", "stream_jobs"],
    "ai_chef": [],
}


def test_each_deployed_function_takes_the_stream_and_a_second_time_does_nothing(applied: Applied) -> None:
    environment = applied.workspace.environment
    dynamodb = applied.emulator.client("dynamodb", environment.region)
    for table in applied.system.tables:
        list(exercise(dynamodb, table, environment.physical_name(table.name)))

    first = deliver(applied.emulator, environment, applied.system)
    assert [one.function for one in first] == DEPLOYED[applied.system.name]
    assert all(one.records > 0 and one.invocations > 0 for one in first)
    assert all(one.written for one in first), first

    second = deliver(applied.emulator, environment, applied.system)
    assert [one.written for one in second] == [{} for _ in second]

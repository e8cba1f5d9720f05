"""The deployed functions, fed with what the access patterns wrote: each has its effect, and has it once."""

from dynawright.emulator.deliveries import deliver
from dynawright.emulator.patterns.exercise import exercise
from tests.applied.conftest import Applied

DEPLOYED = {
    "miyabi_lambda": ["entity_events"],
    "miyabi_progress": ["project_metrics"],
    "feature_flags": ["flag_audit"],
    "shop": ["audit_log", "stream_jobs"],
    "ai_chef": [],
}


EFFECTS = {
    "miyabi_lambda": {"events to EventBridge", "new EVENT_MARKER in miyabi-lambda-processed-{environment}"},
    "miyabi_progress": {
        "changed PROJECT in miyabi-projects-{environment}",
        "changed TASK_COUNT in miyabi-task-counts-{environment}",
    },
    "feature_flags": {"new FLAG_CHANGE in feature-flags-audit-{environment}"},
    "shop": {
        "messages to SNS",
        "new AUDIT_ENTRY in DynamoDBShopAudit-{environment}",
        "new ALERT_MARKER in DynamoDBShopProcessed-{environment}",
        "new SALE_MARKER in DynamoDBShopProcessed-{environment}",
        "changed DAILY_SALES in DynamoDBShop-{environment}",
    },
    "ai_chef": set(),
}


def test_each_deployed_function_takes_the_stream_and_given_again_does_nothing(applied: Applied) -> None:
    environment = applied.workspace.environment
    dynamodb = applied.emulator.client("dynamodb", environment.region)
    for table in applied.system.tables:
        list(exercise(dynamodb, table, environment.physical_name(table.name)))

    first = deliver(applied.emulator, environment, applied.system)
    assert [one.function for one in first] == DEPLOYED[applied.system.name]
    assert all(one.records > 0 and one.invocations > 0 for one in first)
    assert all(one.given_up == 0 and one.effects for one in first), first
    done = {effect for one in first for effect in one.effects}
    assert done >= {effect.format(environment=environment.name) for effect in EFFECTS[applied.system.name]}, first

    assert [job for one in first for job in one.off] == (["search_sync"] if applied.system.name == "shop" else [])

    deliver(applied.emulator, environment, applied.system)  # what the functions wrote to a stream is on it by now
    again = deliver(applied.emulator, environment, applied.system)
    assert [(one.given_up, one.effects) for one in again] == [(0, {}) for _ in again]

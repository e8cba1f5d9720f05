"""Functions, their triggers, and their schedules."""

from dynawright.gate.stack_mutants.label import ANY, LESS, either, fine, weak

FUNCTION, MAPPING, SCHEDULE = "aws_lambda_function", "aws_lambda_event_source_mapping", "aws_scheduler_schedule"
RETRY = "target.retry_policy"

LABELS = (
    fine(FUNCTION, "description", ANY, "people read it"),
    fine(FUNCTION, "memory_size timeout reserved_concurrent_executions", "higher slightly", "more room"),
    fine(FUNCTION, "memory_size", "lower gone", "slower, and what AWS gives by itself"),
    weak(FUNCTION, "timeout", "lower gone", "runs end before they are done"),
    weak(FUNCTION, "reserved_concurrent_executions", LESS, "records wait, or functions of others starve"),
    fine(FUNCTION, "environment.variables.BACKUP_RETENTION_DAYS", "higher slightly", "backups are kept longer"),
    weak(FUNCTION, "environment", ANY, "the code works with something else, or not at all"),
    weak(FUNCTION, "kms_key_arn", LESS, "its variables are encrypted by a key that nobody here controls"),
    weak(FUNCTION, "layers vpc_config", ANY, "other code runs, or elsewhere"),
    weak(FUNCTION, "tracing_config logging_config dead_letter_config", ANY, "what goes wrong leaves no trace"),
    weak(FUNCTION, ANY, "gone other new more fewer", "other code runs, as somebody else, or none does"),
    fine(MAPPING, "batch_size maximum_batching_window_in_seconds parallelization_factor", "slightly", "about the same"),
    fine(
        MAPPING, "batch_size maximum_batching_window_in_seconds parallelization_factor", "lower gone higher", "slower or faster"
    ),
    fine(MAPPING, "maximum_record_age_in_seconds maximum_retry_attempts", "slightly", "about the same"),
    weak(MAPPING, "maximum_record_age_in_seconds", "lower", "an outage loses records"),
    weak(MAPPING, "maximum_record_age_in_seconds maximum_retry_attempts", "gone", "one bad record stops its shard for a day"),
    weak(MAPPING, "maximum_retry_attempts", "lower", "an error that passes gives records up"),
    either(MAPPING, "maximum_retry_attempts", "higher", "the age of records ends it"),
    weak(MAPPING, "maximum_record_age_in_seconds", "higher", "one bad record stops its shard for a day"),
    weak(MAPPING, ANY, f"{LESS} new more", "records are lost, or nobody counts them"),
    weak("aws_lambda_permission", ANY, ANY, "somebody else calls it, or nobody may"),
    fine("aws_scheduler_schedule_group", "name", "other", "schedules and their role name it by reference"),
    fine(SCHEDULE, "name", "other", "a name"),
    fine(SCHEDULE, f"{RETRY}.maximum_retry_attempts", "higher slightly", "it tries more often"),
    fine(SCHEDULE, f"{RETRY}.maximum_event_age_in_seconds", "lower slightly", "it gives up sooner, after an hour at most"),
    weak(SCHEDULE, ANY, f"{LESS} higher", "it runs at other times, as another, or what fails is gone"),
)

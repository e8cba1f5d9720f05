"""Functions, mappings, events and schedules."""

from dynawright.gate.plan_mutants.label import harmful, harmless

FUNCTION, MAPPING = "aws_lambda_function", "aws_lambda_event_source_mapping"
BUS, RULE, TARGET = "aws_cloudwatch_event_bus", "aws_cloudwatch_event_rule", "aws_cloudwatch_event_target"
SCHEDULE = "aws_scheduler_schedule"
_YEARLY = "~cron(0 17 1 1 ? *)"
_LAYER = '=["arn:aws:lambda:ap-northeast-1:999999999999:layer:theirs:1"]'
_VPC = '=[{"subnet_ids": ["subnet-0"], "security_group_ids": ["sg-0"]}]'
_VARIABLES = "environment.variables"

LABELS = (
    harmful(MAPPING, "enabled", ("=false", "unknown"), "records expire unread"),
    harmful(MAPPING, "filter_criteria.filter.pattern", "other unknown", "records are left out"),
    harmful(
        MAPPING, "filter_criteria", ('=[{"filter": [{"pattern": "{\\"never\\": [1]}"}]}]', "unknown"), "records are left out"
    ),
    harmful(MAPPING, "destination_config", "gone unknown", "failed records are dropped"),
    harmful(MAPPING, "destination_config.on_failure.destination_arn", "other foreign unknown", "failed records are elsewhere"),
    harmful(MAPPING, "batch_size", "lower unknown", "the function falls behind"),
    harmful(
        MAPPING, "maximum_retry_attempts maximum_record_age_in_seconds", "lower =-1 unknown", "records are given up, or block"
    ),
    harmful(MAPPING, "bisect_batch_on_function_error", "off unknown", "one bad record takes its batch with it"),
    harmful(MAPPING, "function_response_types", "gone unknown", "records of a batch that did not fail are repeated"),
    harmful(MAPPING, "function_name event_source_arn", "other foreign unknown", "another function reads, or another stream"),
    harmful(MAPPING, "starting_position", "=LATEST unknown", "unread records are skipped", replaces=True),
    harmful(MAPPING, "tumbling_window_in_seconds", ("=900",), "the function is called in another way"),
    harmful(MAPPING, "metrics_config", "gone", "alarms on its metrics have no data"),
    harmless(MAPPING, "batch_size", "higher", "more at a time"),
    harmless(MAPPING, "parallelization_factor", "=10", "more at a time"),
    harmless(MAPPING, "maximum_retry_attempts maximum_record_age_in_seconds", "higher", "tries for longer"),
    harmless(MAPPING, "maximum_batching_window_in_seconds", "=0", "records are read sooner"),
    harmful(FUNCTION, "role handler function_name", "other unknown", "other code, or under another role"),
    harmful(FUNCTION, "runtime", "=python3.9 =nodejs22.x unknown", "the code does not run"),
    harmful(FUNCTION, "memory_size timeout", "lower unknown", "calls fail"),
    harmful(FUNCTION, "reserved_concurrent_executions", "=0 lower unknown", "calls are refused"),
    harmful(FUNCTION, _VARIABLES, "other fewer gone unknown", "the code reads other values"),
    harmful(FUNCTION, f"{_VARIABLES}.AWS_LAMBDA_EXEC_WRAPPER", "=/opt/theirs", "other code runs first"),
    harmful(FUNCTION, f"{_VARIABLES}.PYTHONPATH", "=/opt/theirs", "other code runs first"),
    harmful(FUNCTION, "kms_key_arn", "gone foreign unknown", "variables depend on another key"),
    harmful(FUNCTION, "dead_letter_config", "gone unknown", "failed calls are dropped"),
    harmful(FUNCTION, "dead_letter_config.target_arn", "other foreign unknown", "failed calls are elsewhere"),
    harmful(FUNCTION, "layers", (_LAYER, "unknown"), "code of another account runs with the function's rights"),
    harmful(FUNCTION, "vpc_config", (_VPC,), "calls out of the network fail"),
    harmful(FUNCTION, "logging_config.log_group", "other unknown", "lines are written where no filter reads them"),
    harmful(FUNCTION, "logging_config.application_log_level", "=FATAL unknown", "errors are not written down"),
    harmful(FUNCTION, "architectures", ('=["x86_64"]', "unknown"), "packages of the other kind do not load"),
    harmful(FUNCTION, "image_config file_system_config", ('=[{"command": ["theirs"], "arn": "theirs"}]',), "other code runs"),
    harmful(FUNCTION, "s3_bucket s3_key", ("=theirs",), "code comes from elsewhere"),
    harmful(FUNCTION, "package_type", ("=Image",), "other code runs", replaces=True),
    harmful(FUNCTION, "tracing_config.mode", "=PassThrough unknown", "calls can't be followed"),
    harmless(FUNCTION, "source_code_hash filename description", "other", "a release"),
    harmless(FUNCTION, "memory_size timeout reserved_concurrent_executions", "higher", "more room"),
    harmless(FUNCTION, _VARIABLES, "more", "a variable that code of before does not read"),
    harmless(FUNCTION, "runtime", "=python3.14", "a later version"),
    harmless(FUNCTION, "ephemeral_storage", ('=[{"size": 1024}]',), "more room"),
    harmful(BUS, "kms_key_identifier", "gone foreign other unknown", "events depend on another key"),
    harmful(BUS, "dead_letter_config", "gone", "failed events are dropped"),
    harmful(BUS, "name", "other unknown", "rules and senders stay with the old bus", replaces=True),
    harmless(BUS, "description", "other", "a text for people"),
    harmful(RULE, "event_pattern", ('~{"source": ["never"]}', "gone unknown"), "events are left out"),
    harmful(RULE, "state", "=DISABLED", "nothing is started"),
    harmful(RULE, "schedule_expression", (_YEARLY, "gone unknown"), "it starts less often"),
    harmful(RULE, "event_bus_name", ("=another",), "events of another bus start it", replaces=True),
    harmful(RULE, "role_arn", ("=arn:aws:iam::999999999999:role/theirs",), "another role starts it"),
    harmless(RULE, "description", "other", "a text for people"),
    harmless(RULE, "event_pattern", "reformatted", "the same pattern"),
    harmful(TARGET, "arn", "other foreign unknown", "something else is started"),
    harmful(TARGET, "rule", "other unknown", "something else starts it", replaces=True),
    harmful(TARGET, "input", ('="{}"',), "it gets something else"),
    harmful(TARGET, "input_path", ("=$.nothing",), "it gets something else"),
    harmful(TARGET, "input_transformer", ('=[{"input_template": "nothing"}]',), "it gets something else"),
    harmful(TARGET, "role_arn", ("=arn:aws:iam::999999999999:role/theirs",), "another role starts it"),
    harmful(TARGET, "retry_policy", ('=[{"maximum_retry_attempts": 0}]',), "failed events are dropped"),
    harmful(SCHEDULE, "state", "=DISABLED", "nothing is started"),
    harmful(SCHEDULE, "schedule_expression", (_YEARLY, "unknown"), "it starts less often"),
    harmful(SCHEDULE, "end_date", ("=2030-01-01T00:00:00Z",), "it ends without a word"),
    harmful(SCHEDULE, "start_date", ("=2090-01-01T00:00:00Z",), "it does not start for years"),
    harmful(SCHEDULE, "target.arn target.role_arn target.input", "other unknown", "it starts something else"),
    harmful(SCHEDULE, "target.dead_letter_config", "gone", "failed calls are dropped"),
    harmful(SCHEDULE, "target.dead_letter_config.arn", "foreign other unknown", "failed calls are elsewhere"),
    harmful(
        SCHEDULE,
        "target.retry_policy.maximum_retry_attempts target.retry_policy.maximum_event_age_in_seconds",
        "lower unknown",
        "calls are given up earlier",
    ),
    harmful(SCHEDULE, "kms_key_arn", "gone foreign other unknown", "its input depends on another key"),
    harmful(SCHEDULE, "group_name", "other unknown", "rights by group do not hold", replaces=True),
    harmless(
        SCHEDULE,
        "target.retry_policy.maximum_retry_attempts target.retry_policy.maximum_event_age_in_seconds",
        "higher",
        "calls are tried for longer",
    ),
    harmless(SCHEDULE, "description", "=another", "a text for people"),
    harmful(FUNCTION, "logging_config.log_format", "=Text unknown", "filters on fields match no line"),
    harmful("aws_scheduler_schedule_group", "name", "other unknown", "the schedules in it end", replaces=True),
    harmless(RULE, "name", "other", "it is made again at once", replaces=True),
    harmless(SCHEDULE, "name", "other", "it is made again at once", replaces=True),
)

"""Functions, and their triggers."""

from __future__ import annotations

from dynawright.rules.vocabulary.common import FREE, KEY, NAME, NAMED, ORDER, QUEUE_ARN, READ_BY_PEOPLE, ROLE, SCHEDULE
from dynawright.rules.vocabulary.domains import Between, Blocks, Filled, Json, MapOf, Text, arn, either, exactly, refers
from dynawright.rules.vocabulary.row import ALWAYS, KEYED, LASTING, Row, when

FUNCTION_ARN = refers("aws_lambda_function", attribute="arn", near=True)
KEEPS_FAILED = "failed records are kept there"
TESTED = "it is the code that was tested"
CONFIGURED = "the function is configured by them"
FILLED = Filled(r".+", "a text, or references to this stack's resources")
SETTINGS = "its variables and payloads are encrypted by it"

ROWS = {
    "aws_lambda_function": (
        Row("function_name", Text(r"[A-Za-z0-9_-]{1,64}", "a function's name"), NAMED, ALWAYS),
        Row("description", FREE, READ_BY_PEOPLE),
        Row("role", ROLE, "the function may do what that role may", ALWAYS),
        Row("runtime", Text(r"python3\.\d+", "a Python"), "functions are packed for Python", ALWAYS),
        Row("architectures", exactly("arm64"), "packages are built for it", ALWAYS),
        Row("handler", exactly("handler.handler"), TESTED, ALWAYS),
        Row("filename", Text(r"assets/[A-Za-z0-9_-]+-[0-9a-f]{16}\.zip", "a package of this project"), TESTED, ALWAYS),
        Row("source_code_hash", Text(r"[A-Za-z0-9+/]{43}=", "the SHA-256 of the package, in base64"), "without it, Terraform does not see new code", ALWAYS),
        Row("memory_size", Between(128, 10_240), "AWS takes 128 to 10240 MB", ALWAYS),
        Row("timeout", Between(10, 900), "shorter ones abort runs that would have succeeded", ALWAYS),
        Row("reserved_concurrent_executions", either(exactly(-1), Between(1, 1000)), "0 never runs; without it, an old reservation stays", ALWAYS),
        Row("environment", Blocks(1, 1), CONFIGURED),
        Row("environment.variables", MapOf(FILLED), CONFIGURED, ALWAYS),
        Row("kms_key_arn", KEY, SETTINGS),
        Row("kms_key_arn", KEY, SETTINGS, when("environment"), KEYED),
        Row("dead_letter_config", Blocks(1, 1), KEEPS_FAILED),
        Row("dead_letter_config.target_arn", QUEUE_ARN, KEEPS_FAILED, ALWAYS),
        Row("tracing_config", Blocks(1, 1), "a slow run is found by its trace", ALWAYS),
        Row("tracing_config.mode", exactly("Active"), "a slow run is found by its trace", ALWAYS),
        Row("logging_config", Blocks(1, 1), "without it, logs go to a group that keeps them forever", ALWAYS),
        Row("logging_config.log_format", exactly("JSON"), "queries and filters read fields", ALWAYS),
        Row("logging_config.log_group", refers("aws_cloudwatch_log_group", attribute="name", near=True), "logs are kept there", ALWAYS),
        Row("logging_config.application_log_level", exactly("INFO", "DEBUG", "TRACE"), "errors and warnings must be in the log", ALWAYS),
        Row("logging_config.system_log_level", exactly("INFO", "DEBUG"), "starts and ends of runs must be in the log", ALWAYS),
        ORDER,
    ),
    "aws_lambda_event_source_mapping": (
        Row("event_source_arn", refers("aws_dynamodb_table", attribute="stream_arn"), "it reads that stream", ALWAYS),
        Row("function_name", FUNCTION_ARN, "that function gets the records", ALWAYS),
        Row("batch_size", Between(1, 10_000), "AWS takes 1 to 10000", ALWAYS),
        Row("maximum_batching_window_in_seconds", Between(0, 300), "records wait this long", ALWAYS),
        Row("starting_position", exactly("TRIM_HORIZON", "LATEST"), "a mapping begins there", ALWAYS),
        Row("starting_position", exactly("TRIM_HORIZON"), "LATEST leaves out what is written until the mapping polls, which takes minutes", where=LASTING),
        Row("parallelization_factor", Between(1, 10), "AWS takes 1 to 10", ALWAYS),
        Row("maximum_retry_attempts", Between(0, 10_000), "without it, a bad record is retried until it expires", ALWAYS),
        Row("maximum_retry_attempts", Between(1, 10_000), "a temporary error must not drop records", where=LASTING),
        Row("maximum_record_age_in_seconds", Between(60, 86_399), "stream records expire after a day", ALWAYS),
        Row("bisect_batch_on_function_error", exactly(True, False), "mappings-lose-nothing demands it", ALWAYS),
        Row("function_response_types", exactly("ReportBatchItemFailures"), "without it, a response that names failed records counts as success", ALWAYS),
        Row("destination_config", Blocks(1, 1), KEEPS_FAILED, ALWAYS),
        Row("destination_config.on_failure", Blocks(1, 1), KEEPS_FAILED, ALWAYS),
        Row("destination_config.on_failure.destination_arn", refers("aws_s3_bucket", "aws_sqs_queue", "aws_sns_topic", attribute="arn", near=True), KEEPS_FAILED, ALWAYS),
        Row("filter_criteria", Blocks(1, 1), "records that match no filter are left out"),
        Row("filter_criteria.filter", Blocks(1, 5), "records that match no filter are left out", ALWAYS),
        Row("filter_criteria.filter.pattern", Json(), "records that match no filter are left out", ALWAYS),
        Row("metrics_config", Blocks(1, 1), "alarms use its metrics", ALWAYS),
        Row("metrics_config.metrics", exactly("EventCount"), "alarms use its metrics", ALWAYS),
        ORDER,
    ),
    "aws_lambda_permission": (
        Row("action", exactly("lambda:InvokeFunction"), "a topic needs nothing more", ALWAYS),
        Row("function_name", arn("lambda", r"function:[A-Za-z0-9_-]{1,64}"), "that function is called", ALWAYS),
        Row("principal", exactly("sns.amazonaws.com"), "topics call it", ALWAYS),
        Row("source_arn", refers("aws_sns_topic", attribute="arn", near=True), "without it, any topic calls it", ALWAYS),
    ),
    "aws_scheduler_schedule_group": (Row("name", NAME, NAMED, ALWAYS),),
    "aws_scheduler_schedule": (
        Row("name", NAME, NAMED, ALWAYS),
        Row("group_name", refers("aws_scheduler_schedule_group", attribute="name", near=True), "its role is for this group only", ALWAYS),
        Row("schedule_expression", SCHEDULE, "it runs then", ALWAYS),
        Row("schedule_expression_timezone", exactly("UTC"), "days of other time zones have 23 and 25 hours", ALWAYS),
        Row("kms_key_arn", KEY, SETTINGS),
        Row("kms_key_arn", KEY, SETTINGS, ALWAYS, KEYED),
        Row("flexible_time_window", Blocks(1, 1), "it runs on time", ALWAYS),
        Row("flexible_time_window.mode", exactly("OFF"), "it runs on time", ALWAYS),
        Row("target", Blocks(1, 1), "it calls that", ALWAYS),
        Row("target.arn", FUNCTION_ARN, "it calls that", ALWAYS),
        Row("target.role_arn", ROLE, "it calls as that role", ALWAYS),
        Row("target.input", Json(), "it says what to do", ALWAYS),
        Row("target.retry_policy", Blocks(1, 1), "without it, a late repetition makes a second export", ALWAYS),
        Row("target.retry_policy.maximum_event_age_in_seconds", Between(60, 3600), "later, a repetition makes a second export", ALWAYS),
        Row("target.retry_policy.maximum_retry_attempts", Between(5, 185), "an outage may last for minutes", ALWAYS),
        Row("target.dead_letter_config", Blocks(1, 1), KEEPS_FAILED, ALWAYS),
        Row("target.dead_letter_config.arn", QUEUE_ARN, KEEPS_FAILED, ALWAYS),
        ORDER,
    ),
}  # fmt: skip

"""Topics, queues, event buses and rules."""

from __future__ import annotations

from dynawright.rules.vocabulary.common import FREE, KEY, NAME, NAMED, QUEUE_ARN, READ_BY_PEOPLE, SCHEDULE, TOPIC_ARN
from dynawright.rules.vocabulary.domains import Between, Blocks, Json, Policy, Text, arn, either, exactly, refers
from dynawright.rules.vocabulary.row import ALWAYS, KEYED, Row, matching, when, without

TOPIC = refers("aws_sns_topic", attribute="arn", near=True)
DAY = 86_400
ENDPOINT = either(
    Text(r"[^@\s]+@[^@\s]+\.[^@\s]+", "an address"),
    Text(r"https://\S+", "an https address"),
    Text(r"\+[1-9]\d{6,14}", "a telephone number"),
    arn("(sqs|lambda)", r"\S+"),
)
PUT_OUT = (
    *("aws_cloudwatch_event_bus", "aws_dynamodb_table", "aws_iam_role", "aws_kinesis_stream", "aws_s3_bucket"),
    *("aws_secretsmanager_secret", "aws_sns_topic", "aws_sqs_queue"),
)
OUTPUT = either(
    FREE,
    refers(*PUT_OUT, attribute="arn"),
    refers("aws_dynamodb_table", attribute="name"),
    refers("aws_dynamodb_table", attribute="stream_arn"),
    refers("aws_security_group", attribute="id"),
    refers("aws_dax_cluster", attribute="configuration_endpoint"),
)

ROWS = {
    "aws_sns_topic": (
        Row("name", Text(r"[A-Za-z0-9_-]{1,256}(\.fifo)?", "a topic's name"), NAMED, ALWAYS),
        Row("name", Text(r".*\.fifo", "a name that ends in .fifo"), "AWS requires it", given=when("fifo_topic", True)),
        Row("fifo_topic", exactly(True), "alerts about one resource stay in order", matching("name", r".*\.fifo")),
        Row("kms_master_key_id", either(KEY, exactly("alias/aws/sns")), "messages say what is wrong, and where"),
    ),
    "aws_sns_topic_policy": (
        Row("arn", TOPIC, "it is about that topic", ALWAYS),
        Row("policy", Policy(), "it says who publishes", ALWAYS),
    ),
    "aws_sns_topic_subscription": (
        Row("topic_arn", TOPIC, "that topic's messages are received", ALWAYS),
        Row("protocol", exactly("email", "https", "sqs", "lambda", "sms"), "messages travel so", ALWAYS),
        Row("endpoint", ENDPOINT, "messages go there", ALWAYS),
    ),
    "aws_sqs_queue": (
        Row("name", Text(r"[A-Za-z0-9_-]{1,80}", "a queue's name"), NAMED, ALWAYS),
        Row("message_retention_seconds", Between(7 * DAY, 14 * DAY), "people who handle failures may be away for days", ALWAYS),
        Row("kms_master_key_id", KEY, "messages hold pieces of records"),
        Row("sqs_managed_sse_enabled", exactly(True), "messages hold pieces of records", without("kms_master_key_id")),
        Row("policy", Policy(), "it denies requests without TLS", ALWAYS),
    ),
    "aws_ssm_parameter": (
        Row("name", Text(r"(/[A-Za-z0-9_.-]{1,100}){4}", "a path of project, environment, system and name"), NAMED, ALWAYS),
        Row("type", exactly("String"), "outputs are not secret", ALWAYS),
        Row("insecure_value", OUTPUT, "applications read it; it is an output of the stack too", ALWAYS),
    ),
    "aws_cloudwatch_event_bus": (
        Row("name", NAME, NAMED, ALWAYS),
        Row("description", FREE, READ_BY_PEOPLE),
        Row("kms_key_identifier", KEY, "events hold what has changed"),
        Row("kms_key_identifier", KEY, "events hold what has changed", ALWAYS, KEYED),
        Row("dead_letter_config", Blocks(1, 1), "events that can't be encrypted would be lost", when("kms_key_identifier")),
        Row("dead_letter_config.arn", QUEUE_ARN, "events that can't be encrypted are kept there", ALWAYS),
    ),
    "aws_cloudwatch_event_rule": (
        Row("name", NAME, NAMED, ALWAYS),
        Row("description", FREE, READ_BY_PEOPLE),
        Row("event_pattern", Json(), "it matches the events to report", without("schedule_expression")),
        Row("schedule_expression", SCHEDULE, "it counts these times", without("event_pattern")),
    ),
    "aws_cloudwatch_event_target": (
        Row("rule", refers("aws_cloudwatch_event_rule", attribute="name", near=True), "that rule's events go there", ALWAYS),
        Row("arn", TOPIC_ARN, "events go there", ALWAYS),
    ),
}  # fmt: skip

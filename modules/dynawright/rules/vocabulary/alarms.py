"""Alarms, dashboards and logs; what must trigger alarms is checked by rules."""

from __future__ import annotations

from dynawright.rules.vocabulary.common import FREE, KEY, NAME, NAMED, ORDER, READ_BY_PEOPLE, ROLE, TOPIC_ARN
from dynawright.rules.vocabulary.domains import Between, Blocks, Filled, Json, MapOf, Text, arn, either, exactly, refers
from dynawright.rules.vocabulary.row import ALWAYS, LASTING, OPTIONAL, Row, matching, when, without

ALARM_NAME = Text(r"[\x20-\x7e]{1,255}", "1 to 255 printable characters")
TOLD = "its receivers"
MATH = "a composite alarm includes it"
PERIOD = Between(60, 86_400)
COMPARISON = exactly("GreaterThanThreshold", "LessThanThreshold", "GreaterThanUpperThreshold")
STATISTIC = exactly("Sum", "Maximum", "Minimum", "Average", "SampleCount")
DIMENSIONS = MapOf(
    either(
        Text(r".{1,255}", "a name"),
        refers("aws_lambda_event_source_mapping", attribute="uuid"),
        Filled(r"\{aws_(dynamodb_table|sqs_queue|sns_topic|lambda_function)\.\w+\}", "a name of this stack"),
    )
)
RINGS = r'ALARM\("[\x20-\x21\x23-\x7e]{1,255}"\)'
DAYS = (1, 3, 5, 7, 14, 30, 60, 90, 120, 150, 180, 365, 400, 545, 731, 1096, 1827, 2192, 2557, 2922, 3288, 3653)
LOG_GROUP = refers("aws_cloudwatch_log_group", attribute="name", near=True)
COUNTED = Text(
    r'(?!\{ *\$\.\S+ *= *"?\*"? *\}$)\{.*\w.*\}|\[.*\w.*\]|(?=.*\w)[^{\[\s].*', "a filter pattern that does not match every line"
)

ROWS = {
    "aws_cloudwatch_metric_alarm": (
        Row("alarm_name", ALARM_NAME, NAMED, ALWAYS),
        Row("alarm_description", FREE, READ_BY_PEOPLE),
        Row("namespace", FREE, "the metric is found by it", when("metric_name")),
        Row("metric_name", FREE, "it looks at that metric", without("metric_query")),
        Row("dimensions", DIMENSIONS, "the metric is found by them"),
        Row("statistic", STATISTIC, "it selects the metric's values"),
        Row("extended_statistic", Text(r"p\d{2}(\.\d{1,2})?", "a percentile"), "it selects the metric's values"),
        Row("period", PERIOD, "a longer one rings late, a shorter one has no data", when("metric_name")),
        Row("metric_query", Blocks(1, 20), "it looks at the result"),
        Row("metric_query.id", Text(r"[a-z]\w*", "an id"), MATH, ALWAYS),
        Row("metric_query.expression", FREE, "the alarm looks at its result", without("metric")),
        Row("metric_query.label", FREE, READ_BY_PEOPLE),
        Row("metric_query.return_data", exactly(True), "the alarm looks at what it returns"),
        Row("metric_query.period", PERIOD, "a query needs one of its own", matching("expression", r"SELECT .*")),
        Row("metric_query.metric", Blocks(1, 1), MATH),
        Row("metric_query.metric.namespace", FREE, MATH, ALWAYS),
        Row("metric_query.metric.metric_name", FREE, MATH, ALWAYS),
        Row("metric_query.metric.dimensions", DIMENSIONS, MATH),
        Row("metric_query.metric.stat", STATISTIC, MATH, ALWAYS),
        Row("metric_query.metric.period", PERIOD, MATH, ALWAYS),
        Row("threshold_metric_id", exactly("result"), "it compares with that band", when("comparison_operator", "GreaterThanUpperThreshold")),
        Row("comparison_operator", COMPARISON, "it rings on that side of the threshold", ALWAYS),
        Row("threshold", Between(0, 1e12), "it rings beyond it", without("threshold_metric_id")),
        Row("evaluation_periods", Between(1, 30), "more delay the alarm", ALWAYS),
        Row("datapoints_to_alarm", Between(1, 30), "more delay the alarm", ALWAYS),
        Row("treat_missing_data", exactly("notBreaching", "missing"), "a metric without data is fine, or has stopped", ALWAYS),
        *(Row(f"{state}_actions", TOPIC_ARN, TOLD) for state in ("alarm", "ok", "insufficient_data")),
    ),
    "aws_cloudwatch_composite_alarm": (
        Row("alarm_name", ALARM_NAME, NAMED, ALWAYS),
        Row("alarm_description", FREE, READ_BY_PEOPLE),
        Row("alarm_rule", Text(rf"{RINGS}( OR {RINGS})*", "alarms, joined by OR"), "each of them must ring it", ALWAYS),
        Row("actions_enabled", exactly(False), "one that only sums up alarms has no actions", without("alarm_actions")),
        *(Row(f"{state}_actions", TOPIC_ARN, TOLD) for state in ("alarm", "ok")),
        Row("depends_on", ORDER.domain, "CloudWatch takes no rule about alarms that are not there", ALWAYS),
    ),
    "aws_cloudwatch_dashboard": (
        Row("dashboard_name", NAME, NAMED, ALWAYS),
        Row("dashboard_body", Json(), "people look at it", ALWAYS),
    ),
    "aws_cloudwatch_log_group": (
        Row("name", NAME, NAMED, ALWAYS),
        Row("kms_key_id", KEY, "logs hold pieces of items"),
        Row("retention_in_days", exactly(*DAYS), "CloudWatch takes these; without one, it keeps everything", ALWAYS),
        Row("retention_in_days", Between(7, 3653), "after a week, who looks at an incident finds nothing", where=LASTING),
    ),
    "aws_cloudwatch_log_metric_filter": (
        Row("name", NAME, NAMED, ALWAYS),
        Row("log_group_name", LOG_GROUP, "it counts lines of that log", ALWAYS),
        Row("pattern", COUNTED, "it counts the lines that match", ALWAYS),
        Row("metric_transformation", Blocks(1, 1), "it counts", ALWAYS),
        Row("metric_transformation.namespace", FREE, "an alarm looks at the metric", ALWAYS),
        Row("metric_transformation.name", FREE, "an alarm looks at the metric", ALWAYS),
        Row("metric_transformation.value", exactly("1"), "each line counts as one", ALWAYS),
        Row("metric_transformation.default_value", exactly("0"), "no line counts as none", ALWAYS),
        Row("metric_transformation.unit", exactly("Count"), "an alarm looks at the metric in this unit", ALWAYS),
    ),
    "aws_cloudwatch_log_subscription_filter": (
        Row("name", NAME, NAMED, ALWAYS),
        Row("log_group_name", LOG_GROUP, "it forwards lines of that log", ALWAYS),
        Row("filter_pattern", FREE, "it forwards the lines that match", OPTIONAL),
        Row("destination_arn", either(refers("aws_lambda_function", "aws_kinesis_stream", attribute="arn"), arn("(lambda|kinesis|firehose|logs)", r"\S+")), "lines go there", ALWAYS),
        Row("role_arn", either(ROLE, arn("iam", r"role/\S+")), "CloudWatch Logs writes as that role"),
    ),
    "data.aws_sns_topic": (Row("name", NAME, "the foundation's topic", ALWAYS),),
}  # fmt: skip

"""Alarms, dashboards, logs, topics and events."""

from dynawright.gate.stack_mutants.difference import LIGHT
from dynawright.gate.stack_mutants.label import ANY, LESS, either, fine, weak

ALARM, COMPOSITE = "aws_cloudwatch_metric_alarm", "aws_cloudwatch_composite_alarm"
GROUP, FILTER, SUBSCRIPTION = (
    "aws_cloudwatch_log_group",
    "aws_cloudwatch_log_metric_filter",
    "aws_cloudwatch_log_subscription_filter",
)
RULE, TARGET, BUS = "aws_cloudwatch_event_rule", "aws_cloudwatch_event_target", "aws_cloudwatch_event_bus"
TOPIC, TOPIC_POLICY, RECEIVER = "aws_sns_topic", "aws_sns_topic_policy", "aws_sns_topic_subscription"
ELSEWHERE = "it looks at what nothing counts, or at something else"

LABELS = (
    fine(ALARM, "alarm_description metric_query.label", ANY, "people read it"),
    fine(ALARM, "ok_actions", ANY, "that it is over is seen on the dashboard"),
    weak(ALARM, "insufficient_data_actions", LESS, "nobody is told that data stopped"),
    fine(ALARM, "insufficient_data_actions", "new", "told twice"),
    fine(ALARM, "alarm_actions", "new", "told twice"),
    weak(ALARM, "alarm_actions", LESS, "nobody is told"),
    weak(ALARM, "alarm_actions insufficient_data_actions", "more", "somebody else hears of it"),
    fine(ALARM, "datapoints_to_alarm evaluation_periods threshold", "slightly", "about the same"),
    either(ALARM, "period", "slightly", "AWS takes multiples of a minute"),
    either(ALARM, "threshold", "lower", "it fires sooner, and perhaps for nothing"),
    weak(ALARM, "threshold", "higher other gone", "it never fires"),
    either(ALARM, "evaluation_periods", "higher", "it fires as soon, after datapoints_to_alarm of them, and is over later"),
    weak(ALARM, "period evaluation_periods datapoints_to_alarm", "higher gone", "users notice before it fires"),
    fine(ALARM, "evaluation_periods datapoints_to_alarm period", "lower", "it fires sooner"),
    weak(ALARM, "comparison_operator treat_missing_data statistic extended_statistic", ANY, "it fires in other cases"),
    weak(ALARM, "actions_enabled", ANY, "nobody is told"),
    weak(ALARM, "alarm_name", ANY, "the composite alarm that speaks for it waits for another"),
    either(ALARM, "metric_query.period", "lower", "a query of shorter periods fires sooner"),
    weak(ALARM, "namespace metric_name dimensions metric_query", ANY, ELSEWHERE),
    fine(ALARM, "", "new", "more is watched"),
    fine(COMPOSITE, "", "new", "more is watched"),
    either(LIGHT, ANY, ANY, "people look at it; the alarms behind it tell"),
    fine(COMPOSITE, "alarm_description alarm_name ok_actions", ANY, "people read it"),
    weak(COMPOSITE, "alarm_actions", f"{LESS} more", "nobody is told, or somebody else"),
    weak(COMPOSITE, "actions_enabled", "new off", "nobody is told"),
    fine(COMPOSITE, "actions_enabled alarm_actions", "gone on new", "it may speak, if it has to whom"),
    fine(COMPOSITE, "depends_on", "more", "it waits for more than it needs"),
    weak(COMPOSITE, "alarm_rule depends_on", ANY, "alarms that it speaks for ring unheard"),
    fine("aws_cloudwatch_dashboard", "dashboard_name", ANY, "a name"),
    weak("aws_cloudwatch_dashboard", "dashboard_body", "gone", "people see nothing in an incident"),
    either("aws_cloudwatch_dashboard", "dashboard_body", ANY, "what people want to see"),
    weak(GROUP, "kms_key_id", LESS, "lines hold pieces of items"),
    fine(GROUP, "retention_in_days", "higher slightly", "lines are kept longer"),
    weak(GROUP, "retention_in_days", "lower", "who looks into an incident finds nothing"),
    fine(GROUP, "retention_in_days", "gone", "lines are kept for good, and cost"),
    weak(GROUP, "name", ANY, "who writes there is refused"),
    fine(FILTER, "name", "other", "a name"),
    weak(FILTER, ANY, ANY, "lines are not counted where the alarm looks"),
    weak(SUBSCRIPTION, ANY, ANY, "lines go elsewhere, or nowhere"),
    fine(RULE, "description", ANY, "people read it"),
    weak(RULE, ANY, f"{LESS} new", "it hears of other things, or nobody knows its count"),
    weak(TARGET, ANY, ANY, "nothing, or something else, is started or told"),
    fine(BUS, "description", ANY, "people read it"),
    weak(BUS, ANY, LESS, "events are lost, or encrypted by another key"),
    weak(TOPIC, "kms_master_key_id", LESS, "messages are encrypted by a key that nobody here controls"),
    weak(TOPIC, "fifo_topic content_based_deduplication name", LESS, "receivers subscribe to another topic"),
    weak(TOPIC_POLICY, ANY, ANY, "strangers publish or listen, or who should may not"),
    weak(RECEIVER, ANY, f"{LESS} new", "somebody else hears, or nobody"),
    fine(RECEIVER, "", "new", "one more hears"),
)

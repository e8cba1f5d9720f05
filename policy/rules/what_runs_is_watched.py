"""What runs is watched.

A table without a throttle alarm is found to be too small by its users; an index has throttles of its own, which the table's
metrics leave out. Outside of disposable environments each table, index, function, queue of failures and cache has the alarms that its
users would ask for after the first outage.
"""

from collections.abc import Iterator

from policy.alarm_terms import terms
from policy.resources import Document, Resource
from policy.rule import Rule

OF_TABLE = ("ReadThrottleEvents", "WriteThrottleEvents", "SystemErrors")
OF_INDEX = ("ReadThrottleEvents", "WriteThrottleEvents")
OF_OTHERS = {
    "aws_lambda_function": ("function_name", "AWS/Lambda", "FunctionName", ("Errors",)),
    "aws_sqs_queue": ("name", "AWS/SQS", "QueueName", ("ApproximateNumberOfMessagesVisible",)),
    "aws_dax_cluster": ("cluster_name", "AWS/DAX", "ClusterId", ("FaultRequestCount", "ThrottledRequestCount")),
}
"""Type → the attribute that names it, the namespace and the dimension that mean it, the metrics that must have an alarm."""


def check(resource: Resource, document: Document) -> Iterator[str]:
    if document.is_disposable:
        return
    if resource.type == "aws_dynamodb_table":
        yield from _missing(document, resource, "name", "AWS/DynamoDB", "TableName", OF_TABLE)
        for index in resource.blocks("global_secondary_index"):
            yield from _missing(document, resource, "name", "AWS/DynamoDB", "TableName", OF_INDEX, str(index.get("name")))
    else:
        yield from _missing(document, resource, *OF_OTHERS[resource.type])


def _missing(
    document: Document,
    resource: Resource,
    attribute: str,
    namespace: str,
    dimension: str,
    metrics: tuple[str, ...],
    index: str | None = None,
) -> Iterator[str]:
    watched = {
        term.metric
        for alarm in document.of_type("aws_cloudwatch_metric_alarm")
        for term in terms(alarm)
        if document.named(term.dimensions.get(dimension), attribute, resource.type) is resource
        and term.dimensions.get("GlobalSecondaryIndexName") == index
        and term.namespace == namespace
    }
    if missing := [metric for metric in metrics if metric not in watched]:
        yield f"no alarm watches {', '.join(missing)}{f' of index {index}' if index else ''}: let the stack watch it"


RULE = Rule(
    module=__name__,
    number=26,
    severity="medium",
    types=("aws_dynamodb_table", *OF_OTHERS),
    check=check,
    standards=("WA REL06-BP01",),
)

"""Names are given once.

Names of roles, buckets and topics are unique in AWS: the second one in a stack is rejected half-way through an apply,
or the provider takes the first one for it. The same goes for the queries of an alarm, the rules of a plan and the
parameters of a group.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from dynawright.rules.blocks import as_blocks
from dynawright.rules.resources import Document, Resource
from dynawright.rules.rule import NONE_APPLIES, Rule

NAMES: Mapping[str, tuple[str, ...]] = {
    "aws_backup_plan": ("name",),
    "aws_backup_restore_testing_plan": ("name",),
    "aws_backup_restore_testing_selection": ("restore_testing_plan_name", "name"),
    "aws_backup_vault": ("name",),
    "aws_cloudwatch_composite_alarm": ("alarm_name",),
    "aws_cloudwatch_dashboard": ("dashboard_name",),
    "aws_cloudwatch_event_bus": ("name",),
    "aws_cloudwatch_event_rule": ("event_bus_name", "name"),
    "aws_cloudwatch_log_group": ("name",),
    "aws_cloudwatch_log_metric_filter": ("log_group_name", "name"),
    "aws_cloudwatch_metric_alarm": ("alarm_name",),
    "aws_dax_cluster": ("cluster_name",),
    "aws_dax_parameter_group": ("name",),
    "aws_dax_subnet_group": ("name",),
    "aws_dynamodb_table": ("name",),
    "aws_iam_policy": ("path", "name"),
    "aws_iam_role": ("name",),
    "aws_kinesis_stream": ("name",),
    "aws_kms_alias": ("name",),
    "aws_lambda_function": ("function_name",),
    "aws_s3_bucket": ("bucket",),
    "aws_scheduler_schedule": ("group_name", "name"),
    "aws_scheduler_schedule_group": ("name",),
    "aws_secretsmanager_secret": ("name",),
    "aws_security_group": ("vpc_id", "name"),
    "aws_sns_topic": ("name",),
    "aws_sqs_queue": ("name",),
    "aws_ssm_parameter": ("name",),
}
"""Type → the attributes that together name a resource in one Region."""
INSIDE: Mapping[str, tuple[tuple[str, str], ...]] = {
    "aws_backup_plan": (("rule", "rule_name"),),
    "aws_cloudwatch_metric_alarm": (("metric_query", "id"),),
    "aws_dax_parameter_group": (("parameters", "name"),),
    "aws_dynamodb_table": (("attribute", "name"), ("global_secondary_index", "name"), ("local_secondary_index", "name")),
    "aws_s3_bucket_lifecycle_configuration": (("rule", "id"),),
}
"""Type → its blocks, and the attribute that names each of them within the resource."""

Name = tuple[str, ...]


def check(resource: Resource, document: Document) -> Iterator[str]:
    if document.is_configuration and (name := _name(resource, document)):
        first = document.worked_out(_first)[resource.type, name]
        if first is not resource:
            yield f"{NAMES[resource.type][-1]} '{name[-1]}' is that of {first.label}, too: give it one of its own"
    for block, attribute in INSIDE.get(resource.type, ()):
        names = [str(item.get(attribute)) for item in as_blocks(resource.values.get(block)) if item.get(attribute) is not None]
        for twice in dict.fromkeys(name for name in names if names.count(name) > 1):
            yield f"{block} '{twice}' is there more than once: give each a name of its own"


def _first(document: Document) -> dict[tuple[str, Name], Resource]:
    by_name: dict[tuple[str, Name], Resource] = {}
    for type in NAMES:
        for resource in document.of_type(type):
            if name := _name(resource, document):
                by_name.setdefault((type, name), resource)
    return by_name


def _name(resource: Resource, document: Document) -> Name:
    """Return the resource's name and Region; empty if only Terraform knows them, or may not build it."""
    if resource.type not in NAMES or resource.get("count") is not None or resource.get("for_each") is not None:
        return ()
    values = [resource.get(attribute, "") for attribute in NAMES[resource.type]]
    if not isinstance(values[-1], str) or not values[-1] or "${" in values[-1]:
        return ()
    return (str(resource.get("provider", "")), str(document.region_of(resource)), *map(str, values))


RULE = Rule(
    module=__name__,
    number=56,
    severity="high",
    types=tuple(dict.fromkeys((*NAMES, *INSIDE))),
    check=check,
    standards=NONE_APPLIES,
)

"""What is built is used.

A policy without a role, a role without rights, a stream that nothing fills, an EventBridge rule that neither reports
nor counts, a network path with one end: the other half is missing. AWS shows no error for it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from dynawright.rules.alarm_terms import terms
from dynawright.rules.resources import ALARMS, REFERENCE, Document, Resource, texts
from dynawright.rules.rule import NONE_APPLIES, Rule
from dynawright.rules.statements import statements

ROLE, POLICY, ATTACHMENT = "aws_iam_role", "aws_iam_policy", "aws_iam_role_policy_attachment"
EVENT_RULE, TARGET, FILTER = "aws_cloudwatch_event_rule", "aws_cloudwatch_event_target", "aws_cloudwatch_log_metric_filter"
GROUP, INGRESS, EGRESS = "aws_security_group", "aws_vpc_security_group_ingress_rule", "aws_vpc_security_group_egress_rule"
CLOUDTRAIL = ("Service", "cloudtrail.amazonaws.com")

KEYED = (
    *(
        "aws_dynamodb_table",
        "aws_sns_topic",
        "aws_sqs_queue",
        "aws_backup_vault",
        "aws_cloudwatch_log_group",
        "aws_kinesis_stream",
    ),
    *("aws_s3_bucket_server_side_encryption_configuration", "aws_secretsmanager_secret", "aws_cloudtrail"),
)
SENDERS = (
    *("aws_lambda_event_source_mapping", "aws_lambda_function", "aws_scheduler_schedule", "aws_cloudwatch_event_bus"),
    "aws_sns_topic_subscription",
)


def check(resource: Resource, document: Document) -> Iterator[str]:
    if document.is_ours and document.is_configuration:
        is_used, problem = USES[resource.type]
        if not is_used(resource, document):
            yield problem


def _is_named(resource: Resource, document: Document, *types: str) -> bool:
    """Whether a resource of these types refers to it."""
    return bool(document.worked_out(_references).get(resource.address, set()) & {*types})


def _references(document: Document) -> dict[str, set[str]]:
    """Return the types of the resources that refer to each address."""
    types_by_address: dict[str, set[str]] = {}
    for referrer in document.resources:
        for text in texts(referrer.values):
            for match in REFERENCE.finditer(text) if "${" in text else ():
                types_by_address.setdefault(match[1], set()).add(referrer.type)
    return types_by_address


def _has_policies(role: Resource, document: Document) -> bool:
    return _is_named(role, document, ATTACHMENT)


def _tells_or_counts(rule: Resource, document: Document) -> bool:
    counted = {
        term.of("RuleName") for alarm in document.of_type(ALARMS[0]) for term in terms(alarm) if term.metric == "TriggeredRules"
    }
    return _is_named(rule, document, TARGET) or rule.get("name") in counted or document.is_disposable


def _is_watched(filter: Resource, document: Document) -> bool:
    made = {
        (transformation.get("namespace"), transformation.get("name")) for transformation in filter.blocks("metric_transformation")
    }
    watched = {(term.namespace, term.metric) for alarm in document.of_type(ALARMS[0]) for term in terms(alarm)}
    return bool(made & watched) or document.is_disposable


def _has_both_ends(group: Resource, document: Document) -> bool:
    """Whether the cache's group lets clients in and theirs lets them out, or the group has another use."""
    if not _is_named(group, document, "aws_dax_cluster"):
        return any(document.referred(way.get("security_group_id")) is group for way in document.of_type(EGRESS))
    inwards = [way for way in document.of_type(INGRESS) if document.referred(way.get("security_group_id")) is group]
    clients = [document.referred(way.get("referenced_security_group_id")) for way in inwards]
    outwards = {
        (
            document.referred(way.get("security_group_id")),
            document.referred(way.get("referenced_security_group_id")),
            way.get("from_port"),
        )
        for way in document.of_type(EGRESS)
    }
    return bool(clients) and all(
        (client, group, way.get("from_port")) in outwards for client, way in zip(clients, inwards, strict=True)
    )


def _receives_records(policy: Resource, document: Document) -> bool:
    """Whether a trail writes to the bucket, if the policy lets CloudTrail write."""
    admits = any(CLOUDTRAIL in statement.principals for statement in statements(policy))
    bucket = document.referred(policy.get("bucket"))
    written = [document.referred(trail.get("s3_bucket_name")) for trail in document.of_type("aws_cloudtrail")]
    return not admits or bucket in written


USES: dict[str, tuple[Callable[[Resource, Document], bool], str]] = {
    POLICY: (lambda resource, document: _is_named(resource, document, ATTACHMENT), "no role has it: attach it, or remove it"),
    ROLE: (_has_policies, "it has no policy, so it may do nothing"),
    "aws_kinesis_stream": (
        lambda resource, document: _is_named(resource, document, "aws_dynamodb_kinesis_streaming_destination"),
        "nothing fills it: it needs an aws_dynamodb_kinesis_streaming_destination",
    ),
    EVENT_RULE: (_tells_or_counts, "it has no target, and no alarm counts its events"),
    FILTER: (_is_watched, "no alarm uses its metric"),
    GROUP: (_has_both_ends, "clients need an egress rule to it, and the cache an ingress rule for them"),
    "aws_vpc_endpoint": (
        lambda resource, document: _is_named(resource, document, EGRESS),
        "no egress rule names its prefix list",
    ),
    "aws_s3_bucket_policy": (_receives_records, "it lets CloudTrail write, but no trail does"),
    "aws_kms_key": (
        lambda resource, document: _is_named(resource, document, *KEYED) and _is_named(resource, document, "aws_kms_alias"),
        "it encrypts nothing, or has no alias",
    ),
    "aws_cloudwatch_log_group": (
        lambda resource, document: _is_named(
            resource, document, "aws_lambda_function", POLICY, "aws_cloudwatch_log_subscription_filter"
        ),
        "nothing writes to it",
    ),
    "aws_sqs_queue": (
        lambda resource, document: _is_named(resource, document, *SENDERS),
        "nothing sends failures to it",
    ),
    "aws_scheduler_schedule_group": (
        lambda resource, document: _is_named(resource, document, "aws_scheduler_schedule"),
        "no schedule is in it",
    ),
}

RULE = Rule(module=__name__, number=48, severity="medium", types=tuple(USES), check=check, standards=NONE_APPLIES)

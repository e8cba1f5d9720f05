"""Checks of an account's quotas and service-linked roles."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from dynawright.deploy.preflight.row import Account, Document, Row, State, found, resources

KEPT_FREE = 100
"""Concurrent executions that Lambda requires to remain unreserved."""
LAMBDA_QUOTA = (
    "aws service-quotas request-service-quota-increase --service-code lambda --quota-code L-B99A9384 --desired-value 1000"
)
WITHOUT = "set streams.reserved_concurrency: null and export.reserve_concurrency: false"

SERVICE_ROLES = {
    "aws_dax_cluster": "AWSServiceRoleForDAX",
    "aws_appautoscaling_target": "AWSServiceRoleForApplicationAutoScaling_DynamoDBTable",
    "aws_dynamodb_kinesis_streaming_destination": "AWSServiceRoleForDynamoDBKinesisDataStreamsReplication",
    "aws_dynamodb_table_replica": "AWSServiceRoleForDynamoDBReplication",
    "aws_backup_selection": "AWSServiceRoleForBackup",
    "aws_backup_restore_testing_plan": "AWSServiceRoleForBackupRestoreTesting",
}
"""Resource type → the service-linked role that an account's first such resource creates."""

DEFAULT_QUOTAS = {
    "CloudWatch alarms": (("aws_cloudwatch_metric_alarm", "aws_cloudwatch_composite_alarm"), 5_000),
    "CloudTrail trails": (("aws_cloudtrail",), 5),
    "DynamoDB tables": (("aws_dynamodb_table",), 2_500),
}
"""Default quotas per Region."""


def service_roles(account: Account) -> Iterator[Row]:
    """Note the service-linked roles that the apply creates; an organization can forbid it."""
    documents = list(account.stacks.values())
    for type_, role in SERVICE_ROLES.items():
        if next(resources(documents, type_), None) is None:
            continue
        if found(account.home("iam").get_role, RoleName=role):
            yield Row("service-linked role", role, "ok")
        else:
            yield Row("service-linked role", role, "note", "the apply makes it, unless your organization forbids it")


def concurrency(account: Account) -> Iterator[Row]:
    """Compare reserved concurrency with Lambda's quota; a new account has 10 and can't reserve any."""
    for region, documents in account.by_region().items():
        client = account.client("lambda", region)
        wanted = {
            function["function_name"]: function["reserved_concurrent_executions"]
            for function in resources(documents, "aws_lambda_function")
            if function.get("reserved_concurrent_executions", -1) > 0
        }
        if not wanted:
            continue
        held = sum(_reserved(client, name) for name in wanted)
        limits = client.get_account_settings()["AccountLimit"]
        free = limits["UnreservedConcurrentExecutions"] + held - KEPT_FREE
        subject = f"{sum(wanted.values())} of {limits['ConcurrentExecutions']} in {region}"
        if sum(wanted.values()) <= free:
            yield Row("Lambda concurrency", subject, "ok")
        else:
            fix = f"{max(free, 0)} can be reserved: {LAMBDA_QUOTA} --region {region}, or {WITHOUT}"
            yield Row("Lambda concurrency", subject, "missing", fix)


def _reserved(client: Any, function: str) -> int:
    answer = found(client.get_function_concurrency, FunctionName=function) or {}
    return int(answer.get("ReservedConcurrentExecutions", 0))


def identities(account: Account) -> Iterator[Row]:
    """Compare policies and roles with IAM's quotas."""
    iam, documents = account.home("iam"), list(account.stacks.values())
    quotas = iam.get_account_summary()["SummaryMap"]
    policies = (
        policy["PolicyName"] for page in iam.get_paginator("list_policies").paginate(Scope="Local") for policy in page["Policies"]
    )
    roles = (role["RoleName"] for page in iam.get_paginator("list_roles").paginate() for role in page["Roles"])
    yield _compared("IAM policies", "", names(documents, "aws_iam_policy"), policies, quotas["PoliciesQuota"], "missing")
    yield _compared("IAM roles", "", names(documents, "aws_iam_role"), roles, quotas["RolesQuota"], "missing")


def regional_quotas(account: Account) -> Iterator[Row]:
    """Compare with the default quotas; only a note, since an account's quota may have been raised."""
    for region, documents in account.by_region().items():
        for what, (types, quota) in DEFAULT_QUOTAS.items():
            yield _compared(what, f" in {region}", names(documents, *types), EXISTING[what](account, region), quota, "note")


def names(documents: list[Document], *types: str) -> set[str]:
    return {str(resource.get("alarm_name") or resource.get("name")) for resource in resources(documents, *types)}


def _compared(what: str, where: str, wanted: set[str], existing: Iterable[str], quota: int, otherwise: State) -> Row:
    others = set(existing) - wanted
    subject = f"{len(wanted)}, and {len(others)} others{where}, of {quota}"
    if len(wanted) + len(others) <= quota:
        return Row(what, subject, "ok")
    return Row(
        what,
        subject,
        otherwise,
        "ask for a higher quota in the console of Service Quotas, if you have not, or delete what is unused",
    )


def _alarms(account: Account, region: str) -> Iterator[str]:
    for page in account.client("cloudwatch", region).get_paginator("describe_alarms").paginate():
        yield from (alarm["AlarmName"] for kind in ("MetricAlarms", "CompositeAlarms") for alarm in page.get(kind, ()))


def _trails(account: Account, region: str) -> Iterator[str]:
    trails = account.client("cloudtrail", region).describe_trails(includeShadowTrails=True)["trailList"]
    yield from (trail["Name"] for trail in trails)


def _tables(account: Account, region: str) -> Iterator[str]:
    for page in account.client("dynamodb", region).get_paginator("list_tables").paginate():
        yield from page["TableNames"]


EXISTING = {"CloudWatch alarms": _alarms, "CloudTrail trails": _trails, "DynamoDB tables": _tables}

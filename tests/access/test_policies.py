"""No policy is wider than necessary, in any system and environment."""

from __future__ import annotations

import ast
import json
import re
from typing import Any

import pytest

from dynawright.model import Scan
from tests.access.applications import COMPLETE, PLACES, Application, stacks
from tests.access.functions import CONNECTING
from tests.access.linter import findings
from tests.access.synthesized import Document, Stack

# Policies that apply to their own resource only, for which AWS requires "*".
STAR_IS_ITSELF = ("aws_kms_key.", "aws_secretsmanager_secret_policy.")
TABLE = r"arn:aws:dynamodb:[^*]+:table/"
RESTORE_TEST_TABLES = f"{TABLE}awsbackup-restore-test-\\*"
RESTORING = {
    *("dynamodb:BatchWriteItem", "dynamodb:DeleteItem", "dynamodb:DescribeTable", "dynamodb:GetItem", "dynamodb:PutItem"),
    *("dynamodb:Query", "dynamodb:RestoreTableFromAwsBackup", "dynamodb:Scan", "dynamodb:UpdateItem"),
}
WILDCARDS: dict[str, tuple[set[str], str]] = {
    "streams of one log group": ({"logs:CreateLogStream", "logs:PutLogEvents"}, r"arn:aws:logs:[^*]+:log-group:[^*]+:\*"),
    "streams of one kind in one log group": (
        {"logs:CreateLogStream", "logs:PutLogEvents"},
        r"arn:aws:logs:[^*]+:log-group:[^*]+:log-stream:[^*]+-\*",
    ),
    "secrets below one of the stack's, one for each user": (
        {"secretsmanager:CreateSecret", "secretsmanager:GetSecretValue", "secretsmanager:PutSecretValue"},
        r"arn:aws:secretsmanager:[^*]+:secret:[^*]+/\*",
    ),
    "the log group of functions that are built elsewhere": (
        {"logs:CreateLogGroup"},
        r"arn:aws:logs:[^*]+:log-group:/aws/lambda/[^*]+:\*",
    ),
    "interfaces of functions in a VPC, which Lambda names and its guide wants all": (
        {*CONNECTING},
        r"arn:aws:ec2:[a-z0-9-]+:\d+:\*/\*",
    ),
    "IAM knows no resource for looking at a VPC": ({"ec2:DescribeNetworkInterfaces", "ec2:DescribeSubnets"}, r"\*"),
    "what Lambda puts into one bucket of failures": ({"s3:PutObject"}, r"arn:aws:s3:::[^*/]+-failed-[^*/]+/aws/lambda/\*"),
    "what CloudTrail puts into one bucket of records": ({"s3:PutObject"}, r"arn:aws:s3:::[^*/]+-records-[^*/]+/AWSLogs/\d+/\*"),
    "what S3 puts into the one bucket of access logs": ({"s3:PutObject"}, r"arn:aws:s3:::[^*/]+-access-logs-[^*/]+/\*"),
    "what DynamoDB puts into one bucket of exports": (
        {"s3:AbortMultipartUpload", "s3:PutObject", "s3:PutObjectAcl"},
        r"arn:aws:s3:::[^*/]+-exports-[^*/]+/\*",
    ),
    "backups of one table": ({"dynamodb:DeleteBackup", "dynamodb:DescribeBackup"}, rf"{TABLE}[^*/]+/backup/\*"),
    "backups of one table to restore": ({"dynamodb:RestoreTableFromBackup"}, rf"{TABLE}[^*/]+/backup/\*"),
    "exports of one table": ({"dynamodb:DescribeExport"}, rf"{TABLE}[^*/]+/export/\*"),
    "tables that restore tests make": (RESTORING, RESTORE_TEST_TABLES),
    "tables that restore tests make of plain backups": ({"dynamodb:RestoreTableFromBackup"}, RESTORE_TEST_TABLES),
    "recovery points, which have no name before they are made": (
        {"backup:CopyFromBackupVault", "backup:TagResource"},
        r"arn:aws:backup:[a-z0-9-]+:\d+:recovery-point:\*",
    ),
    "IAM knows no resource for X-Ray": ({"xray:PutTelemetryRecords", "xray:PutTraceSegments"}, r"\*"),
    "lists of backups and exports, which tell names and no content": (
        {"dynamodb:ListBackups", "dynamodb:ListExports", "xray:PutTelemetryRecords", "xray:PutTraceSegments"},
        r"\*",
    ),
}
"""Cases in which AWS requires a wildcard: the actions and the form of the resource."""
# Deploy roles create new resources, so they are limited by prefixes of names (test_deploy_roles.py tries others').
DEPLOYS = "aws_iam_policy.DeployRoles_"
# Right about a role that deploys: it writes the policies of buckets, but is refused their objects; and an alias is allowed
# on aliases of our names and on keys with our tag, which are two statements.
EXPLAINED = ("RESOURCE_POLICY_PRIVILEGE_ESCALATION", "RESOURCE_MISMATCH")
# `*` where AWS demands it: composite alarms, and the management of caches. A prefix list of AWS's own has no account's number.
STAR_DEMANDED = {
    *("cloudwatch:DescribeAlarms", "cloudwatch:PutCompositeAlarm"),
    *(f"dax:{verb}Cluster" for verb in ("Create", "Update", "Delete")),
    *("dax:IncreaseReplicationFactor", "dax:DecreaseReplicationFactor", "dax:ListTags", "dax:TagResource", "dax:UntagResource"),
}
AWS_LIST = re.compile(r"arn:aws:ec2:[a-z0-9-]+:aws:prefix-list/\*")
LIMITS = {"aws_iam_policy.": 6144, "aws_iam_role.": 2048, "aws_dynamodb_resource_policy.": 20480, "aws_kms_key.": 32768}


@pytest.fixture(scope="module", params=PLACES, ids=lambda place: f"{place[0].name}-{place[1]}")
def place(request: pytest.FixtureRequest) -> tuple[Application, str]:
    application, environment = request.param
    return application, environment


@pytest.fixture(scope="module")
def built(place: tuple[Application, str]) -> list[Stack]:
    return list(stacks(*place).values())


def statements(built: list[Stack]) -> list[tuple[str, dict[str, Any]]]:
    found = []
    for stack in built:
        for address, document in stack.documents().items():
            found += [(f"{stack.system}: {address}", statement) for statement in document["Statement"]]
    assert found
    return found


def as_list(value: str | list[str]) -> list[str]:
    return [value] if isinstance(value, str) else value


def allowing(built: list[Stack]) -> list[tuple[str, dict[str, Any]]]:
    """A denial may have wildcards."""
    return [(at, one) for at, one in statements(built) if one["Effect"] == "Allow"]


def test_no_allowed_action_has_a_wildcard(built: list[Stack]) -> None:
    assert [(at, one["Action"]) for at, one in allowing(built) if any("*" in action for action in as_list(one["Action"]))] == []


def test_no_statement_says_not(built: list[Stack]) -> None:
    assert [at for at, one in statements(built) if {"NotAction", "NotResource", "NotPrincipal"} & set(one)] == []


def wildcards(built: list[Stack]) -> list[tuple[str, str, str | None]]:
    """Return each allowed resource with a wildcard: its policy, the resource, and the exception for it."""
    return [
        (at, resource, _exception(set(as_list(one["Action"])), resource))
        for at, one in allowing(built)
        for resource in as_list(one.get("Resource", []))
        if "*" in resource and not at.split(": ")[1].startswith((*STAR_IS_ITSELF, DEPLOYS))
    ]


def _exception(actions: set[str], resource: str) -> str | None:
    return next((why for why, (only, form) in WILDCARDS.items() if actions <= only and re.fullmatch(form, resource)), None)


def test_no_resource_has_a_wildcard_but_where_it_means_the_thing_itself(built: list[Stack]) -> None:
    assert [(at, resource) for at, resource, why in wildcards(built) if why is None] == []


def test_every_exception_is_needed() -> None:
    assert {why for _, _, why in wildcards(list(stacks(COMPLETE, "production").values()))} == set(WILDCARDS)


def test_nobody_is_everybody_but_in_a_refusal_and_at_an_endpoint(built: list[Stack]) -> None:
    """A VPC endpoint's policy grants nothing: it only limits what passes."""
    open_to_all = [(at, one) for at, one in allowing(built) if one.get("Principal") in ("*", {"AWS": "*"})]
    account = built[0].environment.account_id
    assert [at for at, _ in open_to_all if ": aws_vpc_endpoint." not in at] == []
    assert [at for at, one in open_to_all if one["Condition"] != {"StringEquals": {"aws:PrincipalAccount": account}}] == []


def test_only_declared_scans_are_allowed_and_only_of_the_table_itself(place: tuple[Application, str], built: list[Stack]) -> None:
    scans = {
        (at.split(":")[0], resource.split(":table/")[1])
        for at, one in allowing(built)
        for resource in as_list(one.get("Resource", []))
        if "dynamodb:Scan" in as_list(one["Action"]) and not re.fullmatch(RESTORE_TEST_TABLES, resource)
    }
    environments = {stack.system: stack.environment for stack in built}
    assert scans == {
        (system.name, environments[system.name].physical_name(table.name))
        for system in place[0].systems
        for table, pattern in system.access_patterns
        if isinstance(pattern, Scan)
    }


def test_every_use_of_a_key_goes_through_a_service(built: list[Stack]) -> None:
    """No principal can send ciphertext to KMS directly, except Scheduler for its own payloads."""
    using = ("kms:Decrypt", "kms:Encrypt", "kms:GenerateDataKey")
    for at, one in allowing(built):
        if set(using) & set(as_list(one["Action"])):
            conditions = {key: value for values in one["Condition"].values() for key, value in values.items()}
            ours = conditions.keys() & {"kms:ViaService", "aws:SourceAccount", "kms:EncryptionContext:aws:logs:arn"}
            assert ours or _is_for_own_schedules(one, conditions) or _is_for_our_own(built[0], one["Principal"], conditions), at


def _is_for_own_schedules(statement: dict[str, Any], conditions: dict[str, str]) -> bool:
    """In the role's policy and, naming the role, in the key's."""
    schedules = re.fullmatch(
        r"arn:aws:scheduler:[a-z0-9-]+:\d+:schedule/([a-z-]+)-export-[a-z]+/\*",
        conditions.get("kms:EncryptionContext:aws:scheduler:schedule:arn", ""),
    )
    if schedules is None or statement["Action"] != "kms:Decrypt":
        return False
    return "Principal" not in statement or f":role/{schedules[1]}-export-schedules-" in statement["Principal"]["AWS"]


def _is_for_our_own(stack: Stack, principal: dict[str, str], conditions: dict[str, str]) -> bool:
    """Return whether CloudTrail uses a key for our trail, or EventBridge for an alarm topic."""
    place = f"{stack.environment.region}:{stack.environment.account_id}"
    if principal == {"Service": "cloudtrail.amazonaws.com"}:
        return conditions["aws:SourceArn"].startswith(f"arn:aws:cloudtrail:{place}:trail/")
    topics = {f"arn:aws:sns:{place}:{stack.environment.shared_name(name)}" for name in ("alarms", "tickets")}
    named = conditions.get("kms:EncryptionContext:aws:sns:topicArn", ())
    return (
        principal == {"Service": "events.amazonaws.com"}
        and len(conditions) == 1
        and topics.issuperset([named] if isinstance(named, str) else named)
        and bool(named)
    )


OUTSIDE = re.compile(
    rf"\*|{RESTORE_TEST_TABLES}|arn:aws:backup:[a-z0-9-]+:\d+:recovery-point:\*|arn:aws:ec2:[a-z0-9-]+:\d+:\*/\*"
)


def vaults(built: list[Stack]) -> set[str]:
    """The foundation's, its key, and those that the environment copies to."""
    found = set(built[0].environment.backup.copy_to_vault_arns)
    for stack in built:
        made = stack.resources.get("aws_backup_vault", {}).values()
        found |= {*stack.arns("aws_backup_vault"), *(stack.text(one["kms_key_arn"]) for one in made if "kms_key_arn" in one)}
    return found


def test_every_resource_that_a_role_is_granted_is_its_own_systems(built: list[Stack]) -> None:
    """Listed one by one: resources without names, of restore tests, and vaults."""
    strange = []
    shared = vaults(built)
    for stack in built:
        for address, document in stack.documents().items():
            if address.startswith("aws_iam_policy.") and not address.startswith(DEPLOYS):
                named = {resource for one in document["Statement"] for resource in as_list(one["Resource"])}
                others = {one for one in named - shared if not (OUTSIDE.fullmatch(one) or stack.owns(one))}
                others = {one for one in others if not (_is_log(one, stack) or _is_below_a_secret(one, stack))}
                strange += [(stack.system, address, resource) for resource in sorted(others)]
    assert strange == []


def _is_below_a_secret(arn: str, stack: Stack) -> bool:
    place = f"arn:aws:secretsmanager:{stack.environment.region}:{stack.environment.account_id}:secret"
    return arn in {f"{place}:{one['name']}/*" for one in stack.resources.get("aws_secretsmanager_secret", {}).values()}


def _is_log(arn: str, stack: Stack) -> bool:
    """Return whether it is the log group of a function with the name of one of the stack's roles."""
    group = arn.partition(":log-group:/aws/lambda/")[2].removesuffix(":*")
    return group in stack.roles()


def test_every_policy_stays_under_its_limit(built: list[Stack]) -> None:
    for stack in built:
        for address, document in stack.documents().items():
            limit = next((size for prefix, size in LIMITS.items() if address.startswith(prefix)), 6144)
            assert len(json.dumps(document, separators=(",", ":"))) <= limit, address


def test_the_linter_finds_nothing(built: list[Stack]) -> None:
    found = []
    for stack in built:
        for address, document in stack.documents().items():
            if address.startswith("aws_iam_policy."):
                found += [
                    (stack.system, address, finding)
                    for finding in findings(document)
                    if not (_is_about_interfaces(finding) or (address.startswith(DEPLOYS) and _explained(finding, document)))
                ]
    assert found == []


def _is_about_interfaces(finding: tuple[str, str]) -> bool:
    """Return whether the service data lacks the resource type, or a condition key of function code."""
    issue, detail = finding
    if issue == "RESOURCE_MISMATCH":
        return {one["action"] for one in ast.literal_eval(detail)} <= {*CONNECTING}
    said = re.fullmatch(r"Unknown condition lambda:SourceFunctionArn for action (\S+)", detail)
    return issue == "UNKNOWN_CONDITION_FOR_ACTION" and said is not None and said[1] in CONNECTING


def _explained(finding: tuple[str, str], document: Document) -> bool:
    issue, detail = finding
    if issue == "INVALID_ARN":
        others = [arn for one in document["Statement"] for arn in as_list(one["Resource"]) if ":aws:prefix-list/" in arn]
        return bool(others) and all(AWS_LIST.fullmatch(arn) for arn in others)
    return issue in EXPLAINED or (issue == "RESOURCE_STAR" and set(ast.literal_eval(detail)) <= STAR_DEMANDED)

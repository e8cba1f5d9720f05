"""Each added or missing right of a service's role fails its test."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from tests.access import matrix, test_audit_bucket, test_log_bucket, test_policies, test_service_roles, test_stream_functions
from tests.access.applications import COMPLETE
from tests.access.services import World
from tests.access.synthesized import Document, Stack
from tests.complete.stacks.library.model import DESK, LOAN_HISTORY, SYSTEM

Change = Callable[[list[dict[str, Any]]], None]
ACCOUNT, REGION = "444444444444", "ap-northeast-1"
TABLE = f"arn:aws:dynamodb:{REGION}:{ACCOUNT}:table"


WORLD = World(COMPLETE, "production")


def changed(system: str, policy: str, change: Change) -> World:
    """Return production with one changed policy, selected by the beginning of its address."""
    stack = WORLD.stacks[system]
    resources = copy.deepcopy(stack.resources)
    found = [resource for kind in resources for name, resource in resources[kind].items() if f"{kind}.{name}".startswith(policy)]
    (held,) = [one for one in found if "policy" in one]
    document: Document = json.loads(held["policy"])
    change(document["Statement"])
    held["policy"] = json.dumps(document)
    return replace(WORLD, changed=replace(stack, resources=resources))


def adding(action: str, resource: str, **more: Any) -> Change:
    return lambda statements: statements.append({"Effect": "Allow", "Action": action, "Resource": resource, **more})


def notices(test: Callable[[World], None], world: World) -> bool:
    try:
        test(world)
    except AssertionError:
        return True
    return False


BACKUP = "aws_iam_policy.Backup_Role_Access"
RESTORE = "aws_iam_policy.Backup_RestoreTest_Role_Access"
EXPORT = "aws_iam_policy.Export_Role_Function"
SCHEDULES = "aws_iam_policy.Export_SchedulesRole_Call"
FUNCTION = "aws_iam_policy.LoanHistory_Role_Function"
LOANS, VISITS = f"{TABLE}/library-loans-production", f"{TABLE}/museum-visits-production"
POINT = f"arn:aws:backup:{REGION}:{ACCOUNT}:recovery-point:*"
RECORDS = f"arn:aws:s3:::library-records-production-{ACCOUNT}"


def without_null(statements: list[dict[str, Any]]) -> None:
    (copying,) = [statement for statement in statements if statement["Action"] == "backup:CopyFromBackupVault"]
    del copying["Condition"]["Null"]


def without_source(statements: list[dict[str, Any]]) -> None:
    for statement in statements:
        if "aws:SourceArn" in statement.get("Condition", {}).get("StringEquals", {}):
            del statement["Condition"]["StringEquals"]["aws:SourceArn"]


def for_any_bucket(statements: list[dict[str, Any]]) -> None:
    for statement in statements:
        statement["Condition"].pop("ArnLike", None)


def without_refusal(statements: list[dict[str, Any]]) -> None:
    statements[:] = [{"Effect": "Allow", "Principal": "*", "Action": "backup:StartCopyJob", "Resource": "*"}]


def on_function(test: Callable[..., None]) -> Callable[[World], None]:
    return lambda world: test(world, SYSTEM, LOAN_HISTORY)


def on_library(test: Callable[..., None]) -> Callable[[World], None]:
    return lambda world: test(world, "library")


ROLES = test_service_roles
FUNCTIONS = test_stream_functions
TABLES_OF_BACKUP = ROLES.test_the_backup_role_backs_its_own_tables_up_and_can_neither_read_nor_change_nor_delete_them
TABLES_OF_EXPORT = ROLES.test_the_export_function_saves_its_own_tables_and_can_neither_read_nor_change_nor_delete_them
VAULT = ROLES.test_the_backup_role_fills_the_vault_and_cannot_open_it
RESTORED = ROLES.test_a_restore_test_writes_to_tables_of_its_own_and_to_no_real_one
OWN_SOURCE = FUNCTIONS.test_it_writes_to_its_source_only_as_a_pattern_says
OWN_BUCKET = FUNCTIONS.test_it_puts_into_its_own_bucket_and_touches_no_other
BACKUP_KEY = ROLES.test_backups_use_their_own_systems_key_and_the_vaults
TRAIL = test_audit_bucket.test_its_own_trail_writes_below_its_own_prefix_and_nobody_else_does
KEYS = f"arn:aws:kms:{REGION}:{ACCOUNT}:key/*"

CASES: dict[str, tuple[str, str, Change, Callable[[World], None]]] = {
    "a backup that deletes a table": ("library", BACKUP, adding("dynamodb:DeleteTable", LOANS), on_library(TABLES_OF_BACKUP)),
    "a backup that deletes items": ("library", BACKUP, adding("dynamodb:DeleteItem", LOANS), on_library(TABLES_OF_BACKUP)),
    "a backup of another system": (
        *("library", BACKUP, adding("dynamodb:CreateBackup", VISITS)),
        on_library(TABLES_OF_BACKUP),
    ),
    "a backup that deletes recovery points": ("library", BACKUP, adding("backup:DeleteRecoveryPoint", POINT), on_library(VAULT)),
    "a backup that shortens lives": ("library", BACKUP, adding("backup:UpdateRecoveryPointLifecycle", POINT), on_library(VAULT)),
    "a backup that opens the vault": ("library", BACKUP, adding("backup:PutBackupVaultAccessPolicy", "*"), on_library(VAULT)),
    "a backup with the key by itself": (
        *("library", BACKUP, adding("kms:CreateGrant", KEYS)),
        lambda world: BACKUP_KEY(world, "library", ROLES.backup_role),
    ),
    "a copy that names no target": (
        *("library", BACKUP, without_null),
        on_library(ROLES.test_recovery_points_are_copied_to_the_named_vaults_only),
    ),
    "a vault that refuses nothing": (
        *("foundation", "aws_backup_vault_policy.", without_refusal),
        ROLES.test_nobody_deletes_the_vault_or_a_recovery_point,
    ),
    "a restore test into a real table": ("library", RESTORE, adding("dynamodb:PutItem", LOANS), on_library(RESTORED)),
    "an export of another table": (
        *("library", EXPORT, adding("dynamodb:ExportTableToPointInTime", LOANS)),
        on_library(TABLES_OF_EXPORT),
    ),
    "an export that deletes others' backups": (
        *("library", EXPORT, adding("dynamodb:DeleteBackup", f"{LOANS}/backup/*")),
        on_library(TABLES_OF_EXPORT),
    ),
    "an export that takes itself back": (
        *("library", EXPORT, adding("s3:DeleteObject", "arn:aws:s3:::library-exports-*")),
        on_library(ROLES.test_exports_are_put_into_their_own_bucket_and_are_not_taken_back),
    ),
    "schedules that call anything": (
        *("library", SCHEDULES, adding("lambda:InvokeFunction", "*")),
        on_library(ROLES.test_the_schedules_call_the_export_function_and_do_nothing_else),
    ),
    "a service's role with another service": (
        *("library", BACKUP, adding("ec2:CreateSnapshot", "*")),
        ROLES.test_no_role_of_a_service_is_left_out,
    ),
    "a function with another system's stream": (
        *("library", FUNCTION, adding("dynamodb:GetRecords", f"{VISITS}/stream/*")),
        on_function(FUNCTIONS.test_it_reads_one_stream_of_all_systems),
    ),
    "a function that writes to its source": ("library", FUNCTION, adding("dynamodb:PutItem", LOANS), on_function(OWN_SOURCE)),
    "a function with another system's table": (
        *("library", FUNCTION, adding("dynamodb:GetItem", VISITS)),
        on_function(FUNCTIONS.test_it_reaches_no_table_of_another_system),
    ),
    "a function that reads failures": (
        "library",
        FUNCTION,
        adding("s3:GetObject", "arn:aws:s3:::library-*"),
        on_function(OWN_BUCKET),
    ),
    "a function that puts anywhere": (
        "library",
        FUNCTION,
        adding("s3:PutObject", "arn:aws:s3:::library-*/*"),
        on_function(OWN_BUCKET),
    ),
    "a role that writes to the audit trail": (
        *("library", FUNCTION, adding("s3:PutObject", f"{RECORDS}/*")),
        test_audit_bucket.test_no_role_of_any_system_touches_it,
    ),
    "any trail in the audit bucket": ("library", "aws_s3_bucket_policy.Trail_Records", without_source, TRAIL),
    "logs of any bucket": (
        *("foundation", "aws_s3_bucket_policy.AccessLogs", for_any_bucket),
        test_log_bucket.test_s3_delivers_for_our_buckets_only_and_reads_nothing,
    ),
    "a resource of another system": (
        *("library", FUNCTION, adding("sns:Publish", f"arn:aws:sns:{REGION}:{ACCOUNT}:somebody-elses")),
        lambda world: test_policies.test_every_resource_that_a_role_is_granted_is_its_own_systems(list(world.stacks.values())),
    ),
    "a wildcard of another action": (
        *("library", FUNCTION, adding("s3:DeleteObject", "arn:aws:s3:::library-loan-history-failed-production/aws/lambda/*")),
        lambda world: test_policies.test_no_resource_has_a_wildcard_but_where_it_means_the_thing_itself(
            [world.stacks["library"]]
        ),
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_a_right_too_many_is_noticed(case: str) -> None:
    system, policy, change, test = CASES[case]
    assert notices(test, changed(system, policy, change))


# What a consumer may do besides its patterns, by the check of every consumer.


def judged(stack: Stack, policies: list[Document]) -> set[tuple[str, bool]]:
    return {(question.request.action, question.expected) for question in matrix.wrong(stack, SYSTEM, LOAN_HISTORY, policies)}


def of_function(stack: Stack) -> list[Document]:
    return stack.policies_of(matrix.role_name(stack, LOAN_HISTORY))


def said(policies: list[Document], action: str, on: str = "") -> dict[str, Any]:
    every = [statement for policy in policies for statement in policy["Statement"]]
    found: list[dict[str, Any]] = [
        statement for statement in every if action in matrix.as_list(statement["Action"]) and on in json.dumps(statement)
    ]
    return found[0]


def test_a_functions_policies_as_they_are_pass() -> None:
    stack = WORLD.stacks["library"]
    assert judged(stack, of_function(stack)) == set()


@pytest.mark.parametrize(
    "action", ["logs:PutLogEvents", "s3:PutObject", "sns:Publish", "xray:PutTraceSegments", "dynamodb:GetRecords"]
)
def test_a_right_that_a_function_lacks_is_noticed(action: str) -> None:
    stack = WORLD.stacks["library"]
    policies = of_function(stack)
    found = said(policies, action)
    found["Action"] = [one for one in matrix.as_list(found["Action"]) if one != action] or "xray:PutTelemetryRecords"
    assert (action, True) in judged(stack, policies)


@pytest.mark.parametrize(
    ("action", "wider"), [("logs:PutLogEvents", "*"), ("s3:PutObject", "arn:aws:s3:::*"), ("sns:Publish", "*")]
)
def test_a_wider_place_is_noticed(action: str, wider: str) -> None:
    stack = WORLD.stacks["library"]
    policies = of_function(stack)
    said(policies, action)["Resource"] = wider
    assert {(action, True), (action, False)} <= judged(stack, policies)


@pytest.mark.parametrize("context", ["aws:s3:arn", "aws:lambda:FunctionArn", "aws:sns:topicArn"])
def test_a_key_for_anything_of_a_service_is_noticed(context: str) -> None:
    stack = WORLD.stacks["library"]
    policies = of_function(stack)
    action = "kms:GenerateDataKey" if context == "aws:s3:arn" else "kms:Decrypt"
    del said(policies, action, on=context)["Condition"]["StringEquals"][f"kms:EncryptionContext:{context}"]
    assert (action, False) in judged(stack, policies)


def test_an_operation_of_the_cache_that_no_pattern_has_is_noticed() -> None:
    stack = WORLD.stacks["library"]
    policies = stack.policies_of(matrix.role_name(stack, DESK))
    said(policies, "dax:GetItem")["Action"].append("dax:Scan")
    wrong = matrix.wrong(stack, SYSTEM, DESK, policies)
    assert {(question.request.action, question.expected) for question in wrong} == {("dax:Scan", False)}


@pytest.mark.parametrize("reference", ["${data.aws_sns_topic.Alarm.arn}", "${aws_kms_key.Key.policy}", "${var.anything}"])
def test_a_reference_that_cannot_be_filled_in_is_an_error(reference: str) -> None:
    with pytest.raises((AssertionError, KeyError)):
        WORLD.stacks["library"].text(f"arn:aws:sns:{reference}")

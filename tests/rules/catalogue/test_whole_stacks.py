"""Rules about how resources fit together: a complete stack passes, broken ties are found."""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Callable
from dataclasses import replace

import pytest

from dynawright.gate.mutation import Change, Json, Where, anything, first, has, removes, removes_all, sets
from dynawright.rules.catalogue import all_rules
from dynawright.rules.resources import document
from tests.applications import complete_stacks
from tests.rules.catalogue.whole import ALARM, FOUNDATION, LIBRARY, found, inside, of, put

RULES = (
    *("roles-fit-their-users", "things-are-built-in-order", "topics-have-receivers", "what-is-built-is-used"),
    *("dashboards-show-what-is-there", "failed-backups-are-told", "exports-are-made", "keys-are-attributes"),
    *("references-lead-somewhere", "trails-can-be-trusted", "backups-cannot-be-deleted"),
    *("tables-are-backed-up", "functions-run-supported-code", "what-runs-is-watched"),
)
ROLE, RULE = "aws_iam_role", "aws_cloudwatch_event_rule"
CAPTURE = has(alarm_name="library-changes-CaptureLag-full")
FUNCTION, SCHEDULE, TABLE = "aws_lambda_function", "aws_scheduler_schedule", "aws_dynamodb_table"
SELECTION, TEST = "aws_backup_selection", "aws_backup_restore_testing_selection"
EXPORT = has(function_name="library-export-full")
FAILURES = has(name="library-backup-failures-full")
DAILY = has(name="library-full")


@pytest.mark.parametrize("stack", [LIBRARY, FOUNDATION])
@pytest.mark.parametrize("rule", RULES)
def test_a_stack_with_everything_passes(rule: str, stack: str) -> None:
    assert found(rule, stack=stack) == []


def role_of(name: str) -> Callable[[Json], str]:
    """A reference to the ARN of a role."""

    def reference(content: Json) -> str:
        return next(f"${{{ROLE}.{id}.arn}}" for id, body in content["resource"][ROLE].items() if body["name"] == name)

    return reference


def uses(type: str, where: Where, attribute: str, name: str) -> Change:
    """Make a resource use the role of another one."""

    def change(content: Json) -> None:
        first(content, type, where)[attribute] = role_of(name)(content)

    return change


def repacked(content: Json) -> None:
    """Another package under the name that fits its hash."""
    function = first(content, FUNCTION, has(function_name="library-loan-history-full"))
    packed = hashlib.sha256(b"without a job").digest()
    function["source_code_hash"] = base64.b64encode(packed).decode()
    function["filename"] = f"assets/loan_history-{packed.hex()[:16]}.zip"


def no_attachment(content: Json) -> None:
    """Take one policy from a role that has several."""
    attachments = content["resource"]["aws_iam_role_policy_attachment"]
    del attachments[next(id for id in attachments if id.startswith("DeskRole_Loans"))]


def no_rights(content: Json) -> None:
    """Remove all policies from the reports' role, and from the stack."""
    for type in ("aws_iam_role_policy_attachment", "aws_iam_policy"):
        group = content["resource"][type]
        for id in [id for id in group if id.startswith("ReportsRole")]:
            del group[id]


def failures_of_daily(target: Json) -> bool:
    """Match the target of the rule that reports failed daily backups."""
    return "Backup_Failures" in target["rule"]


def other_prefix(content: Json) -> None:
    for body in content["resource"]["aws_vpc_security_group_egress_rule"].values():
        body.pop("prefix_list_id", None)


BROKEN: list[tuple[str, Change, str, str]] = [
    ("roles-fit-their-users", uses(FUNCTION, EXPORT, "role", "library-backup-full"), "Export/Function", "does not trust lambda.amazonaws.com"),
    ("roles-fit-their-users", uses(SELECTION, DAILY, "iam_role_arn", "library-restore-test-full"), "Backup/Selection", "is also the role of"),
    ("things-are-built-in-order", sets("aws_lambda_event_source_mapping", depends_on=None), "LoanHistory/Mapping", "and 6 more"),
    ("things-are-built-in-order", sets("aws_cloudtrail", depends_on=[]), "Trail/Trail", "aws_s3_bucket_policy.Trail_Records_Policy"),
    ("things-are-built-in-order", sets(SELECTION, DAILY, depends_on=None), "Backup/Selection", "Backup_Role_AccessAttachment"),
    ("things-are-built-in-order", sets(SCHEDULE, depends_on=None), "Export/Backup", "SchedulesRole_CallAttachment"),
    ("things-are-built-in-order", sets(FUNCTION, EXPORT, depends_on=None), "Export/Function", "Export_Role_FunctionAttachment"),
    ("things-are-built-in-order", sets("aws_s3_bucket_object_lock_configuration", depends_on=None), "Trail/Lock", "Versioning"),
    ("things-are-built-in-order", sets("aws_s3_bucket_lifecycle_configuration", depends_on=None), "Export/Bucket/Lifecycle", "Versioning"),
    ("things-are-built-in-order", sets("aws_s3_bucket_policy", depends_on=None), "Export/Bucket/Policy", "PublicAccess"),
    ("things-are-built-in-order", sets("aws_cloudwatch_composite_alarm", depends_on=[]), "Alarms/CacheFailing", "aws_cloudwatch_metric_alarm"),
    ("what-is-built-is-used", no_attachment, "DeskRole/Loans", "no role has it"),
    ("what-is-built-is-used", no_rights, "ReportsRole/Role", "it may do nothing"),
    ("what-is-built-is-used", removes("aws_dynamodb_kinesis_streaming_destination"), "Changes/Stream", "nothing fills it"),
    ("what-is-built-is-used", removes("aws_cloudwatch_event_target", failures_of_daily), "Backup/Failures", "no alarm counts its events"),
    ("what-is-built-is-used", removes_all(ALARM), "Log/Errors/Filter", "no alarm uses its metric"),
    ("what-is-built-is-used", removes("aws_vpc_security_group_ingress_rule"), "Cache/SecurityGroup", "clients need an egress rule"),
    ("what-is-built-is-used", removes("aws_vpc_security_group_egress_rule", has(from_port=9111)), "Cache/SecurityGroup", "clients need an egress rule"),
    ("what-is-built-is-used", other_prefix, "Network/Endpoint", "no egress rule names its prefix list"),
    ("what-is-built-is-used", removes("aws_cloudtrail"), "Trail/Records/Policy", "it lets CloudTrail write, but no trail does"),
    ("dashboards-show-what-is-there", of("aws_cloudwatch_dashboard", anything, inside("dashboard_body", put("widgets", value=[]))), "Dashboard/Dashboard", "it is empty"),
    ("dashboards-show-what-is-there", of("aws_cloudwatch_dashboard", anything, inside("dashboard_body", lambda body: body["widgets"][0]["properties"]["alarms"].pop())), "Dashboard/Dashboard", "it leaves out "),
    ("dashboards-show-what-is-there", of("aws_cloudwatch_dashboard", anything, inside("dashboard_body", put("widgets", 0, "properties", "alarms", 0, value="arn:aws:cloudwatch:eu-west-1:1:alarm:gone"))), "Dashboard/Dashboard", "shows alarm 'gone'"),
    ("dashboards-show-what-is-there", of("aws_cloudwatch_dashboard", anything, inside("dashboard_body", put("widgets", 1, "properties", "region", value="eu-west-1"))), "Dashboard/Dashboard", "it shows Region 'eu-west-1'"),
    ("dashboards-show-what-is-there", of("aws_cloudwatch_dashboard", anything, inside("dashboard_body", put("widgets", 1, "properties", "metrics", 0, 1, value="ReadCapacity"))), "Dashboard/Dashboard", "ReadCapacity"),
    ("dashboards-show-what-is-there", of("aws_cloudwatch_dashboard", anything, inside("dashboard_body", put("widgets", 1, "properties", "metrics", 0, 3, value="gone"))), "Dashboard/Dashboard", "is not built here"),
    ("dashboards-show-what-is-there", of("aws_cloudwatch_dashboard", anything, inside("dashboard_body", put("widgets", 1, "properties", "metrics", value=[]))), "Dashboard/Dashboard", "it has no metrics"),
    ("dashboards-show-what-is-there", of("aws_cloudwatch_dashboard", anything, inside("dashboard_body", put("widgets", 1, "properties", "metrics", 0, value=["x"]))), "Dashboard/Dashboard", "is not a metric"),
    ("dashboards-show-what-is-there", of("aws_cloudwatch_dashboard", anything, inside("dashboard_body", put("widgets", 1, "type", value="custom"))), "Dashboard/Dashboard", "of type 'custom'"),
    ("failed-backups-are-told", of(RULE, FAILURES, inside("event_pattern", put("detail", "$or", 0, "state", value=["COMPLETED"]))), "Backup/Selection", "nothing reports a Backup Job State Change to ABORTED and 5 more"),
    ("failed-backups-are-told", of(RULE, FAILURES, inside("event_pattern", put("detail", "iamRoleArn", 1, value=None))), "Backup/RestoreTest/LoansSelection", "Restore Job State Change"),
    ("failed-backups-are-told", of(RULE, FAILURES, inside("event_pattern", put("detail-type", value=["Backup Job State Change"]))), "Backup/Selection", "Copy Job State Change to FAILED and 1 more"),
    ("failed-backups-are-told", of(RULE, FAILURES, inside("event_pattern", put("detail", "$or", 0, value={"state": [{"prefix": ""}]}))), "Backup/Failures", "failures alone are told"),
    ("failed-backups-are-told", of(RULE, has(name="library-backup-completed-full"), inside("event_pattern", put("detail", "state", 0, value="FAILED"))), "Backup/Completed", "it counts what was made"),
    ("failed-backups-are-told", of(RULE, has(name="library-backup-completed-full"), inside("event_pattern", put("detail", "state", 0, value="DONE"))), "Backup/Completed", "no event of this stack's backups matches it"),
    ("failed-backups-are-told", of(RULE, FAILURES, put("event_pattern", value='{"source": "aws.backup"}')), "Backup/Failures", "no event of this stack's backups matches it"),
    ("exports-are-made", removes(SCHEDULE, has(name="library-export-check-full")), "Export/Function", "no schedule asks for check"),
    ("exports-are-made", of(SCHEDULE, has(name="library-export-backup-full"), put("schedule_expression", value="cron(0 18 1 * ? *)")), "Export/Function", "'backup' less than every 7 days"),
    ("exports-are-made", of(SCHEDULE, anything, put("target", "input", value='{"task": "drop"}')), "Export/Function", "asks for 'drop'"),
    ("exports-are-made", sets(FUNCTION, EXPORT, dead_letter_config=None), "Export/Function", "add a dead_letter_config"),
    ("exports-are-made", sets(FUNCTION, EXPORT, reserved_concurrent_executions=2), "Export/Function", "two runs at once"),
    ("keys-are-attributes", of(TABLE, anything, put("hash_key", value="Other")), "History/Table", "Other is a key without a type"),
    ("keys-are-attributes", of(TABLE, anything, put("attribute", 0, "name", value="Other")), "History/Table", "Other is not a key of the table or an index"),
    ("references-lead-somewhere", removes("aws_kms_key"), "Cache/", "aws_kms_key.Key_43586C89, which is not in this stack"),
    ("functions-run-supported-code", sets(FUNCTION, source_code_hash="A" * 43 + "="), "Export/Function", "source_code_hash is not the hash of assets/table_backup-"),
    ("trails-can-be-trusted", of("aws_cloudtrail", anything, put("advanced_event_selector", 0, "field_selector", 2, "equals", 0, value=None)), "Trail/Trail", "it records no writes of library-full/Loans/Table"),
    ("trails-can-be-trusted", of("aws_s3_bucket_lifecycle_configuration", lambda body: "Trail" in json.dumps(body), put("rule", 0, "expiration", 0, "days", value=90)), "Trail/Trail", "its records are deleted after 90 days"),
    ("backups-cannot-be-deleted", of("aws_backup_plan", DAILY, put("rule", 0, "copy_action", value=None)), "Backup/Plan", "rule 'daily' makes no copies in arn:aws:backup:ap-northeast-3:333333333333:backup-vault:copies"),
    ("backups-cannot-be-deleted", of("aws_backup_plan", DAILY, put("rule", 1, "copy_action", 0, "lifecycle", "delete_after", value=35)), "Backup/Plan", "rule 'weekly' deletes copies after 35 days, and their originals after 98"),
    ("tables-are-backed-up", removes(TEST, lambda body: body["name"].startswith("library_history")), "History/Table", "no restore test has this table"),
    ("what-runs-is-watched", removes(ALARM, CAPTURE), "Changes/Destination", "no alarm watches AgeOfOldestUnreplicatedRecord"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("rule", "change", "place", "message"), BROKEN, ids=[f"{row[0]}-{number}" for number, row in enumerate(BROKEN)]
)
def test_each_broken_tie_is_found(rule: str, change: Change, place: str, message: str) -> None:
    assert any(problem.startswith(place) and message in problem for problem in found(rule, change)), found(rule, change)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (removes_all("aws_backup_region_settings"), "Vault/Vault: without aws_backup_region_settings"),
        (
            sets("aws_backup_vault", kms_key_arn="${aws_kms_key.Key_43586C89.arn}"),
            "Vault/Vault: the topic's key also opens its backups",
        ),
    ],
)
def test_a_vault_is_its_own(change: Change, message: str) -> None:
    (said,) = found("backups-cannot-be-deleted", change, stack=FOUNDATION)
    assert said.startswith(message)


def test_a_key_waits_for_the_role_that_it_names() -> None:
    problems = found("things-are-built-in-order", sets("aws_kms_key", depends_on=None), stack=FOUNDATION)
    assert problems[0].startswith("Key/Key: it may be built before aws_iam_role_policy_attachment.DeployRoles_Deploy")


def test_a_topic_without_a_receiver_is_found_in_production() -> None:
    def unheard(content: Json) -> None:
        del first(content, "aws_sns_topic")["//"]["dynawright"]

    assert found("topics-have-receivers", unheard) == [
        "Overdue/Topic: its messages reach no one: add subscriptions, or accept it with the reason if others subscribe elsewhere"
    ]
    assert found("topics-have-receivers", unheard, ours=False) == []


@pytest.mark.parametrize("rule", [rule for rule in RULES if rule in {"dashboards-show-what-is-there", "what-is-built-is-used", "references-lead-somewhere"}])  # fmt: skip
def test_terraform_of_others_is_not_held_to_it(rule: str) -> None:
    for name, change, _, _ in BROKEN:
        if name == rule:
            assert found(rule, change, ours=False) == []


def test_a_policy_follows_the_metric_of_what_it_scales() -> None:
    """Scaling reads by the use of writes throttles reads while nothing is written."""
    content = complete_stacks()["library-production"].content
    scaled = json.dumps(content["resource"]["aws_appautoscaling_policy"])
    other = json.loads(scaled.replace("DynamoDBReadCapacityUtilization", "DynamoDBWriteCapacityUtilization"))
    (rule,) = [candidate for candidate in all_rules() if candidate.name == "capacity-follows-the-load"]
    whole, weaker = (
        document({**content, "resource": {**content["resource"], "aws_appautoscaling_policy": policies}}, "library-production")
        for policies in (json.loads(scaled), other)
    )
    assert list(rule.findings(whole)) == []
    assert ["reads" in finding.message for finding in rule.findings(weaker)] == [True]


@pytest.mark.parametrize("metric", ["SuccessfulRequestLatency", "SystemErrors"])
def test_each_operation_of_a_table_is_watched(metric: str) -> None:
    """Where one is: an alarm that was forgotten for one of them leaves its users unheard."""
    (rule,) = [candidate for candidate in all_rules() if candidate.name == "what-runs-is-watched"]
    stack = complete_stacks()["library-production"]
    assert list(rule.findings(stack.document)) == []
    text = json.dumps(stack.content["resource"][ALARM])
    assert metric in text
    alarms = json.loads(text.replace('"Operation": "Query"', '"Operation": "Scan"'))
    without = document(
        {**stack.content, "resource": {**stack.content["resource"], ALARM: alarms}}, "library-production", ours=True
    )
    messages = [finding.message for finding in rule.findings(replace(without, intent=stack.document.intent))]
    assert any(metric in message and "Query" in message for message in messages)


def test_a_stream_functions_package_holds_what_its_folder_and_function_json_say() -> None:
    said = found("functions-run-supported-code", repacked)
    assert [message.partition(":")[0] for message in said] == ["LoanHistory/Function"]


def test_a_role_that_settings_name_is_admitted_by_something() -> None:
    closed = of("aws_dynamodb_resource_policy", anything, inside("policy", put("Statement", value=[])))
    keys = of("aws_kms_key", anything, inside("policy", put("Statement", value=[])))

    def nowhere(content: Json) -> None:
        closed(content)
        keys(content)

    said = found("settings-are-built", nowhere)
    assert any("partner_role_arn is arn:aws:iam::555555555555:role/partner" in message for message in said)

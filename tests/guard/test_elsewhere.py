"""Refused for any type: commands, changing imports, forgotten resources, new access."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from dynawright.errors import UserError
from dynawright.guard import plan
from dynawright.guard.change import UNKNOWN
from dynawright.guard.guard import findings
from tests.guard.changes import change


def names(*changes: Any) -> list[str]:
    return [finding.name for finding in findings(changes)]


def entry(type: str, actions: list[str], before: Any, after: Any, **more: Any) -> dict[str, Any]:
    found = {"actions": actions, "before": before, "after": after, "after_unknown": {}, **more}
    return {"address": f"{type}.it", "mode": "managed", "type": type, "change": found}


def planned(*entries: Any, **more: Any) -> list[str]:
    return names(*plan.changes({"format_version": "1.2", "resource_changes": list(entries), **more}))


TABLE, QUEUE = "aws_dynamodb_table", "aws_sqs_queue"
NAMED = {"name": "orders", "tags": {}}


@pytest.mark.parametrize("type", [TABLE, "aws_iam_role", "aws_cloudwatch_metric_alarm", "aws_db_instance"])
def test_what_terraform_is_to_forget_is_told_whatever_it_is(type: str) -> None:
    assert planned(entry(type, ["forget"], NAMED, None)) == ["resource-forgotten"]


def test_an_import_may_change_tags_only() -> None:
    imported = {"importing": {"id": "orders"}}
    tagged = {**NAMED, "tags": {"team": "a"}}
    assert planned(entry(TABLE, ["no-op"], NAMED, NAMED, **imported)) == []
    assert planned(entry(TABLE, ["update"], NAMED, tagged, **imported)) == []
    protected = {**tagged, "deletion_protection_enabled": True}
    assert planned(entry(TABLE, ["update"], tagged, protected, **imported)) == ["import-changes"]
    assert planned(entry(TABLE, ["delete", "create"], NAMED, {"name": "x"}, **imported)) == ["import-changes", "table-replaced"]


def test_a_resource_that_only_gets_another_address_is_no_change() -> None:
    moved = {**entry(TABLE, ["no-op"], NAMED, NAMED), "previous_address": "aws_dynamodb_table.old"}
    assert planned(moved) == []


def test_what_is_deferred_is_judged_and_refused() -> None:
    def deferred(*found: Any) -> list[str]:
        return planned(deferred_changes=[{"reason": "provider_config_unknown", "resource_change": message} for message in found])

    assert deferred(entry(QUEUE, ["delete"], NAMED, None)) == ["change-deferred", "queue-removed"]
    assert deferred(entry(QUEUE, ["update"], NAMED, NAMED)) == ["change-deferred"]
    assert deferred(entry(QUEUE, ["create"], None, NAMED)) == []
    with pytest.raises(UserError) as refused:
        plan.changes({"resource_changes": [], "deferred_changes": [1]})
    assert [problem.code for problem in refused.value.problems] == ["DW408"]


def test_commands_that_run_while_the_plan_is_applied_are_refused() -> None:
    resource = {"address": "null_resource.it", "expressions": {}, "provisioners": [{"type": "local-exec"}]}
    configuration = {"root_module": {"resources": [resource]}}
    assert planned(entry("null_resource", ["create"], None, {}), configuration=configuration) == ["command-run"]
    assert planned(entry("null_resource", ["no-op"], {"id": "1"}, {"id": "1"}), configuration=configuration) == []
    action = {"address": "action.aws_lambda_invoke.it", "type": "aws_lambda_invoke"}
    assert planned(action_invocations=[action]) == ["command-run"]


@pytest.mark.parametrize(
    "type",
    ["aws_iam_policy_attachment", "aws_iam_user_policy_attachment", "aws_iam_access_key", "aws_ssoadmin_account_assignment", "aws_kms_grant"],
)  # fmt: skip
def test_other_ways_to_get_access_are_refused_when_they_come(type: str) -> None:
    assert planned(entry(type, ["create"], None, {"name": "x"})) == ["access-granted"]
    assert planned(entry(type, ["update"], {"name": "x", "tags": {}}, {"name": "x", "tags": {"a": "b"}})) == []


def test_what_opens_a_bucket_is_harmless_where_the_bucket_is_new() -> None:
    acl = entry("aws_s3_bucket_acl", ["create"], None, {"bucket": "b", "acl": "public-read"})
    bucket = {"bucket": "b"}
    assert planned(entry("aws_s3_bucket", ["create"], None, bucket), acl) == []
    assert planned(entry("aws_s3_bucket", ["no-op"], bucket, bucket), acl) == ["access-granted"]


def test_a_lifecycle_that_is_new_deletes_what_an_old_bucket_holds() -> None:
    rule = {"id": "all", "status": "Enabled", "expiration": [{"days": 1}]}
    lifecycle = change("aws_s3_bucket_lifecycle_configuration", {}, {"bucket": "b", "rule": [rule]}, "create")
    bucket = change("aws_s3_bucket", {"bucket": "b"}, {"bucket": "b"}, "no-op")
    expiry = ["bucket-expiry-shortened all objects"]
    assert names(lifecycle, bucket) == expiry
    assert names(lifecycle, replace(bucket, before={}, actions=("create",))) == []
    versioning = change("aws_s3_bucket_versioning", {}, {"bucket": "b"}, "create")
    assert names(lifecycle, bucket, versioning) == expiry
    assert names(replace(lifecycle, after={"bucket": UNKNOWN, "rule": [rule]})) == []


def test_a_lifecycle_rule_that_is_widened_deletes_more() -> None:
    def lifecycle(prefix: str, days: int = 30, **more: Any) -> dict[str, Any]:
        rule = {"id": "r", "status": "Enabled", "filter": [{"prefix": prefix}], "expiration": [{"days": days}], **more}
        return {"bucket": "b", "rule": [rule]}

    def found(before: dict[str, Any], after: dict[str, Any]) -> list[str]:
        return names(change("aws_s3_bucket_lifecycle_configuration", before, after))

    assert found(lifecycle("logs/"), lifecycle("")) == ["bucket-expiry-shortened r objects"]
    assert found(lifecycle(""), lifecycle("logs/")) == []
    assert found(lifecycle("logs/"), lifecycle("logs/", 60)) == []
    archived = lifecycle("logs/", transition=[{"storage_class": "GLACIER", "days": 1}])
    assert found(lifecycle("logs/"), archived) == ["bucket-expiry-shortened r objects archived"]


def test_a_change_that_does_not_say_its_mode_is_judged() -> None:
    destroyed = entry(TABLE, ["delete"], {"name": "t"}, None)
    without = {name: value for name, value in destroyed.items() if name != "mode"}
    assert planned(without) == planned(destroyed) != []
    assert planned({**destroyed, "mode": "data"}) == []

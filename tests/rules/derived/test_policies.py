"""Each difference between a policy and its derivation is found; equal meaning is none."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from dynawright.rules.resources import Resource
from tests.applications import complete_stacks
from tests.rules.derived.edits import Change, Statement, adds, built, changed, each, found, listed, text, with_values

STRANGER = "arn:aws:iam::999999999999:root"
HASHES = "arn:aws:secretsmanager:ap-northeast-1:444444444444:secret:library/hash-key-production-of-aws"
OTHER_TABLE = "arn:aws:dynamodb:ap-northeast-1:444444444444:table/salaries"


def without(operator: str, key: str = "") -> Change:
    """Take a condition away."""

    def change(statement: Statement) -> Statement:
        conditions = {name: dict(keys) for name, keys in statement.get("Condition", {}).items()}
        for name in [operator_name for operator_name in conditions if operator_name == operator]:
            conditions[name] = (
                {} if not key else {name_of_key: value for name_of_key, value in conditions[name].items() if name_of_key != key}
            )
        left = {name: keys for name, keys in conditions.items() if keys}
        return {name: value for name, value in statement.items() if name != "Condition"} | ({"Condition": left} if left else {})

    return each(change)


def drops(marked: str) -> Change:
    return lambda statements: [statement for statement in statements if marked not in json.dumps(statement)]


HARMFUL: dict[str, tuple[str, Change]] = {
    "a condition on keys is gone": ("DeskRole/Loans", without("ForAllValues:StringLike")),
    "requests without a key pass": ("DeskRole/Loans", without("Null", "dynamodb:LeadingKeys")),
    "one fitting key is enough": ("DeskRole/Loans", text("ForAllValues", "ForAnyValue")),
    "a key need not be given": ("DeskRole/Loans", text("ForAllValues:StringLike", "ForAllValues:StringLikeIfExists")),
    "keys of other items": ("DeskRole/Loans", text('"BOOK#*"', '"BOOK#*", "READER#*"')),
    "every key": ("DeskRole/Loans", text('"BOOK#*"', '"*"')),
    "what a write returns": ("DeskRole/Loans", without("StringEquals", "dynamodb:ReturnValues")),
    "two batches' keys in one": ("ReportsRole/Loans", text('["BOOK#*"]', '["BOOK#*", "BRANCH#*"]')),
    "attributes that no pattern reads": ("ReportsRole/Loans", text('"title"', '"title", "copies"')),
    "all attributes": ("ReportsRole/Loans", without("StringEquals", "dynamodb:Select")),
    "an action more": ("DeskRole/Loans", adds("dynamodb:Scan", "${aws_dynamodb_table.Loans_Table_F6F0E6E9.arn}")),
    "a service's every action": ("ReportsRole/History", text('"dynamodb:Scan"', '"dynamodb:*"')),
    "another table": ("DeskRole/Loans", adds("dynamodb:GetItem", OTHER_TABLE)),
    "another right": ("DeskRole/Log", adds("s3:GetObject", "arn:aws:s3:::b/*")),
    "every log": ("DeskRole/Log", text(":log-stream:counter-*", "*")),
    "a pattern's right is missing": ("DeskRole/Loans", drops("by-title")),
    "the cache may ask more": ("DeskRole/Cache", text('"dax:GetItem"', '"dax:GetItem", "dax:Scan"')),
    "the cache reads more": ("Cache/Role/Table", text('"BOOK#*"', '"*"')),
    "a tenant by a pattern": ("BranchRole/Loans", text("ForAllValues:StringEquals", "ForAllValues:StringLike")),
    "a tenant's neighbours": ("BranchRole/Loans", text("{aws:PrincipalTag/branchId}", "{aws:PrincipalTag/branchId}*")),
    "a tenant's any attribute": ("BranchRole/Loans", without("ForAllValues:StringEquals", "dynamodb:Attributes")),
    "sessions of any tenant's role": ("DeskRole/AssumeBranchRole", each(lambda statement: {**statement, "Resource": "arn:aws:iam::444444444444:role/*"})),
    "a key without its service": ("DeskRole/Loans", without("StringEquals", "kms:ViaService")),
    "a key for any table": ("DeskRole/Loans", without("StringEquals", "kms:EncryptionContext:aws:dynamodb:tableName")),
    "a backup role that deletes tables": ("Backup/Role/Access", text('"dynamodb:CreateBackup"', '"dynamodb:CreateBackup","dynamodb:DeleteTable"')),
    "copies to any vault": ("Backup/Role/Access", without("ForAllValues:ArnEquals")),
    "a restore into any table": ("Backup/RestoreTest/Role/Access", text("awsbackup-restore-test-*", "*")),
    "grants for anybody": ("Backup/Role/Access", without("Bool")),
    "an export into any bucket": ("Export/Role/Function", text("${aws_s3_bucket.", "${data.aws_s3_bucket.")),
    "schedules that call anything": ("Export/SchedulesRole/Call", text('"lambda:InvokeFunction"', '"lambda:*"')),
    "a function without its log": ("LoanHistory/Role/Function", drops("logs:PutLogEvents")),
    "a function without its topic": ("LoanHistory/Role/Overdue", drops("sns:Publish")),
    "a stream's any reader": ("LoanHistory/Role/LoansStream", text('"dynamodb:GetRecords"', '"dynamodb:GetRecords","dynamodb:Scan"')),
    "a key for every service": ("Key/Key", text('{"StringEquals": {"kms:ViaService": "s3.ap-northeast-1.amazonaws.com"}}', '{"StringLike": {"kms:ViaService": "*"}}')),
    "a key that the account decrypts with": ("Key/Key", text('"kms:CancelKeyDeletion"', '"kms:CancelKeyDeletion","kms:Decrypt"')),
    "a key for a stranger": ("Key/Key", adds("kms:Decrypt", "*", Principal={"AWS": STRANGER})),
    "a key that logs can't use": ("Key/Key", drops("log-group:/aws/dynamodb/library-desk-production")),
    "a bucket over plain HTTP": ("Export/Bucket/Policy", drops("aws:SecureTransport")),
    "a bucket's objects over plain HTTP": ("Export/Bucket/Policy", each(lambda statement: {**statement, "Resource": statement["Resource"][0]})),
    "a bucket for a stranger": ("Export/Bucket/Policy", adds("s3:GetObject", "*", Principal={"AWS": STRANGER})),
    "logs of any trail": ("Trail/Records/Policy", without("StringEquals", "aws:SourceArn")),
    "a queue for any bus": ("Events/Failures", without("ArnEquals")),
    "a topic that anything publishes to": ("Overdue/Policy", adds("sns:Publish", "*", Principal={"Service": "s3.amazonaws.com"})),
    "secrets beside those below one": ("DeskRole/HashKeyBelow", text("hash-key-production/*", "hash-key-production*")),
    "secrets below one that are deleted": ("DeskRole/HashKeyBelow", text('"secretsmanager:PutSecretValue"', '"secretsmanager:PutSecretValue","secretsmanager:DeleteSecret"')),
    "secrets below one made without the key": ("DeskRole/HashKeyBelow", drops("RequestToValidateKeyAccess")),
    "secrets below one that a reader makes": ("ReportsRole/HashKeyBelow", text('"secretsmanager:GetSecretValue"', '["secretsmanager:GetSecretValue","secretsmanager:CreateSecret"]')),
    "a secret that no model gives the role": ("ReportsRole/HashKeyBelow", adds("secretsmanager:GetSecretValue", HASHES)),
    "a secret that the model gives the role": ("ReportsRole/HashKeyBelow", each(lambda one: {**one, "Resource": "arn:aws:s3:::b"})),
    "a log that the model gives the role": ("DeskRole/Log", drops("logs:PutLogEvents")),
    "every stream of a log": ("DeskRole/Log", text(":log-stream:counter-*", ":*")),
    "a key for every secret": ("ReportsRole/HashKeyBelow", without("StringLike")),
    "a secret over plain HTTP": ("HashKey/Policy", text('"false"', '"true"')),
    "a stranger who scans": ("HistoryPolicy/Table", adds("dynamodb:Scan", "*", Principal={"AWS": STRANGER})),
    "a partner who is anybody": ("HistoryPolicy/Table", without("ArnEquals")),
    "an endpoint for any account": ("Network/Endpoint", without("StringEquals")),
    "an endpoint to any table": ("Network/Endpoint", adds("dynamodb:GetItem", "*", Principal="*")),
    "a role that a second service assumes": ("ReportsRole/Role", text('"lambda.amazonaws.com"', '["lambda.amazonaws.com","ec2.amazonaws.com"]')),
    "a role that ECS of any account assumes": ("DeskRole/Role", without("StringEquals")),
    "a role that a stranger assumes": ("ReportsRole/Role", text('{"Service": "lambda.amazonaws.com"}', json.dumps({"AWS": STRANGER}))),
    "sessions without a tag": ("BranchRole/Role", without("StringLike")),
    "sessions with any tag": ("BranchRole/Role", without("ForAllValues:StringEquals")),
    "a service role for any account": ("Backup/Role/Role", without("StringEquals")),
}  # fmt: skip


@pytest.mark.parametrize("name", HARMFUL)
def test_a_difference_is_found(name: str) -> None:
    label, change = HARMFUL[name]
    problems = found(changed(built(), label, change))
    role = label.rsplit("/", 1)[0]
    assert problems.keys() & {label, role, f"{role}/Role"}, problems


def test_the_application_as_it_is_has_no_difference() -> None:
    for environment in ("production", "dev", "local", "full"):
        for stack in complete_stacks(environment).values():
            assert found(stack.document) == {}, stack.document.name


REWRITES: dict[str, Change] = {
    "statements in another order": lambda statements: statements[::-1] if len(statements) > 1 else [*statements, statements[0]],
    "actions and resources as lists, in another order": each(
        lambda one: (
            one
            | {"Action": listed(one["Action"])[::-1]}
            | ({"Resource": listed(one["Resource"])[::-1]} if "Resource" in one else {})
        )
    ),
    "names for statements": each(lambda one: {"Sid": "Said", **one}),
    "an action a statement": lambda statements: [
        {**statement, "Action": action}
        for statement in statements
        for action in [*listed(statement["Action"]), listed(statement["Action"])[0]]
    ],
    "a resource a statement": lambda statements: [
        {**statement, "Sid": "One", **({"Resource": resource} if resource else {})}
        for statement in statements
        for resource in listed(statement.get("Resource", ""))
    ],
    "conditions in another order": each(
        lambda one: (
            {**one, "Sid": "Other"} | ({"Condition": dict([*one["Condition"].items()][::-1])} if "Condition" in one else {})
        )
    ),
    "actions in small letters": each(
        lambda statement: {**statement, "Action": [action.lower() for action in listed(statement["Action"])]}
    ),
}


@pytest.mark.parametrize("name", REWRITES)
def test_other_words_for_the_same_are_no_difference(name: str) -> None:
    document = built()
    policies = [resource for resource in document.resources if resource.get("policy") or resource.get("assume_role_policy")]
    for policy in policies:
        document = changed(document, policy.label.split("/", 1)[1], REWRITES[name])
    assert found(document) == {}


def test_an_arn_instead_of_a_reference_is_no_difference() -> None:
    arn = "arn:aws:dynamodb:ap-northeast-1:444444444444:table/library-loans-production"
    reference = next(
        resource for resource in built().of_type("aws_dynamodb_table") if resource.get("name") == "library-loans-production"
    )
    assert found(changed(built(), "DeskRole/Loans", text(f"${{{reference.address}.arn}}", arn))) == {}


def test_a_policy_of_nobody_and_a_role_for_nothing_are_found() -> None:
    problems = found(with_values(built(), "ReportsRole/HistoryAttachment", role="somebody-else"))
    assert problems.keys() == {"ReportsRole/History", "ReportsRole/Role"}
    assert found(with_values(built(), "ReportsRole/Role", name="library-auditors-production")).keys() >= {"ReportsRole/Role"}


def test_a_policy_of_another_role_is_too_much_there_and_missing_here() -> None:
    other = next(resource for resource in built().of_type("aws_iam_role") if resource.get("name") == "library-reports-production")
    problems = found(with_values(built(), "DeskRole/LoansAttachment", role=f"${{{other.address}.name}}"))
    assert problems.keys() == {"DeskRole/Loans", "DeskRole/Role"}


def test_a_policy_inside_a_role_is_read() -> None:
    inline = {"name": "a", "policy": json.dumps({"Version": "2012-10-17", "Statement": [_statement("dynamodb:Scan")]})}
    assert found(with_values(built(), "DeskRole/Role", inline_policy=[inline])).keys() == {"DeskRole/Role"}


def test_a_policy_that_no_construct_makes_is_found() -> None:
    policy = json.dumps({"Version": "2012-10-17", "Statement": [_statement("kinesis:GetRecords")]})
    by_hand = Resource("aws_kinesis_resource_policy.p", "aws_kinesis_resource_policy", {"policy": policy})
    assert found(replace(built(), resources=(*built().resources, by_hand))).keys() == {"aws_kinesis_resource_policy.p"}


def test_where_nothing_is_declared_nothing_is_said() -> None:
    assert (
        found(replace(changed(built(), "DeskRole/Loans", each(lambda statement: {**statement, "Resource": "*"})), intent=None))
        == {}
    )


@pytest.mark.parametrize("policy", ["", "{", 5, [], {}, '{"Version":"2012-10-17","Statement":[]}', '{"Statement":[5]}'])
def test_what_is_no_policy_is_found_without_an_exception(policy: Any) -> None:
    assert "DeskRole/Loans" in found(with_values(built(), "DeskRole/Loans", policy=policy))


def test_a_message_says_what_differs() -> None:
    (message,) = found(changed(built(), "BranchRole/Loans", drops_null_of_reads))["BranchRole/Loans"][:1]
    assert "without null dynamodb:leadingkeys false" in message


def drops_null_of_reads(statements: list[Statement]) -> list[Statement]:
    def change(one: Statement) -> Statement:
        reads = "dynamodb:GetItem" in listed(one["Action"])
        return {**one, "Condition": {name: keys for name, keys in one["Condition"].items() if name != "Null"}} if reads else one

    return [change(statement) for statement in statements]


def _statement(action: str) -> Statement:
    return {"Effect": "Allow", "Action": action, "Resource": "*"}

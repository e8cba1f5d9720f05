"""Rules that compare with settings and model: a small stack passes, differences are found."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from dynawright.model import Consumer, Entity, Get, Index, Key, Query, Scan, Stream, TableModel, include
from dynawright.rules.catalogue import all_rules
from dynawright.rules.intent import Intent
from tests.rules.documents import allow, changed, policy, written

API = Consumer("api", "the API")
ORDERS = TableModel(
    "orders",
    partition_key=Key("PK"),
    entities=[Entity("ORDER", PK="ORDER#{id}", attributes={"id": "S"})],
    access_patterns=[Get("P1", "an order", PK="ORDER#{id}", used_by=[API])],
)
INTENT = Intent(
    environment="production",
    project="acme",
    account_id="111111111111",
    region="eu-west-1",
    regions=("eu-west-1",),
    tables={"orders-production": ORDERS},
    roles={"orders-api-production": API},
    boundary_arn="arn:aws:iam::111111111111:policy/boundary",
    settings={"arn:aws:iam::111111111111:policy/boundary": "roles.permissions_boundary_arn", "state": "state.bucket"},
)
KEYS = {
    "ForAllValues:StringLike": {"dynamodb:LeadingKeys": ["ORDER#*"]},
    "Null": {"dynamodb:LeadingKeys": "false"},
}
ADMITTING = policy({"Effect": "Allow", "Principal": {"AWS": "arn:aws:iam::222222222222:role/p"}, "Action": "dynamodb:GetItem"})
ASSUMED = {"Effect": "Allow", "Principal": {"Service": "lambda.amazonaws.com"}, "Action": "sts:AssumeRole"}
STACK: dict[str, Mapping[str, Any]] = {
    "aws_dynamodb_table.t": {"name": "orders-production"},
    "aws_iam_role.r": {
        "name": "orders-api-production",
        "assume_role_policy": policy(ASSUMED),
        "permissions_boundary": "arn:aws:iam::111111111111:policy/boundary",
    },
    "aws_iam_policy.p": {"name": "orders-api-orders", "policy": policy(allow("dynamodb:GetItem", Condition=KEYS))},
    "aws_iam_role_policy_attachment.a": {"role": "${aws_iam_role.r.name}", "policy_arn": "${aws_iam_policy.p.arn}"},
}


def messages(rule: str, change: Mapping[str, Any], intent: Intent = INTENT) -> list[str]:
    """Return a rule's messages on the changed stack, each with the address."""
    (chosen,) = [candidate for candidate in all_rules() if candidate.name == rule]
    document = replace(written(changed(STACK, change)), intent=intent)
    return [f"{finding.resource.address}: {finding.message}" for finding in chosen.findings(document)]


@pytest.mark.parametrize("rule", ["policies-follow-from-the-model", "roles-stay-within-bounds", "identities-are-known"])
def test_what_is_as_declared_passes(rule: str) -> None:
    assert messages(rule, {}) == []


def test_policies_follow_from_the_model() -> None:
    scan = policy(allow("dynamodb:GetItem", Condition=KEYS), allow("dynamodb:Scan"))
    (message,) = messages("policies-follow-from-the-model", {"aws_iam_policy.p.policy": scan})
    assert message.startswith("aws_iam_policy.p: it allows dynamodb:Scan")
    (message,) = messages("policies-follow-from-the-model", {"aws_iam_role_policy_attachment.a": None, "aws_iam_policy.p": None})
    assert message.startswith("aws_iam_role.r: nothing allows dynamodb:GetItem")
    assert message.endswith("pattern P1")


def test_roles_stay_within_bounds() -> None:
    (message,) = messages("roles-stay-within-bounds", {"aws_iam_role.r.permissions_boundary": None})
    assert message.startswith("aws_iam_role.r: its permissions boundary")
    everything = policy(allow("iam:*", "*"))
    assert "iam:PassRole" in messages("roles-stay-within-bounds", {"aws_iam_policy.p.policy": everything})[0]
    scanned = replace(ORDERS, access_patterns=[*ORDERS.access_patterns, Scan("P2", "all", used_by=[API])])
    (message,) = messages("roles-stay-within-bounds", {}, replace(INTENT, tables={"orders-production": scanned}))
    assert "pattern P2 reads every item" in message
    reasoned = replace(ORDERS, access_patterns=[Scan("P2", "all", because="ten of them", used_by=[API])])
    assert messages("roles-stay-within-bounds", {}, replace(INTENT, tables={"orders-production": reasoned})) == []


def test_identities_are_known() -> None:
    stranger = {"aws_iam_role_policy_attachment.a.policy_arn": "arn:aws:iam::999999999999:policy/x"}
    (message,) = messages("identities-are-known", stranger)
    assert message.startswith("aws_iam_role_policy_attachment.a: policy_arn names the ARN 'arn:aws:iam::999999999999:policy/x'")


SHAPED = TableModel(
    "shaped",
    partition_key=Key("PK"),
    indexes=[Index("by-day", Key("day"), projection=include("title"))],
    ttl="ExpiresAt",
    stream=Stream.KEYS_ONLY,
    entities=[Entity("NOTE", PK="NOTE#{note}", day="{day}", attributes=dict.fromkeys(("note", "day", "title"), "S"))],
    access_patterns=[Query("P1", "notes of a day", index="by-day", day="{day}", used_by=[API], attributes=["title"])],
)
BUILT: dict[str, Any] = {
    "name": "shaped-production",
    "hash_key": "PK",
    "attribute": [{"name": "PK", "type": "S"}, {"name": "day", "type": "S"}],
    "global_secondary_index": {
        "name": "by-day",
        "hash_key": "day",
        "projection_type": "INCLUDE",
        "non_key_attributes": ["title"],
    },
    "ttl": {"enabled": True, "attribute_name": "ExpiresAt"},
    "stream_enabled": True,
    "stream_view_type": "KEYS_ONLY",
}
INDEX = BUILT["global_secondary_index"]


@pytest.mark.parametrize(
    ("change", "what"),
    [
        ({}, []),
        ({"hash_key": "day"}, ["the key"]),
        ({"range_key": "day"}, ["the key"]),
        ({"attribute": [{"name": "PK", "type": "N"}, {"name": "day", "type": "S"}]}, ["the type of PK"]),
        ({"global_secondary_index": None}, ["index by-day"]),
        ({"global_secondary_index": [INDEX, {**INDEX, "name": "more"}]}, ["index more"]),
        ({"global_secondary_index": {**INDEX, "projection_type": "KEYS_ONLY"}}, ["index by-day"]),
        ({"global_secondary_index": {**INDEX, "non_key_attributes": ["title", "text"]}}, ["index by-day"]),
        ({"ttl": None}, ["the attribute of expiry"]),
        ({"ttl": {"enabled": True, "attribute_name": "created"}}, ["the attribute of expiry"]),
        ({"ttl": {"enabled": False, "attribute_name": "ExpiresAt"}}, ["the attribute of expiry"]),
        ({"stream_view_type": "NEW_IMAGE"}, ["the stream"]),
        ({"stream_enabled": False}, ["the stream"]),
        ({"name": "other-production"}, ["the model has no table of this name"]),
    ],
)
def test_a_table_is_what_its_model_declares(change: Mapping[str, Any], what: list[str]) -> None:
    table = {name: value for name, value in {**BUILT, **change}.items() if value is not None}
    (rule,) = [candidate for candidate in all_rules() if candidate.name == "tables-follow-from-the-model"]
    intent = replace(INTENT, tables={"shaped-production": SHAPED}, roles={})
    document = replace(written({"aws_dynamodb_table.t": table}), intent=intent)
    assert [finding.message.partition(": ")[0].partition(" is ")[0] for finding in rule.findings(document)] == what


def test_who_asks_a_table_has_a_role_or_a_policy_of_the_table() -> None:
    rule = "tables-follow-from-the-model"
    ours = {
        **STACK,
        "aws_dynamodb_table.t": {"name": "orders-production", "hash_key": "PK", "attribute": [{"name": "PK", "type": "S"}]},
    }
    (judge,) = [candidate for candidate in all_rules() if candidate.name == rule]

    def said(**change: Any) -> list[str]:
        document = replace(written(changed(ours, change)), intent=INTENT, is_ours=True)
        return [finding.message.partition(",")[0] for finding in judge.findings(document)]

    assert said() == []
    assert said(**{"aws_iam_role.r": None}) == ["no role is built for api"]
    partner = {"resource_arn": "${aws_dynamodb_table.t.arn}", "policy": ADMITTING}
    assert said(**{"aws_iam_role.r": None, "aws_dynamodb_resource_policy.p": partner}) == []
    closed = {**partner, "policy": '{"Statement": []}'}
    assert said(**{"aws_iam_role.r": None, "aws_dynamodb_resource_policy.p": closed}) == ["no role is built for api"]


@pytest.mark.parametrize(("account", "refused"), [("111111111111", False), ("aws", False), ("999999999999", True)])
def test_a_boundary_is_in_the_account_or_aws_own(account: str, refused: bool) -> None:
    arn = f"arn:aws:iam::{account}:policy/boundary"
    intent = replace(INTENT, boundary_arn=arn)
    problems = messages("roles-stay-within-bounds", {"aws_iam_role.r.permissions_boundary": arn}, intent)
    assert any("is in another account" in message for message in problems) is refused

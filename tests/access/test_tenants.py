"""A tenant's session reaches its own partition, and nothing else by any road."""

from __future__ import annotations

import pytest

from modules.model.sample import items
from stacks.feature_flags.model import FLAGS, TENANT
from tests.access.actions import ON_ANYTHING, ON_ITEMS, ON_STREAMS, ON_TABLES
from tests.access.simulator import Request, allowed
from tests.access.synthesized import ENVIRONMENTS, Stack, stacks

OWN = "TENANT#a"
TAG = "aws:PrincipalTag/tenantId"


@pytest.fixture(scope="module", params=ENVIRONMENTS)
def flags(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Stack:
    found = stacks(request.param, tmp_path_factory.mktemp("tenants"))
    return next(stack for stack in found if stack.system == "feature_flags")


def arn(flags: Stack) -> str:
    place = f"{flags.environment.region}:{flags.environment.account_id}"
    return f"arn:aws:dynamodb:{place}:table/{flags.environment.physical_name('feature-flags')}"


def answers(flags: Stack, requests: list[Request]) -> list[bool]:
    policies = flags.policies_of(flags.environment.physical_name("feature-flags-tenant"))
    return allowed(policies, requests, account_id=flags.environment.account_id)


def request(flags: Stack, action: str, keys: list[str] | None, tag: str | None = "a", index: str | None = None) -> Request:
    context: dict[str, object] = {} if keys is None else {"dynamodb:LeadingKeys": keys}
    if tag is not None:
        context[TAG] = tag
    return Request(f"dynamodb:{action}", arn(flags) + (f"/index/{index}" if index else ""), context)


def test_its_own_items_can_be_read_and_written(flags: Stack) -> None:
    own = [request(flags, action, [OWN]) for action in ("GetItem", "Query", "PutItem")]
    assert answers(flags, own) == [True, True, True]


def test_its_own_patterns_are_just_these() -> None:
    used = {pattern.id: pattern.operation for pattern in FLAGS.access_patterns if TENANT in pattern.used_by}
    assert used == {"PF11a": "GetItem", "PF11b": "Query", "PF11c": "PutItem"}


@pytest.mark.parametrize(
    ("keys", "tag"),
    [
        (["TENANT#b"], "a"),  # another tenant
        (["TENANT#ab"], "a"),  # a prefix neighbour
        (["TENANT#"], "a"),
        (["TENANT#A"], "a"),
        (["TENANT#a#EVAL#flag"], "a"),  # its evaluations are not its overrides
        (["TENANT#a", "TENANT#b"], "a"),  # a batch or a transaction over both
        (["FLAG#production#x"], "a"),
        (None, "a"),  # no key
        (["TENANT#a"], None),  # no tag
        (["TENANT#"], None),
        (["TENANT#${aws:PrincipalTag/tenantId}"], None),
        (["TENANT#a"], "*"),  # a tag that would be a pattern
        (["TENANT#b"], "?"),
        (["TENANT#a"], ""),
    ],
)
def test_nothing_else_can_be_reached_by_any_item_action(flags: Stack, keys: list[str] | None, tag: str | None) -> None:
    asked = [request(flags, action, keys, tag) for action in ON_ITEMS]
    reached = [one.action for one, answer in zip(asked, answers(flags, asked), strict=True) if answer]
    assert reached == []


def test_its_own_key_opens_no_other_action(flags: Stack) -> None:
    others = [action for action in ON_ITEMS if action not in ("GetItem", "Query", "PutItem")]
    asked = [request(flags, action, [OWN]) for action in others]
    assert [one.action for one, answer in zip(asked, answers(flags, asked), strict=True) if answer] == []


def test_no_index_can_be_asked_not_even_for_its_own_key(flags: Stack) -> None:
    asked = [
        request(flags, action, [OWN], index=name) for action in ("Query", "Scan", "PartiQLSelect") for name in FLAGS.index_keys
    ]
    assert not any(answers(flags, asked))


def test_neither_scan_nor_any_control_action_nor_the_stream_is_allowed(flags: Stack) -> None:
    asked = [request(flags, action, None) for action in ON_TABLES]
    asked += [request(flags, "Scan", [OWN])]
    asked += [Request(f"dynamodb:{action}", f"{arn(flags)}/stream/2026-01-01T00:00:00.000", {TAG: "a"}) for action in ON_STREAMS]
    asked += [Request(f"dynamodb:{action}", "*", {TAG: "a"}) for action in ON_ANYTHING]
    assert [one.action for one, answer in zip(asked, answers(flags, asked), strict=True) if answer] == []


def test_none_of_the_eleven_patterns_reaches_another_tenants_items(flags: Stack) -> None:
    """Every real partition key of every entity, by every action: only those equal to the tenant's own are let through."""
    names = {FLAGS.partition_key.name, *(keys[0].name for keys in FLAGS.index_keys.values())}
    keys = {str(item[name]) for entity in FLAGS.entities for item in items(FLAGS, entity, 0) for name in names if name in item}
    asked = [request(flags, action, [key], tag="tenantId1") for key in sorted(keys) for action in ON_ITEMS]
    reached = {tuple(one.context["dynamodb:LeadingKeys"]) for one, ok in zip(asked, answers(flags, asked), strict=True) if ok}
    assert reached == {("TENANT#tenantId1",)}


def test_a_session_can_only_be_had_with_exactly_one_tag(flags: Stack) -> None:
    trust = flags.roles()[flags.environment.physical_name("feature-flags-tenant")]
    (statement,) = trust["Statement"]
    evaluator = flags.environment.physical_name("feature-flags-evaluator")
    assert statement["Principal"]["AWS"].endswith(f":role/{evaluator}")
    assert statement["Condition"] == {
        "StringLike": {"aws:RequestTag/tenantId": "?*"},
        "ForAllValues:StringEquals": {"aws:TagKeys": ["tenantId"]},
    }

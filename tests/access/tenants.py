"""What is asked in the name of a tenant's session: for its own items, and by every road to others'."""

from __future__ import annotations

from dataclasses import replace

from dynawright.model import Entity
from dynawright.model.sample import items
from stacks.feature_flags.model import FLAGS, TENANT
from tests.access.actions import ON_ANYTHING, ON_ITEMS, ON_STREAMS, ON_TABLES
from tests.access.matrix import on_its_key
from tests.access.simulator import Document, Question, Request, wrong_answers
from tests.access.synthesized import Stack

TAG = "aws:PrincipalTag/tenantId"
OWN = "TENANT#a"
OWN_ACTIONS = ("GetItem", "Query", "PutItem")

OUTSIDE: dict[str, tuple[list[str] | None, str | None]] = {
    "another tenant": (["TENANT#b"], "a"),
    "a prefix neighbour": (["TENANT#ab"], "a"),
    "no tenant": (["TENANT#"], "a"),
    "another case": (["TENANT#A"], "a"),
    "its evaluations, which are not its overrides": (["TENANT#a#EVAL#flag"], "a"),
    "a batch or a transaction over two tenants": (["TENANT#a", "TENANT#b"], "a"),
    "a flag": (["FLAG#production#x"], "a"),
    "no key": (None, "a"),
    "no tag": (["TENANT#a"], None),
    "neither a tenant nor a tag": (["TENANT#"], None),
    "the variable itself": (["TENANT#${aws:PrincipalTag/tenantId}"], None),
    "a tag that would match anything": (["TENANT#a"], "*"),
    "a tag that would match one character": (["TENANT#b"], "?"),
    "an empty tag": (["TENANT#a"], ""),
}
"""The leading keys and the session's tag, neither of which opens anything."""


def wrong(flags: Stack, policies: list[Document]) -> list[Question]:
    """Where these policies give a tenant's session more, or less, than its own partition."""
    return wrong_answers(policies, questions(flags), account_id=flags.environment.account_id)


def role_name(flags: Stack) -> str:
    return flags.environment.physical_name("feature-flags-tenant")


def questions(flags: Stack) -> list[Question]:
    return [*_own(flags), *_outside(flags), *_indexes(flags), *_planted(flags), *_whole(flags), *_every_key(flags), *_key(flags)]


def _own(flags: Stack) -> list[Question]:
    return [
        Question(_request(flags, action, [OWN]), expected=action in OWN_ACTIONS, topic="its own items")
        for action in (*ON_ITEMS, "Scan")
    ]


def _outside(flags: Stack) -> list[Question]:
    return [
        Question(_request(flags, action, keys, tag), expected=False, topic=topic)
        for topic, (keys, tag) in OUTSIDE.items()
        for action in ON_ITEMS
    ]


def _indexes(flags: Stack) -> list[Question]:
    return [
        Question(_request(flags, action, [OWN], index=name), expected=False, topic="indexes")
        for action in ("Query", "Scan", "PartiQLSelect")
        for name in FLAGS.index_keys
    ]


def _planted(flags: Stack) -> list[Question]:
    """An override with all that it has can be put; with one key of another index, or as another entity, it can't."""
    override = _attributes(FLAGS.entity("FLAG_OVERRIDE"))
    other_keys = {key.name for keys in FLAGS.index_keys.values() for key in keys} - override
    other_items = [_attributes(entity) for entity in FLAGS.entities if not _attributes(entity) <= override]
    refused = [*({*override, name} for name in sorted({*other_keys, "secret"})), *other_items]
    asked = [(_putting(flags, override), True), *((_putting(flags, names), False) for names in refused)]
    return [Question(request, expected, topic="items under keys of other indexes") for request, expected in asked]


def _attributes(entity: Entity) -> set[str]:
    return {name for item in items(FLAGS, entity, 0) for name in item}


def _putting(flags: Stack, attributes: set[str]) -> Request:
    request = _request(flags, "PutItem", [OWN])
    return replace(request, context={**request.context, "dynamodb:Attributes": sorted(attributes)})


def _whole(flags: Stack) -> list[Question]:
    asked = [_request(flags, action, None) for action in ON_TABLES]
    stream = f"{_arn(flags)}/stream/2026-01-01T00:00:00.000"
    asked += [Request(f"dynamodb:{action}", stream, {TAG: "a"}) for action in ON_STREAMS]
    asked += [Request(f"dynamodb:{action}", "*", {TAG: "a"}) for action in ON_ANYTHING]
    return [Question(request, expected=False, topic="the table, its stream and the account") for request in asked]


def _every_key(flags: Stack) -> list[Question]:
    """Every real partition key of every entity, by every action: only those equal to the tenant's own are let through."""
    names = {FLAGS.partition_key.name, *(keys[0].name for keys in FLAGS.index_keys.values())}
    keys = {str(item[name]) for entity in FLAGS.entities for item in items(FLAGS, entity, 0) for name in names if name in item}
    return [
        Question(
            _request(flags, action, [key], tag="tenantId1"),
            expected=key == "TENANT#tenantId1" and action in OWN_ACTIONS,
            topic="every item of every entity",
        )
        for key in sorted(keys)
        for action in ON_ITEMS
    ]


def _key(flags: Stack) -> list[Question]:
    """What encrypts the table is used as by any consumer of it."""
    return [replace(question, topic="the key") for question in on_its_key(flags, FLAGS, TENANT)]


def _request(flags: Stack, action: str, keys: list[str] | None, tag: str | None = "a", index: str | None = None) -> Request:
    context: dict[str, object] = {} if keys is None else {"dynamodb:LeadingKeys": keys}
    if tag is not None:
        context[TAG] = tag
    return Request(f"dynamodb:{action}", _arn(flags) + (f"/index/{index}" if index else ""), context)


def _arn(flags: Stack) -> str:
    place = f"{flags.environment.region}:{flags.environment.account_id}"
    return f"arn:aws:dynamodb:{place}:table/{flags.environment.physical_name('feature-flags')}"

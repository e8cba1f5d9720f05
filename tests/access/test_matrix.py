"""Every consumer may do what its patterns need, and nothing else: each action, on each table and index, with each kind of key."""

from __future__ import annotations

import pytest

from modules.model import Consumer, System, TableModel
from modules.model.sample import items
from stacks.systems import SYSTEMS
from tests.access.actions import ON_ANYTHING, ON_ITEMS, ON_STREAMS, ON_TABLES
from tests.access.expectations import Right, rights
from tests.access.simulator import Request, allowed
from tests.access.synthesized import ENVIRONMENTS, Stack, stacks

CONSUMERS = [(system, consumer) for system in SYSTEMS for consumer in system.consumers if consumer.tenant_key is None]
ADMITTED_ELSEWHERE = {("ai_chef", "partner")}  # by a resource policy, not by a role of ours
FOREIGN_KEYS = ("ZZZ#1", "USER")


@pytest.fixture(scope="module", params=ENVIRONMENTS)
def built(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Stack]:
    return {stack.system: stack for stack in stacks(request.param, tmp_path_factory.mktemp("access"))}


def role_name(stack: Stack, consumer: Consumer) -> str:
    return stack.environment.physical_name(f"{stack.system.replace('_', '-')}-{consumer.name}")


def table_arn(stack: Stack, table: TableModel) -> str:
    place = f"{stack.environment.region}:{stack.environment.account_id}"
    return f"arn:aws:dynamodb:{place}:table/{stack.environment.physical_name(table.name)}"


def partition_keys(table: TableModel) -> list[str]:
    """One real partition key of the table and of each index for every entity, and some that no entity has."""
    names = {table.partition_key.name, *(keys[0].name for keys in table.index_keys.values())}
    found = {str(items(table, entity, 0)[0][name]) for entity in table.entities for name in names if name in entity.keys}
    return sorted({*found, *FOREIGN_KEYS})


def questions(stack: Stack, system: System, consumer: Consumer) -> list[tuple[Request, bool]]:
    """Requests with what the answer must be."""
    asked: list[tuple[Request, bool]] = []
    for table in system.tables:
        granted = rights(table, consumer)
        arn = table_arn(stack, table)
        places = {"": arn, **{name: f"{arn}/index/{name}" for name in table.index_keys}}
        for index, resource in places.items():
            for action in ON_ITEMS:
                for key in partition_keys(table):
                    context = {"dynamodb:LeadingKeys": [key], **_projection(table, consumer, action, index)}
                    expected = _covered(granted, action, index, key)
                    asked.append((Request(f"dynamodb:{action}", resource, context), expected))
                asked.append((Request(f"dynamodb:{action}", resource), _covered(granted, action, index, None)))
            for action in ON_TABLES:
                expected = action == "Scan" and _covered(granted, "Scan", index, None)
                asked.append((Request(f"dynamodb:{action}", resource), expected))
        stream = f"{arn}/stream/2026-01-01T00:00:00.000"
        asked += [(Request(f"dynamodb:{action}", stream), False) for action in ON_STREAMS]
        asked += [(Request("dynamodb:Query", f"{arn}/index/Unknown", {"dynamodb:LeadingKeys": ["x"]}), False)]
    elsewhere = f"arn:aws:dynamodb:{stack.environment.region}:{stack.environment.account_id}:table/somebody-elses"
    asked += [(Request(f"dynamodb:{action}", elsewhere, {"dynamodb:LeadingKeys": ["x"]}), False) for action in ON_ITEMS]
    asked += [(Request(f"dynamodb:{action}", "*"), False) for action in ON_ANYTHING]
    return asked


def _covered(granted: set[Right], action: str, index: str, key: str | None) -> bool:
    return any(right.covers(action, index, key) for right in granted)


def _projection(table: TableModel, consumer: Consumer, action: str, index: str) -> dict[str, object]:
    """Where a grant limits what is read, the request asks for just what the pattern reads."""
    reads = {"GetItem": "Get", "BatchGetItem": "BatchGet", "Query": "Query"}
    for pattern in table.access_patterns:
        attributes = getattr(pattern, "attributes", ())
        same_place = (getattr(pattern, "index", None) or "") == index
        if consumer in pattern.used_by and attributes and type(pattern).__name__ == reads.get(action) and same_place:
            return {"dynamodb:Attributes": list(attributes), "dynamodb:Select": "SPECIFIC_ATTRIBUTES"}
    return {}


@pytest.mark.parametrize(("system", "consumer"), CONSUMERS, ids=[f"{s.name}-{c.name}" for s, c in CONSUMERS])
def test_a_consumer_may_do_what_its_patterns_need_and_nothing_else(
    built: dict[str, Stack], system: System, consumer: Consumer
) -> None:
    if (system.name, consumer.name) in ADMITTED_ELSEWHERE:
        return
    stack = built[system.name]
    policies = stack.policies_of(role_name(stack, consumer))
    asked = questions(stack, system, consumer)
    answers = allowed(policies, [request for request, _ in asked], account_id=stack.environment.account_id)
    wrong = [
        f"{request.action} on {request.resource} with {request.context}: {'allowed' if answer else 'denied'}"
        for (request, expected), answer in zip(asked, answers, strict=True)
        if answer != expected
    ]
    assert wrong == []
    assert any(answers), "a consumer without any right is a mistake"

"""Every consumer may do what its patterns need, and nothing else."""

from __future__ import annotations

import pytest

from dynawright.model import Consumer, System
from dynawright.systems import systems
from tests.access import matrix
from tests.access.expectations import rights
from tests.access.functions import is_built
from tests.access.synthesized import ENVIRONMENTS, Stack, stacks

ADMITTED_ELSEWHERE = {("ai_chef", "partner")}  # by a resource policy, not by a role of ours
CONSUMERS = [
    (system, consumer)
    for system in systems()
    for consumer in system.consumers
    if consumer.tenant_key is None and (system.name, consumer.name) not in ADMITTED_ELSEWHERE
]


@pytest.fixture(scope="module", params=ENVIRONMENTS)
def built(request: pytest.FixtureRequest) -> dict[str, Stack]:
    return stacks(request.param)


@pytest.mark.parametrize(("system", "consumer"), CONSUMERS, ids=[f"{s.name}-{c.name}" for s, c in CONSUMERS])
def test_a_consumer_may_do_what_its_patterns_need_and_nothing_else(
    built: dict[str, Stack], system: System, consumer: Consumer
) -> None:
    stack, role = built[system.name], matrix.role_name(built[system.name], consumer)
    if not is_built(stack, consumer):
        assert role not in stack.roles()
        return
    assert matrix.wrong(stack, system, consumer, stack.policies_of(role)) == []


@pytest.mark.parametrize(("system", "consumer"), CONSUMERS, ids=[f"{s.name}-{c.name}" for s, c in CONSUMERS])
def test_every_consumer_may_do_something(system: System, consumer: Consumer) -> None:
    assert any(rights(table, consumer) for table in system.tables)

"""Every consumer has the rights that its patterns need, and no others."""

from __future__ import annotations

import pytest

from dynawright.model import Consumer, System
from tests.access import matrix
from tests.access.applications import COMPLETE, Application, consumers, stacks
from tests.access.expectations import rights
from tests.access.functions import is_built

CONSUMERS = list(consumers())
IDS = [f"{system.name}-{consumer.name}" for _, system, consumer in CONSUMERS]
IN_ENVIRONMENTS = [(*one, environment) for one in CONSUMERS for environment in one[0].environments]


@pytest.mark.parametrize(
    ("application", "system", "consumer", "environment"),
    IN_ENVIRONMENTS,
    ids=[f"{system.name}-{consumer.name}-{environment}" for _, system, consumer, environment in IN_ENVIRONMENTS],
)
def test_a_consumer_may_do_what_its_patterns_need_and_nothing_else(
    application: Application, system: System, consumer: Consumer, environment: str
) -> None:
    stack = stacks(application, environment)[system.name]
    role = matrix.role_name(stack, consumer)
    if not is_built(stack, consumer):
        assert role not in stack.roles()
        return
    assert matrix.wrong(stack, system, consumer, stack.policies_of(role)) == []


@pytest.mark.parametrize(("application", "system", "consumer"), CONSUMERS, ids=IDS)
def test_every_consumer_may_do_something(application: Application, system: System, consumer: Consumer) -> None:
    assert any(rights(table, consumer) for table in system.tables)


def test_each_kind_of_expectation_is_tried() -> None:
    """Otherwise the first test would pass without requests."""
    asked = {consumer.name for application, _, consumer in CONSUMERS if application == COMPLETE}
    assert asked == {"desk", "reports", "loan-history", "tickets"}

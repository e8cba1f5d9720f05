"""A tenant's session reaches only its own partition."""

from __future__ import annotations

import pytest

from dynawright.model import Consumer, TableModel
from tests.access.applications import BOTH, COMPLETE, Application, stacks
from tests.access.expectations import rights
from tests.access.functions import role_name
from tests.access.tenants import Tenancy
from tests.complete.stacks.library.model import BRANCH, LOANS

TENANTS = [
    (application, environment, system.name, table, consumer)
    for application in BOTH
    for environment in application.environments
    for system in application.systems
    for table in system.tables
    for consumer in system.consumers
    if consumer.tenant_key is not None and rights(table, consumer)
]
IDS = [f"{system}-{consumer.name}-{environment}" for _, environment, system, _, consumer in TENANTS]


def library() -> Tenancy:
    return Tenancy(stacks(COMPLETE, "local")["library"], LOANS, BRANCH)


@pytest.mark.parametrize(("application", "environment", "system", "table", "consumer"), TENANTS, ids=IDS)
def test_a_tenant_reaches_its_own_partition_and_nothing_else(
    application: Application, environment: str, system: str, table: TableModel, consumer: Consumer
) -> None:
    tenancy = Tenancy(stacks(application, environment)[system], table, consumer)
    assert tenancy.wrong(tenancy.policies) == []


@pytest.mark.parametrize(("application", "environment", "system", "table", "consumer"), TENANTS, ids=IDS)
def test_every_own_action_is_asked_for_and_expected(
    application: Application, environment: str, system: str, table: TableModel, consumer: Consumer
) -> None:
    """The tenant has rights on its own items."""
    tenancy = Tenancy(stacks(application, environment)[system], table, consumer)
    expected = [question.request.action for question in tenancy.questions() if question.expected and question.topic != "the key"]
    assert set(expected) == {f"dynamodb:{action}" for action in tenancy.own_actions}


def test_a_tenants_key_and_tag_are_those_of_the_model() -> None:
    assert (library().key("a"), library().tag, library().own_actions) == ("BRANCH#a", "branchId", {"GetItem", "PutItem", "Query"})


def test_keys_of_every_index_but_its_own_are_tried() -> None:
    loan = {"PK", "SK", "GSI1PK", "GSI1SK", "branchId", "loanId", "readerId", "bookId", "updatedBy", "expiresAt"}
    tried = [
        (set(question.request.context.get("dynamodb:Attributes", ())), question.expected)
        for question in library().questions()
        if question.topic == "items under keys of other indexes"
    ]
    assert (loan, True) in tried
    assert (set(), False) in tried
    for name in ("GSI2PK", "GSI2SK"):
        assert (loan | {name}, False) in tried


def test_a_session_can_only_be_had_with_exactly_one_tag() -> None:
    tenancy = library()
    (statement,) = tenancy.stack.roles()[role_name(tenancy.stack, BRANCH)]["Statement"]
    assert statement["Principal"]["AWS"].endswith(":role/library-desk-local")
    assert statement["Condition"] == {
        "StringLike": {"aws:RequestTag/branchId": "?*"},
        "ForAllValues:StringEquals": {"aws:TagKeys": ["branchId"]},
    }

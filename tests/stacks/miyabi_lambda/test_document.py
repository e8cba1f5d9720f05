"""Lines of the team's document that were once not met; other decisions are in document.py."""

from collections.abc import Mapping

import pytest

from dynawright.model import Get, Query
from dynawright.model.reach import read_entities
from stacks.miyabi_lambda.model import AGENTS, API, DATA, SYSTEM
from tests.stacks.documents import Documents


@pytest.mark.parametrize(
    ("entity", "kind", "readers"),
    [
        ("REPOSITORY_BY_ID", Get, {API, AGENTS}),
        ("ORGANIZATION", Get, {API, AGENTS}),
        ("ORG_MEMBER", Query, {API}),
        ("WORKFLOW", Get, {API, AGENTS}),  # AP10, one workflow by id
    ],
)
def test_repository_organization_members_and_workflow_can_be_read(entity: str, kind: type, readers: set[object]) -> None:
    patterns = [
        pattern
        for pattern in DATA.access_patterns
        if isinstance(pattern, kind) and DATA.entity(entity) in read_entities(DATA, pattern)
    ]
    assert {consumer for pattern in patterns for consumer in pattern.used_by} >= readers


def test_nothing_is_written_that_no_role_can_read_or_must_know_unread() -> None:
    assert {warning.code for warning in SYSTEM.warnings} <= {"DW264"}  # few values of a status: the document wants that index


def test_data_is_spelled_out_and_lists_are_lists() -> None:
    bare = [entity.name for entity in DATA.entities if not isinstance(entity.declared["Data"], Mapping)]
    assert bare == ["EXECUTION_RESULT"]
    organization, member = (DATA.entity(name).declared["Data"] for name in ("ORGANIZATION", "ORG_MEMBER"))
    assert isinstance(organization, Mapping)
    assert isinstance(member, Mapping)
    assert organization["settings"] == {"allowedAgents": "L", "maxConcurrentExecutions": "N"}
    assert member["permissions"] == "L"


@pytest.mark.parametrize("environment", ["production", "staging"])
def test_the_security_group_of_clients_is_an_output(documents: Documents, environment: str) -> None:
    output = documents[environment, "miyabi_lambda"]["output"]["ClientsSecurityGroupId"]["value"]
    assert output.startswith("${aws_security_group.Network_Clients")

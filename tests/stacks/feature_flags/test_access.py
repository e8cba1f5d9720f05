"""A tenant of feature_flags has its own overrides, and neither its evaluations nor any flag."""

from __future__ import annotations

import pytest

from stacks.feature_flags.model import FLAGS, TENANT
from tests.access.applications import REFERENCE, stacks
from tests.access.tenants import Tenancy

ALSO_OUTSIDE = {
    "its evaluations, which are not its overrides": (["TENANT#a#EVAL#flag"], "a"),
    "a flag": (["FLAG#production#x"], "a"),
}


@pytest.mark.usefixtures("needs_node_packages")
@pytest.mark.parametrize("environment", REFERENCE.environments)
def test_a_tenant_reaches_its_overrides_only(environment: str) -> None:
    tenancy = Tenancy(stacks(REFERENCE, environment)["feature_flags"], FLAGS, TENANT, ALSO_OUTSIDE)
    assert tenancy.wrong(tenancy.policies) == []
    assert set(ALSO_OUTSIDE) <= {question.topic for question in tenancy.questions()}


def test_its_own_patterns_are_just_these() -> None:
    used = {pattern.id: pattern.operation for pattern in FLAGS.access_patterns if TENANT in pattern.used_by}
    assert used == {"PF11a": "GetItem", "PF11b": "Query", "PF11c": "PutItem"}


def test_an_override_has_these_attributes() -> None:
    override = {"PK", "SK", "GSI3PK", "GSI3SK", "tenantId", "environment", "flagKey", "enabled", "updatedAt", "updatedBy"}
    tenancy = Tenancy(stacks(REFERENCE, "local")["feature_flags"], FLAGS, TENANT)
    assert tenancy.attributes(tenancy.own_entity) == override


def test_the_evaluator_hands_out_the_sessions() -> None:
    stack = stacks(REFERENCE, "production")["feature_flags"]
    (statement,) = stack.roles()["feature-flags-tenant-production"]["Statement"]
    assert statement["Principal"]["AWS"].endswith(":role/feature-flags-evaluator-production")


def test_there_is_no_bucket_of_records_where_nothing_is_recorded() -> None:
    stack = stacks(REFERENCE, "dev")["feature_flags"]
    assert [bucket for bucket in stack.arns("aws_s3_bucket") if "records" in bucket] == []

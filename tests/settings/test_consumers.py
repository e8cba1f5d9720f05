"""Who may assume a role: each entry names one principal, with all that belongs to it."""

import pytest

from tests.settings.conftest import Problems, told

HERE = "systems.orders.consumers.api"


@pytest.mark.parametrize(
    ("entry", "place"),
    [
        ("{}", "assumed_by[0]"),
        ("{service: lambda, role_arn: 'arn:aws:iam::222222222222:role/x'}", "assumed_by[0]"),
        ("{service: lambda, external_id: k3x9}", "assumed_by[0].external_id"),
        ("{permission_set: Support, oidc_provider: gitlab.example.com}", "assumed_by[0].oidc_provider"),
        ("{account_id: '222222222222'}", "assumed_by[0].account_id"),
        ("{account_id: '123456789012', external_id: k3x9}", "assumed_by[0].account_id"),
    ],
)
def test_an_entry_names_one_principal_whole(problems: Problems, entry: str, place: str) -> None:
    lines = f"systems: {{orders: {{consumers: {{api: {{assumed_by: [{entry}]}}}}}}}}"
    assert [(code, where) for code, _, where in told(problems(lines))] == [("DW175", f"{HERE}.{place}")]


@pytest.mark.parametrize(
    "entry",
    ["{oidc_subject: 'repo:acme/*'}", "{role_arn: 'arn:aws:iam::1:role/x'}", "{service: glue}"],
)
def test_a_principal_is_one_exact_name(problems: Problems, entry: str) -> None:
    lines = f"systems: {{orders: {{consumers: {{api: {{assumed_by: [{entry}]}}}}}}}}"
    assert {code for code, _, _ in told(problems(lines))} == {"DW106"}


def test_functions_are_in_vain_where_lambda_may_not_assume_the_role(problems: Problems) -> None:
    lines = "systems: {orders: {consumers: {api: {functions: [nightly], assumed_by: [{service: ecs}]}}}}"
    assert [(code, where) for code, _, where in told(problems(lines))] == [("DW175", f"{HERE}.functions")]

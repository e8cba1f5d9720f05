"""Who may assume a role: each trust statement to the letter."""

import pytest

from dynawright.errors import UserError
from dynawright.iam import trust
from dynawright.iam.evaluator import Policies, Policy, PolicyKind, Principal, Request, RoleSession, WebIdentity, evaluate
from dynawright.iam.policy import Statement
from tests.problems import told


def test_lambda_functions_are_trusted_as_a_service() -> None:
    assert trust.lambda_functions().json() == {
        "Effect": "Allow",
        "Principal": {"Service": "lambda.amazonaws.com"},
        "Action": "sts:AssumeRole",
    }


def test_ecs_tasks_are_trusted_in_this_account_and_region_only() -> None:
    assert trust.ecs_tasks("111111111111", "ap-northeast-1").json() == {
        "Effect": "Allow",
        "Principal": {"Service": "ecs-tasks.amazonaws.com"},
        "Action": "sts:AssumeRole",
        "Condition": {
            "ArnLike": {"aws:SourceArn": "arn:aws:ecs:ap-northeast-1:111111111111:*"},
            "StringEquals": {"aws:SourceAccount": "111111111111"},
        },
    }


def test_another_account_is_trusted_with_the_external_id() -> None:
    assert trust.other_account("222222222222", "k3x9").json() == {
        "Effect": "Allow",
        "Principal": {"AWS": "arn:aws:iam::222222222222:root"},
        "Action": "sts:AssumeRole",
        "Condition": {"StringEquals": {"sts:ExternalId": "k3x9"}},
    }


@pytest.mark.parametrize("external_id", ["ab", "a" * 1224, "A9_+=,.@:/-"])
def test_an_external_id_that_aws_takes_is_taken(external_id: str) -> None:
    assert trust.other_account("222222222222", external_id).condition == {"StringEquals": {"sts:ExternalId": external_id}}


@pytest.mark.parametrize("external_id", ["", "a", "a" * 1225, "two words", "a*", "${path.cwd}", "ab\n"])
def test_an_external_id_that_aws_refuses_is_refused(external_id: str) -> None:
    with pytest.raises(UserError) as caught:
        trust.other_account("222222222222", external_id)
    assert told(caught.value.problems) == [("DW342", "external id", external_id)]


def test_one_environment_of_one_repository_is_trusted_through_github() -> None:
    provider = "token.actions.githubusercontent.com"
    assert trust.github("111111111111", "acme/infra", "production").json() == {
        "Effect": "Allow",
        "Principal": {"Federated": f"arn:aws:iam::111111111111:oidc-provider/{provider}"},
        "Action": "sts:AssumeRoleWithWebIdentity",
        "Condition": {
            "StringEquals": {
                f"{provider}:aud": "sts.amazonaws.com",
                f"{provider}:sub": "repo:acme/infra:environment:production",
            }
        },
    }


def test_the_same_repository_is_trusted_in_each_form_that_github_writes() -> None:
    statement = trust.github("111111111111", "acme@1/infra@2", "production", "acme/infra").json()
    assert statement["Condition"]["StringEquals"]["token.actions.githubusercontent.com:sub"] == [
        "repo:acme@1/infra@2:environment:production",
        "repo:acme/infra:environment:production",
    ]


@pytest.mark.parametrize("spelling", ["acme@1/infra", "acme/infra@2", "acme@*/infra@2", "acme@1/*", "acme@x/infra@2", "*"])
def test_half_a_pair_of_ids_and_a_pattern_are_refused(spelling: str) -> None:
    with pytest.raises(UserError) as caught:
        trust.github("111111111111", "acme/infra", "production", spelling)
    assert told(caught.value.problems) == [("DW342", "repository", spelling)]


@pytest.mark.parametrize(
    "repository", ["", "infra", "acme/", "/infra", "/", "acme/infra/x", "acme/*", "*/infra", "acme/infra:ref:x", "acme/${x}"]
)
def test_a_repository_that_is_no_exact_name_is_refused(repository: str) -> None:
    with pytest.raises(UserError) as caught:
        trust.github("111111111111", repository, "production")
    assert told(caught.value.problems) == [("DW342", "repository", repository)]


@pytest.mark.parametrize("environment", ["", "*", "prod*", "prod:ref:x", "${x}"])
def test_an_environment_that_is_no_exact_name_is_refused(environment: str) -> None:
    with pytest.raises(UserError) as caught:
        trust.github("111111111111", "acme/infra", environment)
    assert told(caught.value.problems) == [("DW342", "deployment environment", environment)]


def test_tenants_sessions_are_handed_out_by_one_role_with_one_tag() -> None:
    assert trust.tenant_sessions("arn:aws:iam::111111111111:role/evaluator", "tenantId").json() == {
        "Effect": "Allow",
        "Principal": {"AWS": "arn:aws:iam::111111111111:role/evaluator"},
        "Action": ["sts:AssumeRole", "sts:TagSession"],
        "Condition": {
            "StringLike": {"aws:RequestTag/tenantId": "?*"},
            "ForAllValues:StringEquals": {"aws:TagKeys": ["tenantId"]},
        },
    }


ROLE = "arn:aws:iam::111111111111:role/desk"
ANYTHING = {"Version": "2012-10-17", "Statement": [{"Effect": "Allow", "Action": "sts:*", "Resource": "*"}]}


def admits(statement: Statement, principal: Principal, action: str = "sts:AssumeRole") -> bool:
    """Whether a principal whose own policies allow everything gets in."""
    trusts = Policy.parse({"Version": "2012-10-17", "Statement": [statement.json()]}, name="t", kind=PolicyKind.TRUST)
    own = (Policy.parse(ANYTHING, name="own", kind=PolicyKind.IDENTITY),) if isinstance(principal, RoleSession) else ()
    request = Request(action=action, resource=ROLE, principal=principal)
    return evaluate(request, Policies(identity=own, resource=trusts)).allowed


def session(role: str, account: str = "111111111111") -> RoleSession:
    return RoleSession(role_arn=f"arn:aws:iam::{account}:role/{role}", session_name="s")


@pytest.mark.parametrize("account", ["111111111111", "222222222222"])
def test_one_role_of_this_or_another_account_gets_in(account: str) -> None:
    statement = trust.role(f"arn:aws:iam::{account}:role/ci/build")
    assert admits(statement, session("ci/build", account))
    assert not admits(statement, session("ci/other", account))
    assert not admits(statement, session("ci/build", "333333333333"))


@pytest.mark.parametrize("path", ["", "eu-west-1/"])
def test_people_with_a_permission_set_get_in_wherever_identity_center_is(path: str) -> None:
    statement, reserved = trust.permission_set("111111111111", "Support"), f"aws-reserved/sso.amazonaws.com/{path}"
    assert admits(statement, session(f"{reserved}AWSReservedSSO_Support_0123456789abcdef"))
    assert not admits(statement, session(f"{reserved}AWSReservedSSO_Support_Lead_0123456789abcdef"))
    assert not admits(statement, session(f"{reserved}AWSReservedSSO_Lead_0123456789abcdef"))
    assert not admits(statement, session("AWSReservedSSO_Support_0123456789abcdef"))  # pragma: allowlist secret


def test_the_bearer_of_a_token_gets_in_with_its_whole_subject_and_audience() -> None:
    statement = trust.token_bearer("111111111111", provider="gitlab.example.com", audience="aws", subject="project:acme/x")

    def bearer(provider: str = "gitlab.example.com", aud: str = "aws", sub: str = "project:acme/x") -> bool:
        arn = f"arn:aws:iam::111111111111:oidc-provider/{provider}"
        principal = WebIdentity(provider_arn=arn, claims={"aud": aud, "sub": sub})
        return admits(statement, principal, "sts:AssumeRoleWithWebIdentity")

    assert bearer()
    assert not any((bearer(sub="project:acme/xy"), bearer(aud="other"), bearer(provider="gitlab.example.org")))


def test_instances_are_trusted_as_a_service() -> None:
    assert trust.ec2_instances().json()["Principal"] == {"Service": "ec2.amazonaws.com"}

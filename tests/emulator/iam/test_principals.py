"""A request's origin: administrator, role session, service for a role, token bearer, unknown."""

from __future__ import annotations

from dataclasses import replace

import pytest
from botocore.exceptions import ClientError

from dynawright.emulator.emulator import Emulator
from dynawright.emulator.iam.credentials import Credentials
from tests.emulator.iam.conftest import ACCOUNT, REGION, TABLE, NewRole, allow, policy, refused, trust

pytestmark = pytest.mark.slow
GITHUB = "token.actions.githubusercontent.com"
LAMBDA = {"Effect": "Allow", "Principal": {"Service": "lambda.amazonaws.com"}, "Action": "sts:AssumeRole"}


def test_the_administrator_may_do_everything(emulator: Emulator) -> None:
    assert emulator.client("dynamodb", REGION).list_tables()["TableNames"] == ["notes"]
    caller = emulator.client("sts", REGION).get_caller_identity()
    assert caller["Arn"] == f"arn:aws:iam::{ACCOUNT}:user/administrator"


def test_a_role_may_do_what_its_policies_allow_and_nothing_else(emulator: Emulator, new_role: NewRole) -> None:
    client = emulator.client("dynamodb", REGION, emulator.assume(new_role(allow("dynamodb:PutItem", TABLE))))
    client.put_item(TableName="notes", Item={"pk": {"S": "a"}})
    status, code, message = refused(client.get_item, TableName="notes", Key={"pk": {"S": "a"}})
    assert (status, code) == (400, "AccessDeniedException")
    assert "dynamodb:GetItem on resource: " + TABLE in message


def test_session_tags_fill_policy_variables(emulator: Emulator, new_role: NewRole) -> None:
    own = {"ForAllValues:StringEquals": {"dynamodb:LeadingKeys": ["TENANT#${aws:PrincipalTag/tenant}"]}}
    role = new_role(allow("dynamodb:PutItem", TABLE, Condition=own), trusted=trust(["sts:AssumeRole", "sts:TagSession"]))
    client = emulator.client("dynamodb", REGION, emulator.assume(role, tags={"tenant": "a"}))
    client.put_item(TableName="notes", Item={"pk": {"S": "TENANT#a"}})
    assert refused(client.put_item, TableName="notes", Item={"pk": {"S": "TENANT#b"}})[1] == "AccessDeniedException"


def test_tags_need_a_trust_policy_that_lets_sessions_be_tagged(emulator: Emulator, new_role: NewRole) -> None:
    with pytest.raises(ClientError, match="sts:TagSession"):
        emulator.assume(new_role(), tags={"tenant": "a"})


def test_a_session_policy_limits_the_session(emulator: Emulator, new_role: NewRole) -> None:
    role = new_role(allow("dynamodb:*", TABLE))
    client = emulator.client("dynamodb", REGION, emulator.assume(role, policy=policy(allow("dynamodb:PutItem"))))
    client.put_item(TableName="notes", Item={"pk": {"S": "a"}})
    assert "because no session policy allows" in refused(client.scan, TableName="notes")[2]


def test_a_permissions_boundary_limits_the_role(emulator: Emulator, new_role: NewRole) -> None:
    boundary = emulator.client("iam", REGION).create_policy(PolicyName="bound", PolicyDocument=policy(allow("dynamodb:PutItem")))
    role = new_role(allow("dynamodb:*", TABLE), PermissionsBoundary=boundary["Policy"]["Arn"])
    client = emulator.client("dynamodb", REGION, emulator.assume(role))
    client.put_item(TableName="notes", Item={"pk": {"S": "a"}})
    assert "because no permissions boundary allows" in refused(client.scan, TableName="notes")[2]


def test_a_changed_policy_counts_at_once(emulator: Emulator, new_role: NewRole) -> None:
    role = new_role(allow("dynamodb:Scan", TABLE))
    client = emulator.client("dynamodb", REGION, emulator.assume(role))
    client.scan(TableName="notes")
    name = role.rpartition("/")[2]
    iam = emulator.client("iam", REGION)
    iam.put_role_policy(RoleName=name, PolicyName="inline", PolicyDocument=policy(allow("dynamodb:Query", TABLE)))
    assert refused(client.scan, TableName="notes")[1] == "AccessDeniedException"


def test_a_service_acts_for_a_role_that_trusts_it(emulator: Emulator, new_role: NewRole) -> None:
    role = new_role(allow("dynamodb:Scan", TABLE), trusted=LAMBDA)
    session = emulator.assume(role, service="lambda.amazonaws.com")
    assert emulator.client("dynamodb", REGION, session).scan(TableName="notes")["ScannedCount"] >= 0
    with pytest.raises(ClientError, match="no role trust policy allows the sts:AssumeRole action"):
        emulator.assume(role, service="ec2.amazonaws.com")
    with pytest.raises(ClientError, match="AccessDenied"):
        emulator.assume(role)


def test_a_trust_policy_sees_for_what_a_service_acts(emulator: Emulator, new_role: NewRole) -> None:
    plan = f"arn:aws:backup:{REGION}:{ACCOUNT}:backup-plan:a"
    conditions = {"StringEquals": {"aws:SourceAccount": ACCOUNT}, "ArnEquals": {"aws:SourceArn": plan}}
    role = new_role(trusted={**LAMBDA, "Condition": conditions})
    emulator.assume(role, service="lambda.amazonaws.com", source_arn=plan)
    with pytest.raises(ClientError, match="AccessDenied"):
        emulator.assume(role, service="lambda.amazonaws.com", source_arn=f"{plan}b")


def test_a_role_can_be_assumed_with_a_token_whose_claims_the_trust_policy_names(emulator: Emulator, new_role: NewRole) -> None:
    emulator.client("iam", REGION).create_open_id_connect_provider(Url=f"https://{GITHUB}", ClientIDList=["sts.amazonaws.com"])
    role = new_role(
        allow("dynamodb:Scan", TABLE),
        trusted={
            "Effect": "Allow",
            "Principal": {"Federated": f"arn:aws:iam::{ACCOUNT}:oidc-provider/{GITHUB}"},
            "Action": "sts:AssumeRoleWithWebIdentity",
            "Condition": {"StringEquals": {f"{GITHUB}:aud": "sts.amazonaws.com", f"{GITHUB}:sub": "repo:o/r:environment:dev"}},
        },
    )
    session = emulator.assume_with_token(role, issuer=f"https://{GITHUB}", sub="repo:o/r:environment:dev")
    assert "Items" in emulator.client("dynamodb", REGION, session).scan(TableName="notes")
    with pytest.raises(ClientError, match="Not authorized to perform sts:AssumeRoleWithWebIdentity"):
        emulator.assume_with_token(role, issuer=f"https://{GITHUB}", sub="repo:o/other:environment:dev")
    with pytest.raises(ClientError, match="InvalidIdentityToken"):
        emulator.assume_with_token(role, issuer="https://elsewhere.example.com", sub="repo:o/r:environment:dev")


def test_credentials_that_nobody_was_given_are_refused(emulator: Emulator, new_role: NewRole) -> None:
    made_up = "ASIAUNKNOWN"
    unknown = Credentials(access_key_id=made_up, secret_access_key=made_up, session_token=made_up)
    assert refused(emulator.client("dynamodb", REGION, unknown).list_tables)[:2] == (400, "UnrecognizedClientException")
    assert refused(emulator.client("iam", REGION, unknown).list_roles)[:2] == (403, "InvalidClientTokenId")
    session = emulator.assume(new_role(allow("dynamodb:*")))
    stolen = replace(session, session_token=made_up)
    assert refused(emulator.client("dynamodb", REGION, stolen).list_tables)[1] == "UnrecognizedClientException"


def test_an_operation_without_a_row_is_an_error_and_no_allow(emulator: Emulator) -> None:
    status, code, message = refused(emulator.client("codecommit", REGION).list_repositories)
    assert (status, code) == (501, "NotImplemented")
    assert "codecommit:ListRepositories" in message


def test_statements_of_partiql_ask_for_their_own_actions(emulator: Emulator, new_role: NewRole) -> None:
    own = {"ForAllValues:StringEquals": {"dynamodb:LeadingKeys": ["a"]}, "Null": {"dynamodb:LeadingKeys": "false"}}
    role = new_role(allow("dynamodb:PartiQLSelect", TABLE, Condition=own))
    client = emulator.client("dynamodb", REGION, emulator.assume(role))
    assert "Items" in client.execute_statement(Statement="SELECT * FROM notes WHERE pk = ?", Parameters=[{"S": "a"}])
    for statement in ("SELECT * FROM notes WHERE pk = 'b'", "SELECT * FROM notes", "DELETE FROM notes WHERE pk = 'a'"):
        assert refused(client.execute_statement, Statement=statement)[1] == "AccessDeniedException"


@pytest.mark.parametrize("bucket", ["latest", "favicon.icon"])
def test_no_bucket_is_taken_for_a_path_of_the_emulator_itself(emulator: Emulator, new_role: NewRole, bucket: str) -> None:
    administrator = emulator.client("s3", REGION)
    administrator.create_bucket(Bucket=bucket, CreateBucketConfiguration={"LocationConstraint": REGION})
    administrator.put_object(Bucket=bucket, Key="notes", Body=b"secret")
    client = emulator.client("s3", REGION, emulator.assume(new_role()))
    assert refused(client.get_object, Bucket=bucket, Key="notes")[:2] == (403, "AccessDenied")

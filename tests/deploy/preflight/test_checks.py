"""Each preflight check on the emulator, passing and failing."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, ClassVar

import pytest
from botocore.exceptions import ClientError

from dynawright.deploy.bootstrap import bootstrap
from dynawright.deploy.preflight import boundary, quotas, surroundings
from dynawright.deploy.preflight.preflight import CHECKS, rows
from dynawright.deploy.preflight.row import Account, Document, Look, Row
from dynawright.emulator.emulator import Emulator
from dynawright.settings import SystemSettings, environment_class, validated
from tests.environments import REQUIRED

ACCOUNT, OTHER, REGION = "111111111111", "555555555555", "ap-northeast-1"
GITHUB = f"arn:aws:iam::{ACCOUNT}:oidc-provider/token.actions.githubusercontent.com"
BOUNDARY = f"arn:aws:iam::{ACCOUNT}:policy/boundary"
POLICY = json.dumps({"Version": "2012-10-17", "Statement": [{"Effect": "Deny", "Action": "*", "Resource": "*"}]})
DEPLOYED = {"roles": {"permissions_boundary_arn": BOUNDARY}, "deployment": {"repository": "acme/orders"}}


class OrdersSettings(SystemSettings):
    """A system with a network and a role of someone else."""

    builds: ClassVar = ("network",)
    partner_role_arn: str | None = None


@pytest.fixture(scope="module")
def emulator() -> Iterator[Emulator]:
    with Emulator(ACCOUNT, iam="enforce") as running:
        yield running


def stack(**resources: list[dict[str, Any]]) -> Document:
    """Return a stack's JSON with these resources, by their type."""
    numbered = {type_: {str(number): body for number, body in enumerate(bodies)} for type_, bodies in resources.items()}
    return {"provider": {"aws": [{"region": REGION}]}, "resource": numbered}


def account(emulator: Emulator, document: Document | None = None, **settings: Any) -> Account:
    environment = validated({**REQUIRED, **settings}, environment_class({"orders": OrdersSettings}))
    return Account(environment, emulator.client, {"orders": document or stack()})


def states(look: Look, asked: Account) -> list[tuple[str, str]]:
    return [(row.subject, row.state) for row in look(asked)]


def test_every_check_that_finds_something_missing_says_what_to_do(emulator: Emulator) -> None:
    settings: dict[str, Any] = {
        **DEPLOYED,
        "backup": {"copy_to_vault_arns": [f"arn:aws:backup:{REGION}:{ACCOUNT}:backup-vault:none"]},
    }
    seen = list(rows(account(emulator, **settings, state={"bucket": "state-of-none"})))
    assert {row.check for row in seen if row.state == "missing"} >= {"state bucket", "permissions boundary", "copy vault"}
    assert [row for row in seen if row.state == "missing" and not row.fix] == []


def test_a_check_that_the_credentials_may_not_make_is_a_note(emulator: Emulator, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(_: Account) -> Iterator[Row]:
        raise ClientError({"Error": {"Code": "AccessDenied", "Message": ""}}, "DescribeRegions")
        yield

    monkeypatch.setitem(CHECKS, "Region", refused)
    _, first, *_ = rows(account(emulator))
    assert (first.check, first.subject, first.state) == ("Region", "DescribeRegions", "note")


def test_credentials_are_of_the_environments_account(emulator: Emulator) -> None:
    assert states(surroundings.owner, account(emulator)) == [(ACCOUNT, "ok")]
    assert states(surroundings.owner, account(emulator, account_id=OTHER)) == [(OTHER, "missing")]


def test_regions_that_are_enabled_are_told_from_those_that_are_not(emulator: Emulator) -> None:
    assert states(surroundings.regions, account(emulator)) == [(REGION, "ok")]
    assert states(surroundings.regions, account(emulator, other_regions=["me-south-1"])) == [
        (REGION, "ok"),
        ("me-south-1", "missing"),
    ]


def test_the_state_bucket_is_looked_at_and_left_as_it_is(emulator: Emulator) -> None:
    asked = account(emulator, state={"bucket": "state-preflight"})
    s3 = emulator.client("s3", REGION)
    assert states(surroundings.state_bucket, asked) == [("state-preflight", "missing")]
    assert "state-preflight" not in [bucket["Name"] for bucket in s3.list_buckets()["Buckets"]]
    bootstrap(asked.environment, lambda service: emulator.client(service, REGION))
    assert states(surroundings.state_bucket, asked) == [("state-preflight", "ok")]
    s3.delete_public_access_block(Bucket="state-preflight")
    (row,) = surroundings.state_bucket(asked)
    assert (row.state, "public access blocked" in row.fix) == ("missing", True)
    assert states(surroundings.state_bucket, account(emulator)) == [("a file on this machine", "ok")]


def test_the_boundary_is_a_policy_of_the_account(emulator: Emulator) -> None:
    asked = account(emulator, **DEPLOYED)
    assert states(boundary.boundary, asked) == [(BOUNDARY, "missing")]
    iam = emulator.client("iam", REGION)
    iam.create_policy(PolicyName="boundary", PolicyDocument=POLICY)
    assert states(boundary.boundary, asked) == [(BOUNDARY, "ok")]
    iam.delete_policy(PolicyArn=BOUNDARY)
    assert states(boundary.boundary, account(emulator)) == []


@pytest.mark.parametrize(
    ("allowed", "ways"),
    [
        ({"Action": "*"}, list(boundary.WAYS_OUT)),
        ({"NotAction": ["iam:*", "s3:*"]}, ["lambda:UpdateFunctionCode", "sts:AssumeRole"]),
        ({"Action": "s3:*"}, ["s3:GetObject", "s3:PutObject"]),
        ({"Action": ["dynamodb:*", "logs:*"]}, []),
    ],
    ids=["everything", "all but IAM", "the state", "what systems need"],
)
def test_a_boundary_that_gives_away_more_is_noted(emulator: Emulator, allowed: dict[str, Any], ways: list[str]) -> None:
    iam, statement = emulator.client("iam", REGION), {"Effect": "Allow", "Resource": "*", **allowed}
    iam.create_policy(PolicyName="boundary", PolicyDocument=json.dumps({"Version": "2012-10-17", "Statement": [statement]}))
    (row,) = boundary.boundary(account(emulator, **DEPLOYED))
    iam.delete_policy(PolicyArn=BOUNDARY)
    assert row.state == ("note" if ways else "ok")
    assert [way for way in boundary.WAYS_OUT if way in row.fix] == ways


def test_vaults_of_other_accounts_can_not_be_seen(emulator: Emulator) -> None:
    own, foreign = (f"arn:aws:backup:ap-northeast-3:{owner}:backup-vault:copies" for owner in (ACCOUNT, OTHER))
    asked = account(emulator, backup={"copy_to_vault_arns": [own, foreign]})
    assert states(surroundings.copy_vaults, asked) == [(own, "missing"), (foreign, "note")]
    emulator.client("backup", "ap-northeast-3").create_backup_vault(BackupVaultName="copies")
    assert states(surroundings.copy_vaults, asked) == [(own, "ok"), (foreign, "note")]


def test_subnets_and_route_tables_belong_to_the_vpc(emulator: Emulator) -> None:
    ec2 = emulator.client("ec2", REGION)
    vpc = ec2.create_vpc(CidrBlock="10.0.0.0/16")["Vpc"]["VpcId"]
    subnet = ec2.create_subnet(VpcId=vpc, CidrBlock="10.0.1.0/24")["Subnet"]["SubnetId"]
    table = ec2.create_route_table(VpcId=vpc)["RouteTable"]["RouteTableId"]

    def seen(vpc_id: str, subnet_id: str, route_table_id: str) -> list[tuple[str, str]]:
        network = {"vpc_id": vpc_id, "subnet_ids": [subnet_id], "route_table_ids": [route_table_id]}
        return states(surroundings.networks, account(emulator, systems={"orders": {"network": network}}))

    assert seen(vpc, subnet, table) == [(vpc, "ok"), (subnet, "ok"), (table, "ok")]
    assert seen(vpc, "subnet-0a1b2c3d", "rtb-0a1b2c3d") == [
        (vpc, "ok"),
        ("subnet-0a1b2c3d", "missing"),
        ("rtb-0a1b2c3d", "missing"),
    ]
    assert seen("vpc-0a1b2c3d", subnet, table) == [("vpc-0a1b2c3d", "missing")]
    assert states(surroundings.networks, account(emulator)) == []


def test_roles_that_settings_name_exist(emulator: Emulator) -> None:
    partner, glass = f"arn:aws:iam::{OTHER}:role/partner", f"arn:aws:iam::{ACCOUNT}:role/break-glass"
    asked = account(emulator, vault={"break_glass_role_arn": glass}, systems={"orders": {"partner_role_arn": partner}})
    assert states(surroundings.named_roles, asked) == [(glass, "missing"), (partner, "note")]
    emulator.client("iam", REGION).create_role(RoleName="break-glass", AssumeRolePolicyDocument=POLICY)
    assert states(surroundings.named_roles, asked) == [(glass, "ok"), (partner, "note")]


def test_githubs_provider_is_made_used_or_in_the_way(emulator: Emulator) -> None:
    iam = emulator.client("iam", REGION)
    made, used = account(emulator, **DEPLOYED), {**DEPLOYED["deployment"], "create_github_provider": False}
    existing = account(emulator, roles=DEPLOYED["roles"], deployment=used)

    def both() -> list[str]:
        return [state for asked in (made, existing) for _, state in states(surroundings.github_provider, asked)]

    assert both() == ["note", "missing"]
    provider = "https://token.actions.githubusercontent.com"
    iam.create_open_id_connect_provider(Url=provider, ClientIDList=["other"])
    assert both() == ["missing", "missing"]
    iam.delete_open_id_connect_provider(OpenIDConnectProviderArn=GITHUB)
    iam.create_open_id_connect_provider(Url=provider, ClientIDList=["sts.amazonaws.com"])
    assert both() == ["missing", "ok"]
    ours = [{"Key": "Environment", "Value": "test"}, {"Key": "Repository", "Value": "acme/orders"}]
    iam.tag_open_id_connect_provider(OpenIDConnectProviderArn=GITHUB, Tags=ours)
    assert both() == ["ok", "ok"]
    iam.delete_open_id_connect_provider(OpenIDConnectProviderArn=GITHUB)
    assert states(surroundings.github_provider, account(emulator)) == []


def test_a_topic_needs_a_confirmed_subscription(emulator: Emulator) -> None:
    sns = emulator.client("sns", REGION)
    asked = account(emulator, stack(aws_sns_topic=[{"name": "alarms-test"}]))
    assert states(surroundings.topics, asked) == [("alarms-test", "note")]
    topic = sns.create_topic(Name="alarms-test")["TopicArn"]
    assert states(surroundings.topics, asked) == [("alarms-test", "note")]
    sns.subscribe(TopicArn=topic, Protocol="sqs", Endpoint=f"arn:aws:sqs:{REGION}:{ACCOUNT}:alarms")
    assert states(surroundings.topics, asked) == [("alarms-test", "ok")]
    sns.subscribe(TopicArn=topic, Protocol="email", Endpoint="alarms@example.com")
    (row,) = surroundings.topics(asked)
    assert (row.state, "alarms@example.com" in row.fix) == ("missing", True)


def test_service_linked_roles_are_those_that_something_needs(emulator: Emulator) -> None:
    asked = account(emulator, stack(aws_dax_cluster=[{}]))
    assert states(quotas.service_roles, account(emulator)) == []
    assert states(quotas.service_roles, asked) == [("AWSServiceRoleForDAX", "note")]
    emulator.client("iam", REGION).create_role(RoleName="AWSServiceRoleForDAX", AssumeRolePolicyDocument=POLICY)
    assert states(quotas.service_roles, asked) == [("AWSServiceRoleForDAX", "ok")]


def function(reserved: int) -> Document:
    return stack(aws_lambda_function=[{"function_name": "job-test", "reserved_concurrent_executions": reserved}])


@pytest.mark.parametrize(("reserved", "state"), [(900, "ok"), (901, "missing"), (-1, None)])
def test_reservations_leave_what_lambda_keeps_free(emulator: Emulator, reserved: int, state: str | None) -> None:
    assert [row.state for row in quotas.concurrency(account(emulator, function(reserved)))] == ([state] if state else [])


def test_what_a_function_has_reserved_already_is_not_asked_for_twice(emulator: Emulator) -> None:
    iam, client = emulator.client("iam", REGION), emulator.client("lambda", REGION)
    trust = {
        "Version": "2012-10-17",
        "Statement": [{"Effect": "Allow", "Principal": {"Service": "lambda.amazonaws.com"}, "Action": "sts:AssumeRole"}],
    }
    role = iam.create_role(RoleName="job", AssumeRolePolicyDocument=json.dumps(trust))["Role"]["Arn"]
    client.create_function(FunctionName="job-test", Role=role, Runtime="python3.13", Handler="h.h", Code={"ZipFile": b"x"})
    client.put_function_concurrency(FunctionName="job-test", ReservedConcurrentExecutions=600)
    assert [row.state for row in quotas.concurrency(account(emulator, function(900)))] == ["ok"]
    client.delete_function(FunctionName="job-test")


def test_policies_and_roles_fit_into_the_quotas(emulator: Emulator) -> None:
    quota = emulator.client("iam", REGION).get_account_summary()["SummaryMap"]["PoliciesQuota"]
    few = account(emulator, stack(aws_iam_policy=[{"name": "read"}], aws_iam_role=[{"name": "reader"}]))
    many = account(emulator, stack(aws_iam_policy=[{"name": f"policy-{number}"} for number in range(quota + 1)]))
    assert [row.state for row in quotas.identities(few)] == ["ok", "ok"]
    assert [row.state for row in quotas.identities(many)] == ["missing", "ok"]


def test_what_a_region_has_room_for_is_compared_with_what_is_there(emulator: Emulator) -> None:
    trails = [{"name": f"trail-{number}"} for number in range(5)]
    asked = account(emulator, stack(aws_cloudtrail=trails, aws_dynamodb_table=[{"name": "Orders-test"}]))
    assert [row.state for row in quotas.regional_quotas(asked)] == ["ok", "ok", "ok"]
    emulator.client("s3", "us-east-1").create_bucket(Bucket="records-of-others")
    emulator.client("cloudtrail", REGION).create_trail(Name="of-others", S3BucketName="records-of-others")
    assert [row.state for row in quotas.regional_quotas(asked)] == ["ok", "note", "ok"]

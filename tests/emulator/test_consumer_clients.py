"""Access patterns under their consumers' roles: missing rights show, tenants stay separate."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from botocore.exceptions import ClientError

from dynawright.emulator.client_patterns.exercise import exercise_clients
from dynawright.emulator.consumer_clients import ConsumerClients
from dynawright.emulator.emulator import Emulator
from dynawright.iam import trust
from dynawright.model import Consumer, Entity, Get, Key, Put, Query, System, TableModel
from tests.environments import environment

ACCOUNT, REGION = "111111111111", "ap-northeast-1"
ENVIRONMENT = environment()
API = Consumer("api", "reads and writes")
READER = Consumer("reader", "reads, although a pattern says that it writes")
PARTNER = Consumer("partner", "admitted by the table's own policy")
TENANT = Consumer("tenant", "a tenant's session", tenant_key="TENANT#{tenantId}")
NOTES = TableModel(
    "desk-notes",
    partition_key=Key("PK"),
    sort_key=Key("SK"),
    entities=[Entity("NOTE", PK="TENANT#{tenantId}", SK="NOTE#{noteId}", attributes={"tenantId": "S", "noteId": "S"})],
    access_patterns=[
        Get("P1", "a note", PK="TENANT#{tenantId}", SK="NOTE#{noteId}", used_by=[API, READER, TENANT, PARTNER]),
        Query("P2", "a tenant's notes", PK="TENANT#{tenantId}", used_by=[TENANT]),
        Put("P3", "a new note", entity="NOTE", used_by=[API, READER]),
    ],
)
SYSTEM = System("desk", [NOTES])
TABLE = f"arn:aws:dynamodb:{REGION}:{ACCOUNT}:table/desk-notes-test"
OWN = {"ForAllValues:StringEquals": {"dynamodb:LeadingKeys": ["TENANT#${aws:PrincipalTag/tenantId}"]}}


def document(**statement: Any) -> str:
    return json.dumps({"Version": "2012-10-17", "Statement": [{"Effect": "Allow", **statement}]})


def role(iam: Any, name: str, trust: Mapping[str, Any], *actions: str, **more: Any) -> None:
    iam.create_role(RoleName=name, AssumeRolePolicyDocument=document(Action=["sts:AssumeRole", "sts:TagSession"], **trust))
    allowed = document(Action=[f"dynamodb:{action}" for action in actions], Resource=TABLE, **more)
    iam.put_role_policy(RoleName=name, PolicyName="own", PolicyDocument=allowed)


@pytest.fixture(scope="module")
def emulator() -> Iterator[Emulator]:
    with Emulator(ACCOUNT, iam="enforce") as running:
        keys = [{"AttributeName": name, "KeyType": kind} for name, kind in (("PK", "HASH"), ("SK", "RANGE"))]
        running.client("dynamodb", REGION).create_table(
            TableName="desk-notes-test",
            KeySchema=keys,
            AttributeDefinitions=[{"AttributeName": key["AttributeName"], "AttributeType": "S"} for key in keys],
            BillingMode="PAY_PER_REQUEST",
        )
        iam = running.client("iam", REGION)
        role(iam, "desk-api-test", {"Principal": {"Service": "lambda.amazonaws.com"}}, "GetItem", "PutItem")
        role(iam, "desk-reader-test", {"Principal": {"Service": "ecs-tasks.amazonaws.com"}}, "GetItem")
        api = f"arn:aws:iam::{ACCOUNT}:role/desk-api-test"
        assume = document(Action=["sts:AssumeRole", "sts:TagSession"], Resource=f"arn:aws:iam::{ACCOUNT}:role/desk-tenant-test")
        iam.put_role_policy(RoleName="desk-api-test", PolicyName="assume", PolicyDocument=assume)
        role(iam, "desk-tenant-test", {"Principal": {"AWS": api}}, "GetItem", "Query", Condition=OWN)
        admitted = document(Principal={"AWS": f"arn:aws:iam::{ACCOUNT}:role/partner"}, Action="dynamodb:GetItem", Resource=TABLE)
        running.client("dynamodb", REGION).put_resource_policy(ResourceArn=TABLE, Policy=admitted)
        yield running


@pytest.fixture
def clients(emulator: Emulator) -> ConsumerClients:
    return ConsumerClients(emulator, ENVIRONMENT, SYSTEM)


def test_only_the_consumer_that_lacks_a_right_is_refused(emulator: Emulator, clients: ConsumerClients) -> None:
    outcomes = exercise_clients(emulator.client("dynamodb", REGION), SYSTEM, [NOTES], ENVIRONMENT.physical_name, clients)
    problems = {outcome.pattern.id: outcome.problems for outcome in outcomes}
    (refusal,) = problems.pop("P3")
    assert problems == {"P1": (), "P2": ()}
    assert refusal.startswith("reader: ")
    assert "is not authorized to perform: dynamodb:PutItem" in refusal


def test_each_consumer_calls_under_its_own_role(emulator: Emulator, clients: ConsumerClients) -> None:
    key = {"PK": {"S": "TENANT#blue"}, "SK": {"S": "NOTE#1"}}
    for consumer in (API, READER, PARTNER, TENANT):
        clients(consumer).get_item(TableName="desk-notes-test", Key=key)
    calls = [call for call in emulator.questions() if call.name == "dynamodb:GetItem"][-4:]
    names = [call.principal.arn.split("/")[1] for call in calls]
    assert names == ["desk-api-test", "desk-reader-test", "partner", "desk-tenant-test"]
    assert calls[-1].principal.condition_keys()["aws:PrincipalTag/tenantId"] == "blue"


def test_a_tenant_reads_no_other_tenants_items(clients: ConsumerClients) -> None:
    key = {"PK": {"S": "TENANT#red"}, "SK": {"S": "NOTE#1"}}
    clients.of_tenant(TENANT, "red").get_item(TableName="desk-notes-test", Key=key)
    with pytest.raises(ClientError, match="AccessDenied"):
        clients.of_tenant(TENANT, "blue").get_item(TableName="desk-notes-test", Key=key)


GITHUB = "token.actions.githubusercontent.com"
TRUSTED = {
    "a role that a condition names": trust.role(f"arn:aws:iam::{ACCOUNT}:role/ci/build"),
    "people with a permission set": trust.permission_set(ACCOUNT, "Support"),
    "the bearer of a token": trust.token_bearer(
        ACCOUNT, provider=GITHUB, audience="sts.amazonaws.com", subject="repo:acme/x:ref:main"
    ),
    "instances of EC2": trust.ec2_instances(),
}


@pytest.mark.parametrize("kind", TRUSTED)
def test_a_role_is_assumed_by_whom_it_trusts(emulator: Emulator, kind: str) -> None:
    iam, consumer = emulator.client("iam", REGION), Consumer(f"k{list(TRUSTED).index(kind)}", kind)
    policy = json.dumps({"Version": "2012-10-17", "Statement": [TRUSTED[kind].json()]})
    iam.create_role(RoleName=f"desk-{consumer.name}-test", AssumeRolePolicyDocument=policy)
    allowed = document(Action="dynamodb:GetItem", Resource=TABLE)
    iam.put_role_policy(RoleName=f"desk-{consumer.name}-test", PolicyName="own", PolicyDocument=allowed)
    if kind == "the bearer of a token":
        iam.create_open_id_connect_provider(
            Url=f"https://{GITHUB}", ClientIDList=["sts.amazonaws.com"], ThumbprintList=["0" * 40]
        )
    client = ConsumerClients(emulator, ENVIRONMENT, SYSTEM)(consumer)
    client.get_item(TableName="desk-notes-test", Key={"PK": {"S": "TENANT#blue"}, "SK": {"S": "NOTE#1"}})

"""`dynawright adopt` as users call it; tests/ops/adopt checks that its plan is empty."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from dynawright.emulator.emulator import Emulator
from tests.cli.conftest import ACCOUNT_ID, REGION, Dynawright, example
from tests.cli.tables import tables
from tests.ops.adopt.conftest import texts
from tests.problems import codes

DESCRIBED: dict[str, Any] = {
    "Table": {
        "TableName": "Loans",
        "TableArn": "arn:aws:dynamodb:ap-northeast-1:444444444444:table/Loans",
        "KeySchema": [{"AttributeName": "id", "KeyType": "HASH"}],
        "AttributeDefinitions": [{"AttributeName": "id", "AttributeType": "S"}],
        "ProvisionedThroughput": {"ReadCapacityUnits": 1, "WriteCapacityUnits": 1},
    }
}


def test_the_example_takes_two_tables_over(
    dynawright: Dynawright, cloud: Emulator, aws: Mapping[str, str], application: Path
) -> None:
    with tables(cloud, orders=("PK", "SK"), invoices=("id",)):
        done = dynawright(*example("adopt"), "--json", **aws)
        assert done.returncode == 0, done.stderr
        said = json.loads(done.stdout)
        assert [block["id"] for block in said["imports"]["sales"]] == ["invoices", "orders"]
        assert "environments/production.yaml" in said["written"]
        again = dynawright(*example("adopt"), "--json", **aws)
        assert json.loads(again.stdout)["written"] == []
    model = (application / "stacks" / "sales" / "model.py").read_text()
    assert 'partition_key=Key("PK"),\n    sort_key=Key("SK"),' in model


def test_describing_writes_nothing_and_is_enough_to_adopt_without_aws(
    dynawright: Dynawright, cloud: Emulator, aws: Mapping[str, str], application: Path, tmp_path: Path
) -> None:
    before = texts(application)
    with tables(cloud, orders=("PK",)):
        described = dynawright("adopt", "orders", "-e", "production", "--describe", **aws)
    assert texts(application) == before
    file = tmp_path / "orders.json"
    file.write_text(described.stdout)
    done = dynawright("adopt", "--from-describe", file, "-e", "production", "--system", "sales", "--json")
    assert done.returncode == 0, done.stderr
    assert [block["id"] for block in json.loads(done.stdout)["imports"]["sales"]] == ["orders"]


def test_what_describe_table_answers_is_enough_and_the_rest_is_marked(
    dynawright: Dynawright, application: Path, tmp_path: Path
) -> None:
    file = tmp_path / "loans.json"
    file.write_text(json.dumps(DESCRIBED))
    done = dynawright("adopt", "--from-describe", file, "-e", "production", "--json")
    assert done.returncode == 0, done.stderr
    assert list(json.loads(done.stdout)["notes"]) == ["Loans"]
    assert (application / "stacks" / "loans" / "stack.py").exists()


@pytest.mark.parametrize(
    ("option", "chosen"),
    [(["--prefix", "or"], ["orders"]), (["--tag", "team=a"], ["loans"]), (["--tag", "team"], ["loans", "orders"])],
)
def test_tables_are_chosen_by_their_names_and_tags(
    dynawright: Dynawright, cloud: Emulator, aws: Mapping[str, str], option: list[str], chosen: list[str]
) -> None:
    with tables(cloud, orders=("PK",), loans=("id",), desks=("id",)) as client:
        for name, team in (("orders", "b"), ("loans", "a")):
            arn = client.describe_table(TableName=name)["Table"]["TableArn"]
            client.tag_resource(ResourceArn=arn, Tags=[{"Key": "team", "Value": team}])
        done = dynawright("adopt", *option, "-e", "production", "--describe", **aws)
    assert sorted(one["table"]["TableName"] for one in json.loads(done.stdout)) == chosen


def test_items_and_figures_suggest_a_model_and_no_value_is_kept(
    dynawright: Dynawright, cloud: Emulator, aws: Mapping[str, str], application: Path
) -> None:
    with tables(cloud, desks=("PK", "SK")) as client:
        for number in range(3):
            item = {"PK": f"DESK#ann{number}", "SK": "METADATA", "deskId": f"ann{number}", "note": "secret"}
            client.put_item(TableName="desks", Item={name: {"S": text} for name, text in item.items()})
        earlier = datetime.now(UTC) - timedelta(minutes=5)  # moto leaves out the second that a question ends in
        metric = {"MetricName": "SuccessfulRequestLatency", "Value": 3.0, "Unit": "Milliseconds", "Timestamp": earlier}
        for operation in ("GetItem", "PutItem"):
            dimensions = [{"Name": "TableName", "Value": "desks"}, {"Name": "Operation", "Value": operation}]
            data = [{**metric, "Dimensions": dimensions}]
            cloud.client("cloudwatch", REGION).put_metric_data(Namespace="AWS/DynamoDB", MetricData=data)
        done = dynawright(
            "adopt", "desks", "-e", "production", "--system", "sales", "--sample", "2", "--figures", "--json", **aws
        )
    assert done.returncode == 0, done.stderr
    model = (application / "stacks" / "sales" / "model.py").read_text()
    assert '**{"PK": "DESK#{deskId}", "SK": "METADATA"})' in model
    assert [line.split("(")[0].strip() for line in model.splitlines() if "used_by=[USERS]" in line] == ["Get", "Put"]
    assert json.loads(done.stdout)["notes"] == {"desks": ["CloudWatch, 14 days: GetItem 1, PutItem 1"]}
    written = "".join(texts(application).values()) + done.stdout
    assert "ann1" not in written
    assert "secret" not in written


def test_a_trail_suggests_who_asks_what(
    dynawright: Dynawright, cloud: Emulator, aws: Mapping[str, str], application: Path, tmp_path: Path
) -> None:
    role = {"type": "AssumedRole", "sessionContext": {"sessionIssuer": {"userName": "desk-api"}}}
    asked = {"eventSource": "dynamodb.amazonaws.com", "awsRegion": REGION, "userIdentity": role}
    query = {"eventName": "Query", "requestParameters": {"tableName": "desks", "keyConditionExpression": "PK = :p"}}
    (tmp_path / "trail.json").write_text(json.dumps({"Records": [asked | query]}))
    with tables(cloud, desks=("PK", "SK")):
        words = ("adopt", "desks", "-e", "production", "--system", "sales", "--trail", tmp_path / "trail.json", "--json")
        done = dynawright(*words, **aws)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["notes"] == {"desks": ["CloudTrail: Query 1"]}
    model = (application / "stacks" / "sales" / "model.py").read_text()
    assert [line.split("(")[0].strip() for line in model.splitlines() if "used_by=[DESK_API]" in line] == ["Query"]


@pytest.fixture(scope="module")
def strict_cloud() -> Iterator[Emulator]:
    """An emulator that enforces IAM."""
    with Emulator(ACCOUNT_ID, iam="enforce") as emulator:
        yield emulator


@contextmanager
def person(cloud: Emulator, *actions: str) -> Iterator[Mapping[str, str]]:
    """Variables of a person who may do these actions, and nothing else."""
    iam = cloud.client("iam", REGION)
    trust = {"Effect": "Allow", "Principal": {"AWS": cloud.account_id}, "Action": "sts:AssumeRole"}
    document = json.dumps({"Version": "2012-10-17", "Statement": [trust]})
    arn = iam.create_role(RoleName="person", AssumeRolePolicyDocument=document)["Role"]["Arn"]
    if actions:
        allowed = json.dumps({"Version": "2012-10-17", "Statement": [{"Effect": "Allow", "Action": actions, "Resource": "*"}]})
        iam.put_role_policy(RoleName="person", PolicyName="own", PolicyDocument=allowed)
    yield cloud.assume(arn).environ
    if actions:
        iam.delete_role_policy(RoleName="person", PolicyName="own")
    iam.delete_role(RoleName="person")


def test_without_rights_nothing_is_written(dynawright: Dynawright, strict_cloud: Emulator, application: Path) -> None:
    before = texts(application)
    address = {"AWS_ENDPOINT_URL": strict_cloud.endpoint_url, "AWS_REGION": REGION}
    with tables(strict_cloud, desks=("PK",)), person(strict_cloud) as stranger:
        done = dynawright("adopt", "desks", "-e", "production", **address, **stranger)
    assert (done.returncode, codes(done.stderr), done.stdout) == (2, ["DW701"], "")
    assert "dynamodb:DescribeTable" in done.stderr
    assert texts(application) == before


READING = (
    *("dynamodb:Describe*", "dynamodb:List*", "dynamodb:GetResourcePolicy", "dynamodb:Scan", "kms:DescribeKey"),
    *("application-autoscaling:Describe*", "cloudwatch:DescribeAlarms", "cloudwatch:GetMetricStatistics"),
)
"""As docs/how-to/adopt-a-table.md lists them."""


def test_the_rights_that_the_page_lists_are_enough(
    dynawright: Dynawright, strict_cloud: Emulator, application: Path, project_root: Path
) -> None:
    page = (project_root / "docs" / "how-to" / "adopt-a-table.md").read_text()
    assert all(f"`{action}`" in page for action in READING)
    words = ("adopt", "desks", "-e", "production", "--system", "sales", "--sample", "5", "--figures", "--json")
    address = {"AWS_ENDPOINT_URL": strict_cloud.endpoint_url, "AWS_REGION": REGION}
    with tables(strict_cloud, desks=("PK",)), person(strict_cloud, *READING) as reader:
        done = dynawright(*words, **address, **reader)
    assert json.loads(done.stdout)["notes"] == {"desks": ["CloudWatch, 14 days: not used"]}, done.stderr


def test_who_may_only_describe_tables_is_told_what_was_not_read(
    dynawright: Dynawright, strict_cloud: Emulator, application: Path
) -> None:
    words = ("adopt", "desks", "-e", "production", "--system", "sales", "--sample", "5", "--figures", "--json")
    address = {"AWS_ENDPOINT_URL": strict_cloud.endpoint_url, "AWS_REGION": REGION}
    with tables(strict_cloud, desks=("PK",)), person(strict_cloud, "dynamodb:DescribeTable") as describer:
        done = dynawright(*words, **address, **describer)
    assert done.returncode == 0, done.stderr
    said = " ".join(json.loads(done.stdout)["notes"]["desks"])
    missing = ("TTL", "point-in-time recovery", "tags", "contributor insights", "Kinesis destinations", "resource policies")
    for what in (*missing, "autoscaling", "backups", "alarms", "its items", "its figures"):
        assert f"{what} could not be read (AccessDenied" in said


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["lonas", "desks"], ["DW741", "DW741"]),
        (["--prefix", "nothing-begins-so"], ["DW741"]),
        ([], ["DW803"]),
        (["orders", "--all"], ["DW803"]),
        (["--from-describe", "nothing.json"], ["DW742"]),
        (["--from-describe", "cdktf.json"], ["DW742"]),
        (["--from-state", "cdktf.json"], ["DW742"]),
        (["orders", "--trail", "cdktf.json"], ["DW744"]),
        (["--from-state", "nothing.tfstate", "--all"], ["DW803"]),
        (["orders", "--system", "foundation"], ["DW743"]),
        (["orders", "--system", "orders"], ["DW743"]),
        (["orders", "--system", "../x"], ["DW802"]),
        (["orders", "--environment", "mars"], ["DW100"]),
    ],
)
def test_bad_input_is_told_at_once_and_nothing_is_written(
    dynawright: Dynawright, cloud: Emulator, aws: Mapping[str, str], application: Path, words: list[str], expected: list[str]
) -> None:
    before = texts(application)
    with tables(cloud, orders=("other",)):
        done = dynawright("adopt", *words, *([] if "--environment" in words else ["-e", "production"]), **aws)
    assert (done.returncode, codes(done.stderr), done.stdout) == (2, expected, "")
    assert texts(application) == before

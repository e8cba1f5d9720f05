"""The recording of IAM requests, and observing instead of enforcing."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from botocore.exceptions import ClientError

from dynawright.emulator.emulator import Emulator
from dynawright.emulator.iam.questions import Recorded, read_recording
from dynawright.emulator.iam.sessions import service_client
from dynawright.emulator.report import denial_list
from dynawright.iam.evaluator import RoleSession, evaluate
from tests.emulator.iam.conftest import ACCOUNT, REGION, TABLE, allow, policy, trust

pytestmark = pytest.mark.slow


def test_observing_lets_a_denied_call_pass_and_lists_it(tmp_path: Path) -> None:
    file = tmp_path / "iam.jsonl"
    with Emulator(ACCOUNT, iam="observe", record=file) as emulator:
        iam = emulator.client("iam", REGION)
        role = iam.create_role(RoleName="reader", AssumeRolePolicyDocument=policy(trust()))["Role"]["Arn"]
        iam.put_role_policy(RoleName="reader", PolicyName="p", PolicyDocument=policy(allow("dynamodb:Scan", TABLE)))
        client = emulator.client("dynamodb", REGION, emulator.assume(role, session_name="one"))
        assert client.list_tables()["TableNames"] == []
        denied = emulator.denials()
    assert [(call.name, call.principal) for call in denied] == [
        ("dynamodb:ListTables", RoleSession(role_arn=role, session_name="one"))
    ]
    assert denied[0].asked[0].missing_statement == {"Effect": "Allow", "Action": "dynamodb:ListTables", "Resource": "*"}
    calls = read_recording(file)
    assert [call.name for call in calls] == ["iam:CreateRole", "iam:PutRolePolicy", "sts:AssumeRole", "dynamodb:ListTables"]
    again = [evaluate(question.request, question.policies).allowed for call in calls for question in call.asked]
    assert again == [question.allowed for call in calls for question in call.asked]


def test_a_recording_that_grows_is_read_on_where_it_ended_up_to_the_last_whole_line(tmp_path: Path) -> None:
    file = tmp_path / "iam.jsonl"
    recorded = Recorded(file)
    assert recorded.calls() == []
    principal = {"kind": "User", "arn": f"arn:aws:iam::{ACCOUNT}:user/administrator"}
    document = json.loads(policy(allow("dynamodb:Scan", TABLE)))
    asked = {"action": "dynamodb:Scan", "resource": TABLE, "resource_account": ACCOUNT, "context": {}, "identity": ["p1"]}
    question = {**asked, "boundary": None, "session": [], "resource_policy": None, "allowed": True}
    call = {"call": "dynamodb:Scan", "region": REGION, "principal": principal, "allowed": True, "asked": [question]}
    known = {"policy": "p1", "name": "p", "kind": "IDENTITY", "document": document}
    first, second = (json.dumps(entry) + "\n" for entry in (call, {**call, "call": "dynamodb:Query"}))
    file.write_text(json.dumps(known) + "\n" + first + second[:9])
    assert [call.name for call in recorded.calls()] == ["dynamodb:Scan"]
    with file.open("a") as more:
        more.write(second[9:])
    assert [call.name for call in recorded.calls()] == ["dynamodb:Scan", "dynamodb:Query"]
    assert recorded.calls()[1].asked[0].policies == recorded.calls()[0].asked[0].policies


def test_a_call_that_iam_could_not_be_asked_about_is_kept_and_listed(tmp_path: Path) -> None:
    """Its client may go on: the provider takes 501 for a feature that a store of objects lacks."""
    with Emulator(ACCOUNT, iam="enforce", record=tmp_path / "iam.jsonl") as emulator:
        with pytest.raises(ClientError, match="NotImplemented"):
            emulator.client("codecommit", REGION).list_repositories()
        (denied,) = emulator.denials()
    assert (denied.name, denied.asked) == ("codecommit:ListRepositories", ())
    assert "codecommit:ListRepositories" in denied.message
    assert f"1 times: {denied.message}" in denial_list([denied], "enforce")


def test_an_observing_emulator_lists_at_its_end_what_would_have_been_denied(project_root: Path) -> None:
    command = [sys.executable, "-m", "dynawright", "emulator", "--port", "0", "--account-id", ACCOUNT, "--iam", "observe"]
    server = subprocess.Popen(command, cwd=project_root, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert server.stdout is not None
    endpoint_url = server.stdout.readline().split(" on ")[1].split(";")[0]
    topics = service_client(
        endpoint_url, "events.amazonaws.com", source_account=ACCOUNT, source_arn=None, service="sns", region=REGION
    )
    assert topics.list_topics()["Topics"] == []
    server.send_signal(signal.SIGINT)
    said, errors = server.communicate()
    assert (server.returncode, errors) == (0, "")
    assert "would have denied 1 calls" in said
    assert "sns:ListTopics" in said


def test_a_compressed_request_is_read_whole(emulator: Emulator) -> None:
    """boto3 compresses metric data of more than 10 KB."""
    data = [{"MetricName": f"Metric{number}", "Value": 1.0, "Unit": "Count"} for number in range(500)]
    cloudwatch = emulator.client("cloudwatch", REGION)
    cloudwatch.put_metric_data(Namespace="Compressed", MetricData=data)
    assert len(cloudwatch.list_metrics(Namespace="Compressed")["Metrics"]) == 500

"""What ChangeCapture emits; the whole is applied in tests/emulator/test_surroundings.py."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from environments import ChangeCaptureSettings
from modules import trust
from modules.change_capture import ChangeCapture
from stacks.base import SystemStack
from tests.modules.conftest import SOMEBODY
from tests.modules.test_table import table

Resources = Callable[[str], list[dict[str, Any]]]


def capture(stack: SystemStack, key: str = "customer_managed", *, enabled: bool = True) -> ChangeCapture:
    settings = ChangeCaptureSettings(enabled=enabled)
    return ChangeCapture(stack, "Changes", name="changes", table=table(stack, key=key), settings=settings)


def test_nothing_is_captured_unless_the_environment_wants_it(stack: SystemStack, resources: Resources) -> None:
    changes = capture(stack, enabled=False)
    changes.grant_read(stack.role(SOMEBODY, trust.lambda_functions()))
    assert changes.stream_arn is None
    kinds = ("aws_kinesis_stream", "aws_dynamodb_kinesis_streaming_destination", "aws_iam_policy")
    assert [resources(kind) for kind in kinds] == [[], [], []]
    assert "kinesis" not in json.dumps(resources("aws_kms_key"))


def test_changes_wait_a_week_encrypted(stack: SystemStack, resources: Resources) -> None:
    capture(stack)
    (found,) = resources("aws_kinesis_stream")
    assert found == {
        "name": "changes-test",
        "stream_mode_details": {"stream_mode": "ON_DEMAND"},
        "encryption_type": "KMS",
        "kms_key_id": "${aws_kms_key.Key_43586C89.arn}",
        "retention_period": 168,
    }


@pytest.mark.parametrize("key", ["aws_owned", "aws_managed"])
def test_changes_are_encrypted_without_a_key_of_ours_too(stack: SystemStack, resources: Resources, key: str) -> None:
    capture(stack, key)
    (found,) = resources("aws_kinesis_stream")
    assert (found["encryption_type"], found["kms_key_id"]) == ("KMS", "alias/aws/kinesis")


def test_dynamodb_may_use_the_key_by_way_of_kinesis(stack: SystemStack, resources: Resources) -> None:
    capture(stack)
    (key,) = resources("aws_kms_key")
    ways = [one.get("Condition", {}).get("StringEquals") for one in json.loads(key["policy"])["Statement"]]
    assert {"kms:ViaService": "kinesis.ap-northeast-1.amazonaws.com"} in ways


@pytest.mark.parametrize(("key", "actions"), [("aws_owned", []), ("customer_managed", ["kms:Decrypt"])])
def test_a_reader_may_read_and_decrypt_and_not_write(
    stack: SystemStack, resources: Resources, key: str, actions: list[str]
) -> None:
    capture(stack, key).grant_read(stack.role(SOMEBODY, trust.lambda_functions()))
    (policy,) = resources("aws_iam_policy")
    first, *others = json.loads(policy["policy"])["Statement"]
    assert first["Action"] == [
        "kinesis:DescribeStreamSummary",
        "kinesis:GetRecords",
        "kinesis:GetShardIterator",
        "kinesis:ListShards",
    ]
    assert [one["Action"] for one in others] == actions

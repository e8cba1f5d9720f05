"""Records that failed go to S3; a queue or a topic is possible, and warned of."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from dynawright.constructs.encryption import EncryptionKey
from dynawright.constructs.failure_destination import FailureDestination
from dynawright.settings import BucketSettings, EncryptionSettings, StreamSettings
from dynawright.stack import SystemStack

Resources = Callable[[str], list[dict[str, Any]]]

QUEUE_ARN = "arn:aws:sqs:ap-northeast-1:111111111111:orders-failed-test"


def destination(stack: SystemStack, kind: str, key: str = "customer_managed") -> FailureDestination:
    return FailureDestination(
        stack,
        "Failures",
        name="orders-failed",
        key=EncryptionKey(stack, "Key", name="orders-key", settings=EncryptionSettings.model_validate({"key": key})),
        settings=StreamSettings.model_validate({"failure_destination": kind, "failure_retention_days": 60}),
        buckets=BucketSettings(),
    )


def test_s3_keeps_whole_records_for_the_days_that_are_set_without_a_warning(
    stack: SystemStack, resources: Resources, capsys: pytest.CaptureFixture[str]
) -> None:
    made = destination(stack, "s3")
    (bucket,) = resources("aws_s3_bucket")
    (lifecycle,) = resources("aws_s3_bucket_lifecycle_configuration")
    assert (made.kind, bucket["bucket"]) == ("s3", "orders-failed-test-111111111111")
    assert lifecycle["rule"][0]["expiration"] == [{"days": 60}]
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize("kind", ["sqs", "sns"])
def test_a_destination_that_loses_records_is_warned_of(
    stack: SystemStack, resources: Resources, kind: str, capsys: pytest.CaptureFixture[str]
) -> None:
    destination(stack, kind)
    assert capsys.readouterr().err == (
        f"warning: orders-failed: failure_destination '{kind}' keeps only where a failed record stood in the stream, "
        "which forgets it after 24 hours; 's3' keeps the record\n"
    )
    assert resources("aws_s3_bucket") == []


def test_a_queue_keeps_14_days_encrypted_and_takes_nothing_without_tls(stack: SystemStack, resources: Resources) -> None:
    destination(stack, "sqs")
    (queue,) = resources("aws_sqs_queue")
    policy = json.loads(queue.pop("policy"))
    assert queue == {
        "name": "orders-failed-test",
        "message_retention_seconds": 1209600,
        "kms_master_key_id": "${aws_kms_key.Key_43586C89.arn}",
    }
    assert policy["Statement"] == [
        {
            "Effect": "Deny",
            "Principal": "*",
            "Action": ["sqs:ReceiveMessage", "sqs:SendMessage"],
            "Resource": QUEUE_ARN,
            "Condition": {"Bool": {"aws:SecureTransport": "false"}},
        }
    ]


@pytest.mark.parametrize("key", ["aws_owned", "aws_managed"])
def test_without_a_key_of_ours_sqs_encrypts_with_its_own(stack: SystemStack, resources: Resources, key: str) -> None:
    destination(stack, "sqs", key)
    (queue,) = resources("aws_sqs_queue")
    assert "kms_master_key_id" not in queue
    assert queue["sqs_managed_sse_enabled"] is True


def test_a_topic_is_encrypted_and_takes_nothing_without_tls(stack: SystemStack, resources: Resources) -> None:
    destination(stack, "sns")
    (topic,) = resources("aws_sns_topic")
    (policy,) = resources("aws_sns_topic_policy")
    assert topic == {"name": "orders-failed-test", "kms_master_key_id": "${aws_kms_key.Key_43586C89.arn}"}
    (refusal,) = json.loads(policy["policy"])["Statement"]
    assert (refusal["Effect"], refusal["Action"]) == ("Deny", "sns:Publish")
    assert refusal["Resource"] == policy["arn"]


@pytest.mark.parametrize(
    ("kind", "action", "context"),
    [("sqs", "sqs:SendMessage", "aws:sqs:arn"), ("sns", "sns:Publish", "aws:sns:topicArn")],
)
def test_a_function_may_send_to_it_and_have_it_encrypted(
    stack: SystemStack, resources: Resources, kind: str, action: str, context: str
) -> None:
    made = destination(stack, kind)
    send, encrypt = made.statements
    assert (send.actions, send.resources) == ((action,), (made.arn,))
    assert (encrypt.actions, encrypt.resources) == (("kms:Decrypt", "kms:GenerateDataKey"), (made._key.arn,))
    assert encrypt.condition == {
        "StringEquals": {"kms:ViaService": f"{kind}.ap-northeast-1.amazonaws.com", f"kms:EncryptionContext:{context}": made.arn}
    }
    (key,) = resources("aws_kms_key")
    *_, admitted = json.loads(key["policy"])["Statement"]
    assert admitted["Condition"] == {"StringEquals": {"kms:ViaService": f"{kind}.ap-northeast-1.amazonaws.com"}}


@pytest.mark.parametrize("kind", ["s3", "sqs", "sns"])
def test_with_one_of_awss_keys_no_right_to_it_is_needed(stack: SystemStack, kind: str) -> None:
    actions = [action for statement in destination(stack, kind, "aws_owned").statements for action in statement.actions]
    assert [action for action in actions if action.startswith("kms:")] == []

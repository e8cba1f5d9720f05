"""Only roles that are granted publish to the bus."""

import json

import pytest

from dynawright.constructs.encryption import EncryptionKey
from dynawright.constructs.event_bus import EventBus
from dynawright.constructs.role import Role
from dynawright.iam import trust
from dynawright.iam.evaluator import Policies, Policy, PolicyKind, Request, ServicePrincipal, evaluate
from dynawright.settings import AlarmSettings, EncryptionSettings
from dynawright.stack import SystemStack
from tests.constructs.conftest import plain_stack, resources_of


def test_a_bus_is_encrypted_and_a_granted_role_publishes_to_it_alone() -> None:
    stack = plain_stack()
    key = EncryptionKey(stack, "Key", name="key", settings=EncryptionSettings())
    bus = EventBus(stack, "Events", name="orders-events", description="changes of orders", key=key)
    role = Role(stack, "Role", name="publisher", description="", trust=trust.lambda_functions(), settings=stack.environment.roles)
    bus.grant_publish(role)
    (found,) = resources_of(stack, "aws_cloudwatch_event_bus")
    assert found["name"] == "orders-events-test"
    assert found["kms_key_identifier"].startswith("${aws_kms_key.")
    (policy,) = resources_of(stack, "aws_iam_policy")
    (statement,) = json.loads(policy["policy"])["Statement"]
    assert statement["Action"] == "events:PutEvents"
    assert statement["Resource"].startswith("${aws_cloudwatch_event_bus.")
    (key_found,) = resources_of(stack, "aws_kms_key")
    assert "events.amazonaws.com" in key_found["policy"]


def bus(key: str) -> tuple[SystemStack, EventBus]:
    stack = plain_stack()
    made = EncryptionKey(stack, "Key", name="key", settings=EncryptionSettings.model_validate({"key": key}))
    return stack, EventBus(stack, "Events", name="orders-events", description="changes of orders", key=made)


def test_events_that_the_key_fails_wait_in_a_queue_of_another_key() -> None:
    stack, events = bus("customer_managed")
    (queue,) = resources_of(stack, "aws_sqs_queue")
    (made,) = resources_of(stack, "aws_cloudwatch_event_bus")
    assert made["dead_letter_config"]["arn"].startswith("${aws_sqs_queue.")
    assert (queue["name"], queue["sqs_managed_sse_enabled"]) == ("orders-events-failed-test", True)
    assert "kms_master_key_id" not in queue
    (alarm,) = events.alarms(AlarmSettings(level="full"))
    assert alarm.subject.dimensions == {"QueueName": "orders-events-failed-test"}


@pytest.mark.parametrize(
    ("bus_name", "account", "allowed"),
    [
        ("orders-events-test", "111111111111", True),
        ("other", "111111111111", False),
        ("orders-events-test", "999999999999", False),
    ],
)
def test_only_the_bus_fills_its_queue(bus_name: str, account: str, *, allowed: bool) -> None:
    stack, _ = bus("customer_managed")
    (queue,) = resources_of(stack, "aws_sqs_queue")
    source = {
        "aws:SourceArn": f"arn:aws:events:ap-northeast-1:{account}:event-bus/{bus_name}",
        "aws:SourceAccount": account,
        "aws:SecureTransport": "true",
    }
    request = Request(
        action="sqs:SendMessage",
        resource="arn:aws:sqs:ap-northeast-1:111111111111:orders-events-failed-test",
        principal=ServicePrincipal(name="events.amazonaws.com"),
        context=source,
    )
    policy = Policy.parse(queue["policy"], name="queue", kind=PolicyKind.RESOURCE)
    assert evaluate(request, Policies(resource=policy)).allowed is allowed


def test_with_awss_own_key_there_is_no_queue_and_nothing_to_watch() -> None:
    stack, events = bus("aws_owned")
    assert resources_of(stack, "aws_sqs_queue") == []
    assert events.alarms(AlarmSettings(level="full")) == []

"""Only roles that are granted publish to the bus."""

import json

from dynawright.constructs.encryption import EncryptionKey
from dynawright.constructs.event_bus import EventBus
from dynawright.constructs.role import Role
from dynawright.iam import trust
from dynawright.settings import EncryptionSettings
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

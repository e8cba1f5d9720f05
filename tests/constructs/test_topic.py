"""Only this account's CloudWatch and Backup, and EventBridge, publish to the topic, encrypted."""

import json
from typing import Any

import pytest

from dynawright.constructs.encryption import EncryptionKey
from dynawright.constructs.role import Role
from dynawright.constructs.topic import ALARM_PUBLISHERS, Topic
from dynawright.errors import UserError
from dynawright.framework import cdktf
from dynawright.iam import trust
from dynawright.settings import EncryptionSettings, RoleSettings
from dynawright.settings.alarms import NotificationSettings, Subscription
from dynawright.stack import SystemStack
from tests.constructs.conftest import plain_stack, resources_of
from tests.problems import told


def built(*subscriptions: Subscription) -> SystemStack:
    stack = plain_stack()
    key = EncryptionKey(stack, "Key", name="key", settings=EncryptionSettings())
    Topic(stack, "Topic", name="alarms", key=key, publishers=ALARM_PUBLISHERS, subscriptions=subscriptions)
    return stack


def policy(stack: SystemStack) -> list[dict[str, Any]]:
    (document,) = resources_of(stack, "aws_sns_topic_policy")
    statements: list[dict[str, Any]] = json.loads(document["policy"])["Statement"]
    return statements


def test_each_service_publishes_on_behalf_of_this_account_only() -> None:
    allowed = [statement for statement in policy(built()) if statement["Effect"] == "Allow"]
    assert [statement["Principal"] for statement in allowed] == [
        {"Service": "cloudwatch.amazonaws.com"},
        {"Service": "backup.amazonaws.com"},
        {"Service": "events.amazonaws.com"},
    ]
    for statement in allowed:
        assert statement["Action"] == "sns:Publish"
        assert statement["Resource"].startswith("${aws_sns_topic.")
    ours = {"StringEquals": {"aws:SourceAccount": "111111111111"}}
    assert [statement.get("Condition") for statement in allowed] == [ours, ours, None]


def test_eventbridge_which_names_no_source_is_bound_by_what_it_encrypts() -> None:
    """A condition on its account or rule is never met: events of failed backups would not arrive."""
    (key,) = resources_of(built(), "aws_kms_key")
    (found,) = [
        (statement["Action"], statement["Condition"])
        for statement in json.loads(key["policy"])["Statement"]
        if statement["Principal"].get("Service") == "events.amazonaws.com"
    ]
    topic = "arn:aws:sns:ap-northeast-1:111111111111:alarms-test"
    assert found == (
        ["kms:Decrypt", "kms:GenerateDataKey"],
        {"StringEquals": {"kms:EncryptionContext:aws:sns:topicArn": topic}},
    )


def test_nobody_publishes_without_tls() -> None:
    (refused,) = [statement for statement in policy(built()) if statement["Effect"] == "Deny"]
    assert refused["Principal"] == "*"
    assert refused["Condition"] == {"Bool": {"aws:SecureTransport": "false"}}


def test_the_topic_is_encrypted_and_its_key_admits_those_who_publish() -> None:
    stack = built()
    (topic,) = resources_of(stack, "aws_sns_topic")
    assert topic["name"] == "alarms-test"
    assert topic["kms_master_key_id"].startswith("${aws_kms_key.")
    (key,) = resources_of(stack, "aws_kms_key")
    services = [
        statement["Principal"]["Service"]
        for statement in json.loads(key["policy"])["Statement"]
        if "Service" in statement["Principal"]
    ]
    assert services == ["cloudwatch.amazonaws.com", "backup.amazonaws.com", "events.amazonaws.com"]


def test_awss_own_key_is_refused_because_cloudwatch_can_not_use_it() -> None:
    stack = plain_stack()
    key = EncryptionKey(stack, "Key", name="key", settings=EncryptionSettings(key="aws_managed"))
    with pytest.raises(UserError) as error:
        Topic(stack, "Topic", name="alarms", key=key, publishers=ALARM_PUBLISHERS)
    assert told(error.value.problems) == [("DW322", "topic alarms", "aws_managed")]


def test_subscriptions_come_from_the_settings() -> None:
    subscription = Subscription(protocol="email", endpoint="oncall@example.com")
    stack = built(subscription)
    (found,) = resources_of(stack, "aws_sns_topic_subscription")
    assert (found["protocol"], found["endpoint"]) == ("email", "oncall@example.com")


def addresses(*subscriptions: Subscription) -> dict[str, str]:
    """Receiver → the address of its subscription."""
    document = json.loads(cdktf.Testing.synth(built(*subscriptions)))["resource"]["aws_sns_topic_subscription"]
    return {value["endpoint"]: address for address, value in document.items()}


def test_a_subscription_stays_where_it_is_when_another_is_removed() -> None:
    first, second = (Subscription(protocol="email", endpoint=f"{name}@example.com") for name in ("first", "second"))
    assert addresses(second)["second@example.com"] == addresses(first, second)["second@example.com"]
    assert len(set(addresses(first, second).values())) == 2


def test_a_function_that_subscribes_may_be_called_by_this_topic_only() -> None:
    arn = "arn:aws:lambda:ap-northeast-1:111111111111:function:pager"
    (permission,) = resources_of(built(Subscription(protocol="lambda", endpoint=arn)), "aws_lambda_permission")
    assert permission["source_arn"].startswith("${aws_sns_topic.")
    assert (permission["principal"], permission["function_name"]) == ("sns.amazonaws.com", arn)


@pytest.mark.parametrize("kind", ["customer_managed", "aws_owned"])
def test_a_role_that_is_granted_publishes_and_nobody_else(kind: Any) -> None:
    stack = plain_stack()
    key = EncryptionKey(stack, "Key", name="key", settings=EncryptionSettings(key=kind))
    topic = Topic(stack, "Alerts", name="alerts", key=key, fifo=True)
    role = Role(stack, "Role", name="alerter", description="", trust=trust.lambda_functions(), settings=stack.environment.roles)
    topic.grant_publish(role)
    (found,) = resources_of(stack, "aws_sns_topic")
    assert (found["name"], found["fifo_topic"]) == ("alerts-test.fifo", True)
    assert found["kms_master_key_id"] == "alias/aws/sns" or kind == "customer_managed"
    assert [statement["Effect"] for statement in policy(stack)] == ["Deny"]
    (granted,) = resources_of(stack, "aws_iam_policy")
    actions = [statement["Action"] for statement in json.loads(granted["policy"])["Statement"]]
    assert actions == ["sns:Publish", *([["kms:Decrypt", "kms:GenerateDataKey"]] if kind == "customer_managed" else [])]


MAIL = Subscription(protocol="email", endpoint="a@example.com")


@pytest.mark.parametrize(
    ("subscribed", "notifications", "warned"),
    [
        ([], {"subscriptions": [MAIL]}, True),
        ([], {"topic_arn": "arn:aws:sns:ap-northeast-1:111111111111:alarms"}, True),
        ([MAIL], {"subscriptions": [MAIL]}, False),
        ([], {}, False),  # no one hears of alarms here either
    ],
)
def test_a_topic_that_a_role_publishes_to_and_no_one_receives_is_warned_of(
    subscribed: list[Subscription], notifications: dict[str, Any], warned: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    stack = plain_stack(notifications=NotificationSettings(**notifications))
    key = EncryptionKey(stack, "Key", name="key", settings=EncryptionSettings())
    topic = Topic(stack, "Topic", name="news", key=key, subscriptions=subscribed)
    role = Role(stack, "R", name="api", description="x", trust=trust.lambda_functions(), settings=RoleSettings())
    topic.grant_publish(role)
    assert capsys.readouterr().err.startswith("warning[DW334] topic news: ") == warned

"""Who receives alarms: a topic of the same Region, and subscriptions that SNS can reach."""

import pytest

from dynawright.settings.alarms import NotificationSettings, Subscription
from tests.settings.conftest import Problems, told

TOPIC = "arn:aws:sns:eu-west-1:123456789012:oncall"
MAIL = "{protocol: email, endpoint: oncall@example.com}"
FUNCTION = "arn:aws:lambda:eu-west-1:123456789012:function:pager"


def subscribed(protocol: str, endpoint: str) -> str:
    return f"notifications: {{subscriptions: [{{protocol: {protocol}, endpoint: '{endpoint}'}}]}}"


def test_a_topic_of_another_region_is_refused(problems: Problems) -> None:
    arn = TOPIC.replace("eu-west-1", "ap-northeast-1")
    (problem,) = problems(f"notifications: {{topic_arn: '{arn}'}}")
    assert told([problem]) == [("DW160", 6, "notifications.topic_arn")]
    assert problem.value == arn


def test_subscriptions_of_an_existing_topic_are_refused(problems: Problems) -> None:
    lines = f"notifications: {{topic_arn: '{TOPIC}', subscriptions: [{MAIL}]}}"
    assert told(problems(lines)) == [("DW161", 6, "notifications.subscriptions")]


def test_they_are_for_the_topics_of_other_regions() -> None:
    settings = NotificationSettings.model_validate(
        {"topic_arn": TOPIC, "subscriptions": [{"protocol": "email", "endpoint": "oncall@example.com"}]}
    )
    assert settings.unused(["eu-west-1", "us-east-1"]) == {}


def test_a_function_can_not_be_called_from_several_regions(problems: Problems) -> None:
    lines = f"{subscribed('lambda', FUNCTION)}\nsystems: {{orders: {{region: us-east-1}}}}"
    assert told(problems(lines)) == [("DW163", 6, "notifications.subscriptions[0].endpoint")]


@pytest.mark.parametrize(
    ("protocol", "endpoint"),
    [
        ("email", "oncall"),
        ("https", "http://example.com/alarms"),
        ("sqs", "alarms"),
        ("lambda", "pager"),
        ("sms", "09012345678"),
        ("lambda", FUNCTION.replace("123456789012", "111111111111")),
    ],
)
def test_an_endpoint_that_the_protocol_can_not_reach_is_refused(problems: Problems, protocol: str, endpoint: str) -> None:
    (problem,) = problems(subscribed(protocol, endpoint))
    assert told([problem]) == [("DW162", 6, "notifications.subscriptions[0].endpoint")]
    assert problem.value == endpoint


@pytest.mark.parametrize(
    ("protocol", "endpoint"),
    [
        ("email", "oncall@example.com"),
        ("https", "https://example.com/alarms?key=1"),
        ("sqs", "arn:aws:sqs:eu-west-1:111111111111:alarms"),
        ("lambda", FUNCTION),
        ("sms", "+819012345678"),
    ],
)
def test_an_endpoint_in_the_protocols_form_is_taken(protocol: str, endpoint: str) -> None:
    settings = NotificationSettings.model_validate({"subscriptions": [{"protocol": protocol, "endpoint": endpoint}]})
    assert settings.unreachable("123456789012") == {}


def test_a_subscription_written_twice_is_refused() -> None:
    mail = Subscription(protocol="email", endpoint="oncall@example.com")
    conflicts = NotificationSettings(subscriptions=(mail, mail)).unreachable(None)
    assert {path: problem.code for path, problem in conflicts.items()} == {("subscriptions", 1): "DW116"}

"""Who hears of alarms: a topic of the same Region, and receivers that SNS can reach."""

from collections.abc import Callable

import pytest

from dynawright.settings.alarms import NotificationSettings, Subscription

Problems = Callable[[str], list[str]]


def subscribed(protocol: str, endpoint: str) -> str:
    return f"notifications: {{subscriptions: [{{protocol: {protocol}, endpoint: '{endpoint}'}}]}}"


def test_a_topic_of_another_region_is_refused(problems: Problems) -> None:
    arn = "arn:aws:sns:ap-northeast-1:123456789012:oncall"
    assert problems(f"notifications: {{topic_arn: '{arn}'}}") == [
        f"test.yaml:5: notifications.topic_arn: '{arn}' is not allowed: CloudWatch tells only topics of its own Region; "
        "give one of eu-west-1"
    ]


@pytest.mark.parametrize(
    ("protocol", "endpoint", "allowed"),
    [
        ("email", "oncall", "an address, such as 'oncall@example.com'"),
        ("https", "http://example.com/alarms", "an address beginning with https://"),
        ("sqs", "alarms", "a queue's ARN, such as 'arn:aws:sqs:ap-northeast-1:111111111111:alarms'"),
        ("lambda", "pager", "a function's ARN, such as 'arn:aws:lambda:ap-northeast-1:111111111111:function:alarms'"),
        ("sms", "09012345678", "a number with its country code, such as '+819012345678'"),
    ],
)
def test_an_endpoint_that_the_protocol_can_not_reach_is_refused(
    problems: Problems, protocol: str, endpoint: str, allowed: str
) -> None:
    assert problems(subscribed(protocol, endpoint)) == [
        f"test.yaml:5: notifications.subscriptions[0].endpoint: '{endpoint}' is not allowed for {protocol}: {allowed}"
    ]


@pytest.mark.parametrize(
    ("protocol", "endpoint"),
    [
        ("email", "oncall@example.com"),
        ("https", "https://example.com/alarms?key=1"),
        ("sqs", "arn:aws:sqs:eu-west-1:111111111111:alarms"),
        ("lambda", "arn:aws:lambda:eu-west-1:123456789012:function:pager"),
        ("sms", "+819012345678"),
    ],
)
def test_an_endpoint_in_the_protocols_form_is_taken(protocol: str, endpoint: str) -> None:
    settings = NotificationSettings.model_validate({"subscriptions": [{"protocol": protocol, "endpoint": endpoint}]})
    assert settings.unreachable("123456789012") == {}


def test_a_function_of_another_account_is_refused_with_the_reason(problems: Problems) -> None:
    arn = "arn:aws:lambda:eu-west-1:111111111111:function:pager"
    assert problems(subscribed("lambda", arn)) == [
        f"test.yaml:5: notifications.subscriptions[0].endpoint: '{arn}' is not allowed: the foundation lets SNS call a function, and can "
        "do so in its own account only; give a function of account 123456789012, or a queue that it reads"
    ]


def test_a_receiver_named_twice_is_refused() -> None:
    one = Subscription(protocol="email", endpoint="oncall@example.com")
    assert NotificationSettings(subscriptions=(one, one)).unreachable(None) == {
        ("subscriptions", 1): "email 'oncall@example.com' is not allowed: it is there already; remove one"
    }

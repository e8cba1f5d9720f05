"""Who can hear of the shop's stock."""

from collections.abc import Callable

import pytest

from dynawright.settings import load_named

MAIL = "{protocol: email, endpoint: stock@example.com}"
QUEUE = "{protocol: sqs, endpoint: 'arn:aws:sqs:eu-west-1:123456789012:stock'}"


def test_nobody_is_subscribed_and_nothing_comes_twice_unless_said_otherwise() -> None:
    settings = load_named("production").systems.shop.stock_alerts
    assert (settings.fifo, settings.subscriptions) == (True, ())


@pytest.mark.parametrize("fifo", ["", "fifo: true, "])
def test_mail_from_a_fifo_topic_is_refused_with_the_reason(problems: Callable[[str], list[str]], fifo: str) -> None:
    assert problems(f"systems: {{shop: {{stock_alerts: {{{fifo}subscriptions: [{QUEUE}, {MAIL}]}}}}}}") == [
        "test.yaml:5: systems.shop.stock_alerts.subscriptions[1].protocol: 'email' is not allowed: a FIFO topic delivers to queues only; "
        "use 'sqs', or set fifo to false"
    ]

"""SNS: e-mail subscriptions stay pending, since there is no reader to confirm them."""

import copy
from typing import Any

from moto.sns.models import SNSBackend

from dynawright.emulator.gaps.patch import Original, wrap


def install() -> None:
    wrap(SNSBackend, "list_subscriptions_by_topic", _list_subscriptions_by_topic)


def _list_subscriptions_by_topic(original: Original, backend: Any, *args: Any, **kwargs: Any) -> Any:
    subscriptions, token = original(backend, *args, **kwargs)
    return [_seen(subscription) for subscription in subscriptions], token


def _seen(subscription: Any) -> Any:
    if subscription.protocol not in ("email", "email-json"):
        return subscription
    pending = copy.copy(subscription)
    pending.arn = "PendingConfirmation"
    return pending

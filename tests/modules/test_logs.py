"""Log groups forget in time."""

from collections.abc import Callable
from typing import Any

from environments import LogSettings
from modules.logs import LogGroup
from stacks.base import SystemStack


def test_a_log_group_has_a_name_per_environment_and_a_retention(
    stack: SystemStack, resources: Callable[[str], list[dict[str, Any]]]
) -> None:
    LogGroup(stack, "Logs", name="/aws/dynamodb/orders", settings=LogSettings(retention_days=7))
    assert resources("aws_cloudwatch_log_group") == [{"name": "/aws/dynamodb/orders-test", "retention_in_days": 7}]

"""Stream functions of an application are discovered, loaded, and run on the clouds of the tests."""

import json
from pathlib import Path
from typing import Any

import pytest
from moto import mock_aws

from dynawright.emulator.streams.function import Function, find, functions
from dynawright.errors import UserError
from tests.functions.cloud import MemoryCloud
from tests.functions.moto_cloud import MotoCloud
from tests.functions.world import Cloud, World, system_of

FUNCTION = Function("orders", "order_log")


def test_functions_are_discovered(application: Path) -> None:
    assert functions() == [FUNCTION]
    assert find("orders", "order_log") == FUNCTION


def test_an_unknown_function_is_told_with_the_nearest(application: Path) -> None:
    with pytest.raises(UserError, match=r"'orders order_lock'.*[Dd]id you mean 'orders order_log'"):
        find("orders", "order_lock")


def run(cloud: Cloud) -> list[dict[str, Any]]:
    """Invoke the function twice with its sample."""
    world = World(FUNCTION, cloud, topic_arn="arn:aws:sns:ap-northeast-1:111111111111:messages.fifo")
    with world.installed():
        for _ in range(2):
            assert world.invoke(json.loads(FUNCTION.events[0].read_text())) == {"batchItemFailures": []}
    return [{name: value for name, value in item.items() if name != "expiresAt"} for item in cloud.items("order-log")]


def test_a_function_does_the_same_in_memory_and_on_the_emulator(application: Path) -> None:
    in_memory = run(MemoryCloud(system_of(FUNCTION)))
    with mock_aws():
        on_moto = run(MotoCloud(system_of(FUNCTION)))
    assert in_memory == on_moto
    assert [item["change"] for item in in_memory] == ["INSERT"]

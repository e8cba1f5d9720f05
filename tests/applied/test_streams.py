"""Every function on real records: Terraform's tables, DynamoDB Streams, and a mapping."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import partial
from typing import Any

import pytest

from dynawright.emulator.streams.function import Handler, functions
from dynawright.emulator.streams.mapping import EventSourceMapping, MappingSettings
from dynawright.environ import emulator_settings
from dynawright.runtime import clients
from tests.applied.platform import Platform, scenario_of
from tests.applied.shared import Applied
from tests.functions.cloud import Item


@pytest.fixture
def platform(applied: Applied, monkeypatch: pytest.MonkeyPatch) -> Iterator[Platform]:
    settings = emulator_settings(applied.emulator.endpoint_url)
    for name, value in {**settings, "AWS_DEFAULT_REGION": applied.workspace.environment.region}.items():
        monkeypatch.setenv(name, value)
    clients.client.cache_clear()
    yield Platform(applied)
    clients.client.cache_clear()


def test_every_stream_is_read(applied: Applied) -> None:
    read = {function.table for function in functions() if function.system == applied.system.name}
    assert {table.name for table in applied.system.tables if table.stream} == read


def test_functions_process_what_the_stream_tells(applied: Applied, platform: Platform, monkeypatch: pytest.MonkeyPatch) -> None:
    """A bad record arrives complete at the destination; all others are processed once."""
    scenario = scenario_of(applied.system.name)
    if scenario is None:
        pytest.skip("the system's tests declare no scenario")
    chosen = [one for one in functions() if one.system == applied.system.name]
    readers = {function.name: platform.reader(function) for function in chosen}
    scenario.write(platform)
    for function in chosen:
        for name, value in platform.variables(function).items():
            monkeypatch.setenv(name, value)
        records = list(readers[function.name].read())
        handler, destination = function.load(), platform.destination(function)
        settings = MappingSettings(filters=function.filters, window_seconds=0, maximum_retry_attempts=1)
        for _ in range(2):  # every record is delivered twice
            mapping = EventSourceMapping(partial(_invoke, handler), settings, destination)
            mapping.feed(records)
            mapping.run()
        is_poison = scenario.poisons.get(function.name, _nothing)
        poison = [record for _, record in records if is_poison(record["dynamodb"].get("NewImage", {}))]
        given_up = platform.given_up(function)
        assert bool(given_up) == bool(poison) == (function.name in scenario.poisons), function.name
        assert all(record in given_up for record in poison), "a poison is not kept whole"
    scenario.check(platform)


def _invoke(handler: Handler, event: dict[str, Any]) -> Any:
    return handler(json.loads(json.dumps(event)), None)


def _nothing(image: Item) -> bool:
    return False

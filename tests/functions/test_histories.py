"""Nothing lost, no count doubled, whatever fails: a few of `make histories`' ten thousand."""

from random import Random
from typing import Any

import pytest
from moto import mock_aws

from tests.functions.cloud import Item, MemoryCloud
from tests.functions.histories import History, run_many
from tests.functions.moto_cloud import MotoCloud
from tests.functions.subjects import subjects
from tests.functions.world import Cloud, system_of

SUBJECTS = subjects()
UNLIKE = {"StartedAt", "SentAt", "ExpiresAt", "last_updated", "updated_at"}


@pytest.mark.parametrize("name", SUBJECTS)
def test_effects_are_exactly_those_of_the_reference(name: str) -> None:
    figures = run_many(name, 150)
    assert figures.histories == 150
    assert figures.faults > 0
    assert figures.poison > 0
    assert figures.given_up > figures.poison  # good records behind a poison are given up with it
    assert (figures.messages > 0) == (SUBJECTS[name].messages is not None)


@pytest.mark.parametrize("name", SUBJECTS)
def test_the_emulator_ends_with_the_same_items_as_the_memory(name: str) -> None:
    function = SUBJECTS[name].function
    system = system_of(function)
    for seed in range(3):
        memory = MemoryCloud(system)
        History(SUBJECTS[name], Random(seed), memory).run()
        with mock_aws():
            moto = MotoCloud(system)
            History(SUBJECTS[name], Random(seed), moto, moto.topic_arn).run()
            for table in system.tables:
                assert _items(moto, table.name) == _items(memory, table.name)


def _items(cloud: Cloud, table: str) -> list[Item]:
    return sorted((_without_times(item) for item in cloud.items(table)), key=str)


def _without_times(value: Any) -> Any:
    if not isinstance(value, dict):
        return value
    return {name: _without_times(inner) for name, inner in sorted(value.items()) if name not in UNLIKE}

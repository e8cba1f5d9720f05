"""The expected effects of entity_events on the emulator."""

from __future__ import annotations

from tests.applied.platform import Platform, Scenario
from tests.functions.cloud import Item


def write(platform: Platform) -> None:
    platform.done_before = platform.done("miyabi-lambda-processed")
    user: Item = {"PK": "USER#x", "SK": "METADATA", "EntityType": "USER", "Data": {"name": "Ann"}}
    platform.write("miyabi-lambda-data", user, {**user, "Data": {}}, {"PK": "USER#y", "SK": "METADATA"})


def check(platform: Platform) -> None:
    assert platform.done("miyabi-lambda-processed") - platform.done_before == 2


def _has_no_type(image: Item) -> bool:
    return bool(image) and "EntityType" not in image


SCENARIO = Scenario(
    write,
    check,
    poisons={"entity_events": _has_no_type},
    effects=frozenset({"events to EventBridge", "new EVENT_MARKER in miyabi-lambda-processed-local"}),
)

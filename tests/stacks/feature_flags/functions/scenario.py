"""The expected effects of flag_audit on the emulator."""

from __future__ import annotations

from tests.applied.platform import Platform, Scenario
from tests.functions.cloud import Item


def write(platform: Platform) -> None:
    flag: Item = {"PK": "FLAG#dev#x", "SK": "METADATA", "updatedBy": "ann", "targetingRules": ["someone"]}
    platform.write("feature-flags", flag, {**flag, "defaultEnabled": True})


def check(platform: Platform) -> None:
    found = [item for item in platform.items("feature-flags-audit") if item["PK"] == "FLAG#dev#x|METADATA"]
    assert sorted((item["what"], item["who"]) for item in found) == [("INSERT", "ann"), ("MODIFY", "ann")]
    assert "someone" not in str(found)


SCENARIO = Scenario(write, check, effects=frozenset({"new FLAG_CHANGE in feature-flags-audit-local"}))

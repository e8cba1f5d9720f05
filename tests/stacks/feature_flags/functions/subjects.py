"""The expected effects of flag_audit, computed independently."""

from __future__ import annotations

import hmac
import json
from collections.abc import Sequence
from decimal import Decimal
from random import Random

from dynawright.emulator.streams.function import Function
from tests.functions.changes import Change, Stream
from tests.functions.cloud import HASH_KEY, Item
from tests.functions.subjects import LENGTHS, Subject
from tests.functions.world import World


def make_flags(random: Random) -> list[Change]:
    stream = Stream(random)
    for number in range(random.choice(LENGTHS)):
        user = f"user{random.randint(1, 3)}"
        key = random.choice(
            (
                {"PK": f"FLAG#dev#f{random.randint(1, 3)}", "SK": "METADATA"},
                {"PK": "ABTEST#1", "SK": f"ASSIGN#{user}"},
                {"PK": "TENANT#1#EVAL#f", "SK": f"EVAL#{number}"},
            )
        )
        item: Item = {**key, "updatedBy": "ann", "targetingRules": [user], "number": Decimal(number)}
        if key["SK"].startswith("ASSIGN#"):
            item |= {"userId": user, "GSI1PK": f"USER#{user}"}
        old, new = random.choice(((None, item), (item, None), ({**item, "number": Decimal(-1)}, item)))
        expired = new is None and random.random() < 0.5
        change = stream.change(key, new, old, by_ttl=expired)
        if key["SK"].startswith("EVAL#"):
            continue  # the filter keeps evaluations away
        if not stream.poisoned(change):
            change.effects = [("flag", "dynamodb-ttl" if expired else "unknown" if new is None else "ann")]
    return stream.changes


def check_flags(world: World, changes: Sequence[Change]) -> None:
    found = {(item["eventId"], item["order"], item["what"], item["who"]) for item in world.cloud.items("feature-flags-audit")}
    assert found == {
        (change.event_id, change.order, change.raw["eventName"], change.effects[0][1]) for change in changes if change.effects
    }
    for item in world.cloud.items("feature-flags-audit"):
        assert "user" not in json.dumps({**item, "before": "", "after": ""}, default=str)
        for side in ("before", "after"):
            shown = json.loads(item[side])
            assert not any("user" in str(value) for value in shown.values())
            if "userId" in shown:
                assert shown["userId"] in {_hash(f"user{number}") for number in (1, 2, 3)}


def _hash(value: str) -> str:
    return "hmac-sha256:" + hmac.new(HASH_KEY.encode(), json.dumps(value).encode(), "sha256").hexdigest()


SUBJECTS = (Subject(Function("feature_flags", "flag_audit"), make_flags, check_flags),)

"""The expected effects of entity_events, computed independently."""

from __future__ import annotations

import json
from collections.abc import Sequence
from decimal import Decimal
from random import Random

from dynawright.emulator.streams.function import Function
from tests.functions.changes import Change, Stream
from tests.functions.messages import Messages
from tests.functions.subjects import LENGTHS, Subject, effects
from tests.functions.world import World

EVENTS = Messages("events.put_events", lambda call: str(json.loads(call["Entries"][0]["Detail"])["id"]), "EVENT#")


def make_entities(random: Random) -> list[Change]:
    stream = Stream(random)
    for number in range(random.choice(LENGTHS)):
        key = {"PK": f"USER#{random.randint(1, 4)}", "SK": "METADATA"}
        item = {**key, "EntityType": "USER", "Data": {"name": f"n{number}", "score": Decimal("1.5")}}
        nameless = random.random() < 0.1
        if nameless:
            del item["EntityType"]
        old, new = random.choice(((None, item), (item, None), ({**item, "Data": {}}, item)))
        change = stream.change(key, new, old, by_ttl=new is None and random.random() < 0.5)
        if not stream.poisoned(change):
            change.bad = nameless
            change.effects = [] if nameless else [("event", change.event_id)]
    return stream.changes


def check_events(world: World, changes: Sequence[Change]) -> None:
    EVENTS.check(world, {id for _, id in effects(changes, "event")})


SUBJECTS = (Subject(Function("miyabi_lambda", "entity_events"), make_entities, check_events, messages=EVENTS),)

"""EventBridge: whether a rule's pattern matches an event."""

import json
from typing import Any

from moto.events.models import EventPattern
from moto.events.responses import EventsHandler

from dynawright.emulator.gaps.patch import Original, wrap


def install() -> None:
    wrap(EventsHandler, "test_event_pattern", _test_event_pattern)


def _test_event_pattern(original: Original, handler: Any) -> str:
    """Not implemented: it answered with nothing."""
    pattern = EventPattern.load(handler._get_param("EventPattern"))
    return json.dumps({"Result": pattern.matches_event(json.loads(handler._get_param("Event")))})

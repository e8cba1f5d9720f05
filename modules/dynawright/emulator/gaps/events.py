"""EventBridge: whether a rule's pattern matches an event, and changes of a bus."""

import json
from typing import Any

from moto.core.utils import unix_time
from moto.events.models import EventPattern
from moto.events.responses import EventsHandler

from dynawright.emulator.gaps.patch import Original, wrap


def install() -> None:
    wrap(EventsHandler, "test_event_pattern", _test_event_pattern)
    EventsHandler.update_event_bus = _update_event_bus


def _test_event_pattern(original: Original, handler: Any) -> str:
    """Add the operation."""
    pattern = EventPattern.load(handler._get_param("EventPattern"))
    return json.dumps({"Result": pattern.matches_event(json.loads(handler._get_param("Event")))})


def _update_event_bus(handler: Any) -> str:
    """Add the operation: moto answers status 500."""
    bus = handler.events_backend.describe_event_bus(handler._get_param("Name"))
    bus.description = handler._get_param("Description")
    bus.kms_key_identifier = handler._get_param("KmsKeyIdentifier")
    bus.dead_letter_config = handler._get_param("DeadLetterConfig")
    bus.last_modified_time = unix_time()
    changed = {
        "Arn": bus.arn,
        "Name": bus.name,
        "Description": bus.description,
        "KmsKeyIdentifier": bus.kms_key_identifier,
        "DeadLetterConfig": bus.dead_letter_config,
    }
    return json.dumps({name: value for name, value in changed.items() if value})

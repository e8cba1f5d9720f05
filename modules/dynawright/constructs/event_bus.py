"""An EventBridge bus that a system publishes to."""

from __future__ import annotations

from constructs import Construct

from dynawright.bindings.aws.cloudwatch_event_bus import CloudwatchEventBus
from dynawright.bindings.engine.location import location
from dynawright.constructs.component import Component
from dynawright.constructs.encryption import EncryptionKey
from dynawright.constructs.naming import EVENT_BUS, physical_name
from dynawright.constructs.role import Role
from dynawright.iam.policy import Statement


class EventBus(Component):
    """Encrypted; whoever wants the events adds rules to it. Only roles that are granted publish."""

    def __init__(self, scope: Construct, id: str, *, name: str, description: str, key: EncryptionKey) -> None:
        super().__init__(scope, id)
        key.admit_service("events.amazonaws.com")
        self._bus = CloudwatchEventBus(
            self, "Bus", name=physical_name(self, name, EVENT_BUS), description=description, kms_key_identifier=key.arn
        )

    @property
    def name(self) -> str:
        return self._bus.name

    @property
    def arn(self) -> str:
        return self._bus.arn

    def grant_publish(self, role: Role) -> None:
        role.attach(location(self).path[-1], [Statement(("events:PutEvents",), (self.arn,))])

"""An EventBridge bus that a system publishes to."""

from __future__ import annotations

from constructs import Construct

from dynawright.bindings.aws.cloudwatch_event_bus import CloudwatchEventBus, CloudwatchEventBusDeadLetterConfig
from dynawright.bindings.aws.sqs_queue import SqsQueue
from dynawright.bindings.engine.location import location
from dynawright.constructs.component import Component
from dynawright.constructs.encryption import EncryptionKey
from dynawright.constructs.failure_destination import INSECURE, SQS_RETENTION_SECONDS
from dynawright.constructs.naming import EVENT_BUS, QUEUE, environment_of, physical_name
from dynawright.constructs.role import Role
from dynawright.constructs.suppression import suppress
from dynawright.iam.policy import Statement, document
from dynawright.monitoring.alarm import Alarm, Subject, alarms_about
from dynawright.monitoring.alarm_rules import functions as rules
from dynawright.monitoring.chart import Chart
from dynawright.settings import AlarmSettings

OTHER_KEY = "it keeps what EventBridge could not encrypt with the bus's key: SQS's own key works when that one does not"


class EventBus(Component):
    """An encrypted bus; consumers of events add rules to it. Only granted roles publish.

    A bus with a customer-managed key has a queue for events that EventBridge can't encrypt or decrypt, which would otherwise be lost.
    """

    def __init__(self, scope: Construct, id: str, *, name: str, description: str, key: EncryptionKey) -> None:
        super().__init__(scope, id)
        key.admit_service("events.amazonaws.com")
        self._name = name
        physical = physical_name(self, name, EVENT_BUS)
        self._failures = self._queue(physical) if key.arn else None
        self._bus = CloudwatchEventBus(
            self,
            "Bus",
            name=physical,
            description=description,
            kms_key_identifier=key.arn,
            dead_letter_config=CloudwatchEventBusDeadLetterConfig(arn=self._failures.arn) if self._failures else None,
        )

    @property
    def name(self) -> str:
        return self._bus.name

    @property
    def arn(self) -> str:
        return self._bus.arn

    @property
    def failures_arn(self) -> str | None:
        """The queue of events that could not be encrypted; None with AWS's own key."""
        return self._failures.arn if self._failures else None

    def alarms(self, settings: AlarmSettings) -> list[Alarm]:
        """The alarm on events in the queue."""
        if self._failures is None:
            return []
        queue = {"QueueName": self._failures.inputs["name"]}
        subject = Subject(location(self).path[-1], self._name, f"the failures of bus {self._bus.inputs['name']}", queue)
        return alarms_about([rules.NOT_ENCRYPTED], subject, settings)

    def charts(self) -> list[Chart]:
        return []

    def _queue(self, bus: str) -> SqsQueue:
        environment = environment_of(self)
        place, name = f"{environment.region}:{environment.account_id}", physical_name(self, f"{self._name}-failed", QUEUE)
        arn = f"arn:aws:sqs:{place}:{name}"  # the ARN as text: a policy inside the queue can't refer to the queue
        from_bus = {
            "ArnEquals": {"aws:SourceArn": f"arn:aws:events:{place}:event-bus/{bus}"},
            "StringEquals": {"aws:SourceAccount": environment.account_id},
        }
        events = {"Service": "events.amazonaws.com"}
        queue = SqsQueue(
            self,
            "Failures",
            name=name,
            message_retention_seconds=SQS_RETENTION_SECONDS,
            sqs_managed_sse_enabled=True,
            policy=document(
                [
                    Statement(("sqs:SendMessage",), (arn,), from_bus, principal=events),
                    Statement(("sqs:ReceiveMessage", "sqs:SendMessage"), (arn,), INSECURE, effect="Deny", principal="*"),
                ]
            ),
        )
        suppress(queue, "production-data-has-its-own-key", because=OTHER_KEY)
        return queue

    def grant_publish(self, role: Role) -> None:
        role.attach(location(self).path[-1], [Statement(("events:PutEvents",), (self.arn,))])

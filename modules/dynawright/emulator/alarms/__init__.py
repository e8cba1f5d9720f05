"""What CloudWatch makes of published metrics: states of alarms, and the messages that they send."""

from dynawright.emulator.alarms.clock import AlarmClock, Message

__all__ = ["AlarmClock", "Message"]

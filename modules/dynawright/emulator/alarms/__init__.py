"""CloudWatch's evaluation of alarms: states, and the messages they send."""

from dynawright.emulator.alarms.clock import AlarmClock, Message

__all__ = ["AlarmClock", "Message"]

"""Alarms of functions, of what feeds them, and of queues that keep what failed."""

from __future__ import annotations

from functools import partial

from dynawright.monitoring.alarm import AlarmRule
from dynawright.monitoring.alarm_rules.reasons import IDLE, SILENT
from dynawright.monitoring.metric_catalogue import LAMBDA, SQS
from dynawright.monitoring.metrics import metric

functions = partial(metric, LAMBDA)
queues = partial(metric, SQS)

ERRORS = AlarmRule("Errors", "runs fail", {"errors": (functions("Errors"), "Sum")}, 0, IDLE)
FUNCTION = (
    AlarmRule(
        "IteratorAge",
        "the stream's reader is behind",
        {"age": (functions("IteratorAge"), "Maximum")},
        "iterator_age_seconds",
        IDLE,
        factor=1000,
        period_seconds=60,
        datapoints=5,
        of=5,
    ),
    ERRORS,
    AlarmRule("Throttles", "runs are refused", {"refused": (functions("Throttles"), "Sum")}, 0, IDLE, level="full"),
    AlarmRule(
        "DestinationFailures",
        "records were given up, and could not be kept either",
        {"lost": (functions("DestinationDeliveryFailures"), "Sum")},
        0,
        SILENT,
        tells_recovery=False,  # what was lost stays lost
    ),
)
DURATION = AlarmRule(
    "Duration",
    "runs take almost all the time they have",
    {"duration": (functions("Duration"), "Maximum")},
    "duration_percent_of_timeout",
    IDLE,
    level="full",
    factor=10,  # per cent of seconds → milliseconds,
)
MAPPING = (
    AlarmRule(
        "DroppedEvents",
        "records are given up without a trace",
        {"dropped": (functions("DroppedEventCount"), "Sum")},
        0,
        SILENT,
    ),
    AlarmRule(
        "FailedRecords",
        "records were given up and wait in the failure destination",
        {"kept": (functions("OnFailureDestinationDeliveredEventCount"), "Sum")},
        0,
        SILENT,
        tells_recovery=False,  # silence does not mean that they were replayed
    ),
)
QUEUE = (
    AlarmRule(
        "NotEmpty",
        "messages wait in the failure queue",
        {"waiting": (queues("ApproximateNumberOfMessagesVisible"), "Maximum")},
        0,
        "an idle queue stops publishing",
    ),
)

RULES = (
    *FUNCTION,
    DURATION,
    *MAPPING,
    *QUEUE,
)

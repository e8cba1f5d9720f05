"""Rules for functions, their event sources, and queues of failed events."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from dynawright.monitoring.alarm import BELOW, AlarmRule
from dynawright.monitoring.alarm_rules.incidents import FAILING, LOSING
from dynawright.monitoring.alarm_rules.reasons import IDLE, SILENT
from dynawright.monitoring.metric_catalogue import LAMBDA, SQS
from dynawright.monitoring.metrics import metric

functions = partial(metric, LAMBDA)
queues = partial(metric, SQS)

RUN_ERRORS = AlarmRule(
    "Errors", "runs fail", {"errors": (functions("Errors"), "Sum")}, 0, IDLE, message="ticket", incident=FAILING
)
"""Rules for a function that runs at most once a day: each error counts, but can wait until morning."""
FUNCTION = (
    AlarmRule(
        "IteratorAge",
        "the stream's reader is behind",
        {"age": (functions("IteratorAge"), "Maximum")},
        "iterator_age_seconds",
        IDLE,
        incident=FAILING,
        factor=1000,
        period_seconds=60,
        datapoints=5,
        of=5,
    ),
    AlarmRule(
        "Errors",
        "runs fail",
        {"errors": (functions("Errors"), "Sum")},
        0,
        IDLE,
        incident=FAILING,
        datapoints=2,  # a failed run is retried, and nothing is lost
        of=3,
    ),
    AlarmRule(
        "Throttles", "runs are refused", {"refused": (functions("Throttles"), "Sum")}, 0, IDLE, level="full", message="ticket"
    ),
    AlarmRule(
        "DestinationFailures",
        "records were given up, and could not be kept either",
        {"lost": (functions("DestinationDeliveryFailures"), "Sum")},
        0,
        SILENT,
        incident=LOSING,
        tells_recovery=False,  # lost records stay lost
    ),
)
DURATION = AlarmRule(
    "Duration",
    "runs take almost all the time they have",
    {"duration": (functions("Duration"), "Maximum")},
    "duration_percent_of_timeout",
    IDLE,
    level="full",
    message="ticket",
    factor=10,  # per cent of seconds → milliseconds,
)
MAPPING = (
    AlarmRule(
        "DroppedEvents",
        "records are given up without a trace",
        {"dropped": (functions("DroppedEventCount"), "Sum")},
        0,
        SILENT,
        incident=LOSING,
    ),
    AlarmRule(
        "FailedRecords",
        "records were given up and wait in the failure destination",
        {"kept": (functions("OnFailureDestinationDeliveredEventCount"), "Sum")},
        0,
        SILENT,
        incident=LOSING,
        tells_recovery=False,  # no data does not mean that they were replayed
    ),
    AlarmRule(
        "PollingStopped",
        "the mapping reads its stream no longer",
        {"polls": (functions("PolledEventCount"), "SampleCount")},
        1,
        "Lambda publishes 0 for a poll that finds nothing, so that a quiet stream has data; no data means that nothing polls. "
        "A mapping that has just been made has none yet, and is silent until it has polled once",
        comparison=BELOW,
        missing="missing",
        datapoints=3,
        of=3,
        remedy="Look at the mapping's State and LastProcessingResult: switched off, or without its rights. Records are gone after 24 hours.",
    ),
)
WAITING = AlarmRule(
    "NotEmpty",
    "messages wait in the failure queue",
    {"waiting": (queues("ApproximateNumberOfMessagesVisible"), "Maximum")},
    0,
    "an idle queue stops publishing",
    message="none",
    told_by="FailedRecords tells of each batch when it is given up; this alarm shows that some still wait",
)
"""Rules for a stream function's failure queue."""
GIVEN_UP = replace(WAITING, message="ticket", incident=FAILING, told_by="")
"""Rules for runs that no other alarm covers."""
NOT_ENCRYPTED = replace(
    WAITING,
    name="NotEncrypted",
    title="events wait that the bus could not encrypt or decrypt",
    message="page",
    told_by="",
    remedy="Enable the bus's key and look at its policy; then put the events on the bus again. SQS keeps them for 14 days.",
)
"""Rules for an event bus's dead-letter queue."""

RULES = (
    *FUNCTION,
    DURATION,
    *MAPPING,
    WAITING,
    RUN_ERRORS,
    GIVEN_UP,
    NOT_ENCRYPTED,
)

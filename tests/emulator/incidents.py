"""Incidents in CloudWatch's terms: published metrics, from when on, and for how long.

`docs/incidents.md` lists the alarms that then ring; `python -m tests.emulator.incidents` prints its table.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from moto import mock_aws

from dynawright.docs.markdown import rows
from dynawright.emulator import gaps
from dynawright.emulator.alarms.states import OK
from tests.applications import complete_stacks
from tests.emulator.alarm_system import AlarmSystem, each

START = datetime(2026, 3, 2, tzinfo=UTC)
APART = timedelta(days=20)
"""Between incidents: no alarm looks back that far."""
MINUTE, DAY = 60, 86_400
TABLE, FUNCTION = "library-loans-production", "library-loan-history-production"
INDEX = {"TableName": TABLE, "GlobalSecondaryIndexName": "by-reader"}
OPERATIONS = ("GetItem", "Query", "PutItem", "UpdateItem", "TransactWriteItems")
Publish = Callable[[AlarmSystem, datetime, datetime], None]


@dataclass(frozen=True)
class Incident:
    """`publish` is called with the time at which it begins and the time of observation."""

    name: str
    publish: Publish
    lasts: timedelta = timedelta(minutes=30)
    stops_polling: bool = False


@dataclass(frozen=True)
class Outcome:
    """Ringing alarms, and what each topic's subscriber receives."""

    ringing: tuple[str, ...]
    pages: tuple[str, ...]
    tickets: tuple[str, ...]

    @property
    def cells(self) -> tuple[str, str, str]:
        return _listed(self.ringing), _listed(self.pages), _listed(self.tickets)


def metrics(value: float, *names: str, every: int = MINUTE, **dimensions: str) -> Publish:
    """Publish the same value of some metrics, from the beginning to the end."""

    def publish(system: AlarmSystem, begin: datetime, end: datetime) -> None:
        for name in names:
            system.publish(name, value, each(every, begin, end), **dimensions)

    return publish


def together(*parts: Publish) -> Publish:
    def publish(system: AlarmSystem, begin: datetime, end: datetime) -> None:
        for part in parts:
            part(system, begin, end)

    return publish


def by_operation(value: float, name: str) -> Publish:
    return together(*(metrics(value, name, TableName=TABLE, Operation=operation) for operation in OPERATIONS))


def days(*, made: tuple[int, ...], due: bool = True) -> Publish:
    """Publish how many backups were made on each day, with the sign that they were due by then."""

    def publish(system: AlarmSystem, begin: datetime, end: datetime) -> None:
        for number, count in enumerate(made):
            noon = begin + timedelta(days=number, hours=12)
            if count:
                system.publish("AWS/Events TriggeredRules", 1, [noon] * count, RuleName="library-backup-completed-production")
            if due:
                system.publish("AWS/Events TriggeredRules", 1, [noon], RuleName="library-backup-due-production")

    return publish


def throttles(*causes: str, **dimensions: str) -> Publish:
    return metrics(20, *(f"AWS/DynamoDB {cause}ThrottleEvents" for cause in causes), every=MINUTE, **dimensions)


FAILING_RUNS = metrics(3, "AWS/Lambda Errors", FunctionName=FUNCTION)
BEHIND = metrics(900_000, "AWS/Lambda IteratorAge", FunctionName=FUNCTION)

INCIDENTS = (
    Incident("nothing happens", together()),
    Incident("a table's writes are throttled", throttles("Write", TableName=TABLE)),
    Incident("a hot key throttles reads and writes of a table", together(
        throttles("Read", "Write", "ReadKeyRangeThroughput", "WriteKeyRangeThroughput", TableName=TABLE))),
    Incident("an index is throttled, and with it its table", together(
        throttles("Write", "WriteKeyRangeThroughput", **INDEX), throttles("Write", "WriteKeyRangeThroughput", TableName=TABLE))),
    Incident("DynamoDB fails a share of the requests", together(
        by_operation(5, "AWS/DynamoDB SystemErrors"), by_operation(3, "AWS/DynamoDB SuccessfulRequestLatency"))),
    Incident("DynamoDB is slow", by_operation(900, "AWS/DynamoDB SuccessfulRequestLatency")),
    Incident("a provisioned table uses most of its capacity", together(
        metrics(570, "AWS/DynamoDB ConsumedWriteCapacityUnits", TableName="library-history-production"),
        metrics(10, "AWS/DynamoDB ProvisionedWriteCapacityUnits", TableName="library-history-production"))),
    Incident("a function fails once, and its retry succeeds",
             lambda system, begin, end: system.publish("AWS/Lambda Errors", 1, [begin], FunctionName=FUNCTION)),
    Incident("a bad deployment: every run of a function fails, and it falls behind", together(FAILING_RUNS, BEHIND)),
    Incident("a bad record is given up and kept", together(
        FAILING_RUNS, metrics(1, "AWS/Lambda OnFailureDestinationDeliveredEventCount", EventSourceMappingUUID="mapping"))),
    Incident("a function's mapping stops polling", together(), stops_polling=True),
    Incident("the cache refuses requests and fails others",
             metrics(20, "AWS/DAX FaultRequestCount", "AWS/DAX ThrottledRequestCount", ClusterId="library-production")),
    Incident("changes do not get into the data stream",
             metrics(1, "AWS/DynamoDB FailedToReplicateRecordCount", TableName=TABLE, DelegatedOperation="PutRecord")),
    Incident("a log has one line of level ERROR", lambda system, begin, end: system.publish(
        "Readers/Logs /aws/dynamodb/library-desk-production Errors", 1, [begin])),
    Incident("a log has many lines of level ERROR", metrics(
        10, "Readers/Logs /aws/dynamodb/library-desk-production Errors")),
    Incident("the export fails", together(
        metrics(1, "AWS/Lambda Errors", FunctionName="library-export-production"),
        metrics(1, "AWS/SQS ApproximateNumberOfMessagesVisible", QueueName="library-export-failed-production"))),
    Incident("a backup job fails (its event is a ticket, besides)", metrics(
        1, "AWS/Backup NumberOfBackupJobsFailed", every=300, BackupVaultName="readers-production")),
    Incident("a new system, before its first backup is due", days(made=(0, 0), due=False), timedelta(days=2)),
    Incident("a new system, whose first backups never come", days(made=(0, 0)), timedelta(days=2)),
    Incident("one table of three is not backed up for two days", days(made=(2, 2)), timedelta(days=2)),
    Incident("one day's backups are missing", days(made=(3, 0)), timedelta(days=2)),
)  # fmt: skip


@contextmanager
def alarm_system() -> Iterator[AlarmSystem]:
    gaps.install()
    with mock_aws():
        stacks = complete_stacks("production")
        yield AlarmSystem([stacks[name].content for name in sorted(stacks) if not name.startswith("museum")])


def outcome(system: AlarmSystem, number: int) -> Outcome:
    """Run the incident in simulated time, looking every five minutes, or daily if it is long."""
    incident = INCIDENTS[number]
    begin = START + number * APART
    end = begin + incident.lasts
    polled = begin if incident.stops_polling else end
    system.publish(
        "AWS/Lambda PolledEventCount", 0, each(300, begin - timedelta(hours=1), polled), EventSourceMappingUUID="mapping"
    )
    system.clock.tick(begin)
    system.received()
    incident.publish(system, begin, end)
    ringing: set[str] = set()
    step = timedelta(days=1) if incident.lasts >= timedelta(days=1) else timedelta(minutes=5)
    now = begin
    while (now := now + step) <= end:
        system.clock.tick(now)
        ringing |= system.clock.ringing
    pages, tickets = ([name for name, state in messages if state != OK] for messages in system.received().values())
    return Outcome(_short(ringing), _short(pages), _short(tickets))


def page_rows() -> list[tuple[str, str, str, str]]:
    with alarm_system() as system:
        return [(incident.name, *outcome(system, number).cells) for number, incident in enumerate(INCIDENTS)]


def _short(names: Iterable[str]) -> tuple[str, ...]:
    return tuple(sorted(name.removesuffix("-production") for name in names))


def _listed(names: tuple[str, ...]) -> str:
    return ", ".join(f"`{name}`" for name in names) or "nothing"


if __name__ == "__main__":
    print(rows(("incident", "alarms that ring", "page", "ticket"), page_rows()))

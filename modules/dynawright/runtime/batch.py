"""A batch of records of which each fails or succeeds alone."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any, NotRequired, Protocol, TypedDict

from dynawright.runtime.clients import hang_up
from dynawright.runtime.errors import BadRecordError, ConfigurationError, InDoubtError
from dynawright.runtime.log import log
from dynawright.runtime.record import Record, read, sequence_number_of
from dynawright.runtime.settled import Settled

RESERVE_MILLISECONDS = 3000  # to answer in; Lambda would count an invocation that it has to end as one that did nothing


class Failure(TypedDict):
    itemIdentifier: str


class Doubt(TypedDict):
    """A message that may be out, and the attempt to send it after which nobody knew."""

    id: str
    attempt: str
    reason: str


class Response(TypedDict):
    """What Lambda reads: it retries from the lowest of these sequence numbers on. A replay also hears of what is in doubt."""

    batchItemFailures: list[Failure]
    inDoubt: NotRequired[list[Doubt]]


class Context(Protocol):
    """The part of Lambda's context that is used."""

    def get_remaining_time_in_millis(self) -> int: ...


class Batch:
    """The readable records of one invocation, and which of them have failed so far."""

    def __init__(self, records: Sequence[Record], context: Context | None, settled: Settled) -> None:
        self.records = records
        self.settled = settled
        self.in_doubt: list[Doubt] = []
        self._context = context
        self._failed: set[str] = set()

    def each(self, work: Callable[[Record], None], records: Iterable[Record] | None = None) -> None:
        """Does the work for each record, in order; an exception is that record's failure and stops no other."""
        for record in self.records if records is None else records:
            self.attempt(record, partial(work, record))

    def attempt(self, record: Record, work: Callable[[], Any]) -> Any:
        """What the work returns; None if it failed, or if no time is left to begin it."""
        if self._context is not None and self._context.get_remaining_time_in_millis() < RESERVE_MILLISECONDS:
            self.fail(record.sequence_number, TimeoutError("no time is left in this invocation"))
            return None
        try:
            return work()
        except ConfigurationError:
            raise
        except Exception as error:
            self.fail(record.sequence_number, error)
            return None

    def fail(self, sequence_number: str, error: Exception) -> None:
        """The record is to be delivered again."""
        self._failed.add(sequence_number)
        if isinstance(error, InDoubtError):
            self.in_doubt.append({"id": error.message_id, "attempt": error.attempt, "reason": str(error)})
        _tell(sequence_number, error)

    @property
    def failed(self) -> frozenset[str]:
        return frozenset(self._failed)


def respond(event: Mapping[str, Any], context: Context | None, *jobs: Callable[[Batch], None]) -> Response:
    """Runs the jobs on the event, each isolated from the others; a record has failed if any job failed on it.

    A job that raises (its configuration is wrong, say) does so only after the others have run.
    """
    records, failed = _read(event)
    raised: list[Exception] = []
    in_doubt: list[Doubt] = []
    for job in jobs:
        batch = Batch(records, context, Settled.of(event))
        try:
            job(batch)
        except Exception as error:
            raised.append(error)
        failed |= batch.failed
        in_doubt += batch.in_doubt
    hang_up()
    if raised:
        raise raised[0]
    answer: Response = {"batchItemFailures": [{"itemIdentifier": number} for number in sorted(failed, key=int)]}
    return {**answer, "inDoubt": in_doubt} if "settled" in event else answer


def _read(event: Mapping[str, Any]) -> tuple[list[Record], set[str]]:
    """The records that can be read, and the sequence numbers of those that can't."""
    raws = event.get("Records")
    if not isinstance(raws, list):
        raise BadRecordError("the event has no list of Records: is it from a DynamoDB stream?")
    records, bad = [], set()
    for number, raw in [(sequence_number_of(raw), raw) for raw in raws]:
        try:
            records.append(read(raw))
        except Exception as error:  # whatever a record holds, it fails alone
            bad.add(number)
            _tell(number, error)
    return records, bad


def _tell(sequence_number: str, error: Exception) -> None:
    """What the record holds is not logged: it may be personal."""
    log("ERROR", "a record failed", sequence_number=sequence_number, error=type(error).__name__, reason=str(error))

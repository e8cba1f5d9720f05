"""A batch of records, each of which fails or succeeds alone."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any, Protocol, TypedDict

from dynawright.runtime.errors import BadRecordError, ConfigurationError
from dynawright.runtime.log import log
from dynawright.runtime.record import Record, read, sequence_number_of

RESERVE_MILLISECONDS = 3000  # time to answer: an invocation that Lambda must stop counts as completely failed


class Failure(TypedDict):
    itemIdentifier: str


class Response(TypedDict):
    """The answer to Lambda, which retries from the lowest of these sequence numbers."""

    batchItemFailures: list[Failure]


class Context(Protocol):
    """The used part of Lambda's context."""

    def get_remaining_time_in_millis(self) -> int: ...


class Batch:
    """An invocation's records, and the failed ones among them."""

    def __init__(self, records: Sequence[Record], context: Context | None) -> None:
        self.records = records
        self._context = context
        self._failed: set[str] = set()

    def each(self, work: Callable[[Record], None], records: Iterable[Record] | None = None) -> None:
        """Do the work for each record in order; an exception fails only its own record."""
        for record in self.records if records is None else records:
            self.attempt(record, partial(work, record))

    def attempt(self, record: Record, work: Callable[[], Any]) -> Any:
        """Return the result of the work; None if it failed, or if there was no time to begin it."""
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
        """Mark the record as failed, so that Lambda delivers it again."""
        self._failed.add(sequence_number)
        _tell(sequence_number, error)

    @property
    def failed(self) -> frozenset[str]:
        return frozenset(self._failed)


def respond(event: Mapping[str, Any], context: Context | None, *jobs: Callable[[Batch], None]) -> Response:
    """Run the jobs on the event, isolated from each other; a record fails if any job fails on it.

    An exception of a job itself, such as a wrong configuration, is raised after the others have run.
    """
    records, failed = _read(event)
    raised: list[Exception] = []
    for job in jobs:
        batch = Batch(records, context)
        try:
            job(batch)
        except Exception as error:
            raised.append(error)
        failed |= batch.failed
    if raised:
        raise raised[0]
    return {"batchItemFailures": [{"itemIdentifier": number} for number in sorted(failed, key=int)]}


def _read(event: Mapping[str, Any]) -> tuple[list[Record], set[str]]:
    """Return the readable records, and the sequence numbers of the others."""
    raws = event.get("Records")
    if not isinstance(raws, list):
        raise BadRecordError("the event has no list of Records: is it from a DynamoDB stream?")
    records, bad = [], set()
    for number, raw in [(sequence_number_of(raw), raw) for raw in raws]:
        try:
            records.append(read(raw))
        except Exception as error:  # a bad record fails alone, whatever it contains
            bad.add(number)
            _tell(number, error)
    return records, bad


def _tell(sequence_number: str, error: Exception) -> None:
    """Log a failure without the record's content, which may be personal data."""
    log("ERROR", "a record failed", sequence_number=sequence_number, error=type(error).__name__, reason=str(error))

"""Batches: each record fails alone, each job runs as if it were alone."""

from typing import Any

import pytest

from dynawright.runtime import BadRecordError, Batch, ConfigurationError, Record, batch, respond
from dynawright.runtime.record import read
from tests.runtime.records import record


class Clock:
    """A context with that much time left, a second less each time it is asked."""

    def __init__(self, seconds: int) -> None:
        self.milliseconds = seconds * 1000

    def get_remaining_time_in_millis(self) -> int:
        self.milliseconds -= 1000
        return self.milliseconds + 1000


def failed(answer: Any) -> list[str]:
    return [failure["itemIdentifier"] for failure in answer["batchItemFailures"]]


def event(*records: dict[str, Any]) -> dict[str, Any]:
    return {"Records": list(records)}


def test_a_record_that_can_not_be_read_fails_alone(capsys: pytest.CaptureFixture[str]) -> None:
    seen: list[str] = []
    bad = record(2, NewImage={"secret": {"X": "1"}})
    answer = respond(event(record(1), bad, record(3)), None, lambda batch: batch.each(lambda one: seen.append(one.event_id)))
    assert (failed(answer), seen) == (["2"], ["e1", "e3"])
    assert '"sequence_number": "2"' in capsys.readouterr().out


@pytest.mark.parametrize("poison", [{"eventName": []}, {"NewImage": {"a": {"B": "日本"}}}, {"Keys": 7}])
def test_whatever_a_record_holds_it_fails_alone(poison: dict[str, Any]) -> None:
    assert failed(respond(event(record(1), record(2, **poison)), None)) == ["2"]


def test_an_error_in_reading_a_record_is_that_records_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    def read_or_break(raw: dict[str, Any]) -> Record:
        if raw["eventID"] == "e2":
            raise RecursionError
        return read(raw)

    monkeypatch.setattr(batch, "read", read_or_break)
    assert failed(respond(event(record(1), record(2)), None)) == ["2"]


def test_a_record_whose_work_raises_fails_alone() -> None:
    def work(one: Record) -> None:
        if one.event_id == "e2":
            raise ValueError("no")

    assert failed(respond(event(record(1), record(2), record(3)), None, lambda batch: batch.each(work))) == ["2"]


def test_failures_are_in_the_order_of_the_stream() -> None:
    def work(one: Record) -> None:
        raise ValueError(one.event_id)

    assert failed(respond(event(record(10), record(9)), None, lambda batch: batch.each(work))) == ["9", "10"]


def test_a_failing_job_does_not_stop_the_others_and_fails_the_record() -> None:
    seen: list[str] = []

    def broken(batch: Batch) -> None:
        batch.each(lambda one: seen.remove(one.event_id))

    answer = respond(event(record(1)), None, broken, lambda batch: batch.each(lambda one: seen.append(one.event_id)))
    assert (failed(answer), seen) == (["1"], ["e1"])


def test_a_wrong_configuration_fails_the_invocation_after_the_other_jobs_ran() -> None:
    seen: list[str] = []

    def misconfigured(batch: Batch) -> None:
        def work(one: Record) -> None:
            raise ConfigurationError("TABLE is not set")

        batch.each(work)

    with pytest.raises(ConfigurationError, match="TABLE is not set"):
        respond(event(record(1)), None, misconfigured, lambda batch: batch.each(lambda one: seen.append(one.event_id)))
    assert seen == ["e1"]


def test_records_that_no_time_is_left_for_are_reported_instead_of_begun() -> None:
    seen: list[str] = []
    answer = respond(event(*map(record, range(1, 6))), Clock(5), lambda batch: batch.each(lambda one: seen.append(one.event_id)))
    assert (seen, failed(answer)) == (["e1", "e2", "e3"], ["4", "5"])


def test_a_record_without_sequence_number_fails_the_batch_before_any_work() -> None:
    seen: list[str] = []
    with pytest.raises(BadRecordError, match="it can't be reported alone"):
        respond(event(record(1), record(SequenceNumber=None)), None, lambda b: b.each(lambda one: seen.append(one.event_id)))
    assert seen == []


def test_an_event_of_something_else_is_refused() -> None:
    with pytest.raises(BadRecordError, match="the event has no list of Records: is it from a DynamoDB stream"):
        respond({"detail": {}}, None)


def test_an_empty_batch_succeeds() -> None:
    assert respond(event(), None) == {"batchItemFailures": []}

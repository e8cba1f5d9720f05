"""The simulated mapping behaves like Lambda's."""

from collections.abc import Callable, Sequence
from typing import Any

from dynawright.emulator.streams.destination import FailedBatch
from dynawright.emulator.streams.mapping import EventSourceMapping, MappingSettings
from tests.runtime.records import record

START = 1_790_000_000.0


class Clock:
    def __init__(self) -> None:
        self.now = START

    def time(self) -> float:
        return self.now

    def sleep(self, seconds: float, /) -> None:
        self.now += seconds


class Run:
    """A mapping that processed records 1 to `count` of one shard."""

    def __init__(self, answer: Callable[[list[int]], Any], count: int, **settings: Any) -> None:
        self.batches: list[list[int]] = []
        self.failed: list[FailedBatch] = []
        self.clock = Clock()
        self._answer = answer
        mapping = EventSourceMapping(self._invoke, MappingSettings(**settings), self.failed.append, self.clock)
        mapping.feed(("shard", record(number, Keys={"PK": {"S": str(number % 4)}})) for number in range(1, count + 1))
        mapping.run()

    def _invoke(self, event: dict[str, Any]) -> Any:
        batch = numbers(event["Records"])
        self.batches.append(batch)
        return self._answer(batch)

    @property
    def given_up(self) -> list[list[int]]:
        return [numbers(batch.records) for batch in self.failed]


def numbers(records: Sequence[dict[str, Any]]) -> list[int]:
    return [int(record["dynamodb"]["SequenceNumber"]) for record in records]


def fine(batch: list[int]) -> Any:
    return {"batchItemFailures": []}


def reports(*bad: int) -> Callable[[list[int]], Any]:
    return lambda batch: {"batchItemFailures": [{"itemIdentifier": str(number)} for number in bad if number in batch]}


def raises_on(*bad: int) -> Callable[[list[int]], Any]:
    def answer(batch: list[int]) -> Any:
        if set(bad) & set(batch):
            raise RuntimeError
        return None  # like an empty list

    return answer


def test_records_come_in_batches_in_order() -> None:
    assert Run(fine, 5, batch_size=2).batches == [[1, 2], [3, 4], [5]]


def test_a_batch_that_is_not_full_waits_for_its_window() -> None:
    assert Run(fine, 2, batch_size=2).clock.now == START
    assert Run(fine, 1, batch_size=2, window_seconds=5).clock.now == START + 5


def test_a_batch_is_retried_from_its_lowest_failure_and_given_up_with_all_that_follows() -> None:
    run = Run(reports(4, 3), 5, maximum_retry_attempts=2)
    assert run.batches == [[1, 2, 3, 4, 5], [3, 4, 5], [3, 4, 5]]
    assert run.given_up == [[3, 4, 5]]
    assert (run.failed[0].condition, run.failed[0].invocations, run.failed[0].function_error) == (
        "RetryAttemptsExhausted",
        3,
        None,
    )


def test_a_failing_function_is_bisected_without_using_up_retries() -> None:
    run = Run(raises_on(3), 4, maximum_retry_attempts=1)
    assert run.batches == [[1, 2, 3, 4], [1, 2], [3, 4], [3], [3], [4]]
    assert run.given_up == [[3]]
    assert run.failed[0].function_error == "Unhandled"


def test_without_bisecting_the_whole_batch_is_given_up() -> None:
    run = Run(raises_on(3), 4, maximum_retry_attempts=1, bisect_on_error=False)
    assert run.batches == [[1, 2, 3, 4]] * 2
    assert run.given_up == [[1, 2, 3, 4]]


def test_an_answer_that_names_no_record_of_the_batch_fails_all_of_it() -> None:
    run = Run(lambda batch: {"batchItemFailures": [{"itemIdentifier": ""}]}, 2, maximum_retry_attempts=0)
    assert run.given_up == [[1, 2]]


def test_records_that_are_too_old_are_given_up_without_being_tried() -> None:
    run = Run(raises_on(1), 1, maximum_retry_attempts=10_000, maximum_record_age_seconds=60)
    assert run.given_up == [[1]]
    assert run.failed[0].condition == "RecordAgeExceeded"
    assert len(run.batches) < 10


def test_parallel_lanes_keep_the_order_of_each_key() -> None:
    run = Run(fine, 40, batch_size=3, parallelization_factor=4)
    assert len(run.batches) > 14  # a single lane would need 14
    for key in range(4):
        of_key = [number for batch in run.batches for number in batch if number % 4 == key]
        assert of_key == sorted(of_key)


def test_filtered_records_are_never_delivered() -> None:
    assert Run(fine, 4, filters=[{"dynamodb": {"Keys": {"PK": {"S": ["1"]}}}}]).batches == [[1]]


def test_a_payload_stays_below_lambdas_limit() -> None:
    batches: list[int] = []

    def invoke(event: dict[str, Any]) -> None:
        batches.append(len(event["Records"]))

    mapping = EventSourceMapping(invoke, MappingSettings(), lambda failed: None, Clock())
    large = {"PK": {"S": "x" * 400_000}}
    mapping.feed(("shard", record(number, NewImage=large, OldImage=large)) for number in range(20))
    mapping.run()
    assert batches == [7, 7, 6]

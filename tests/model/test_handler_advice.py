"""Warnings on functions that lose records."""

import json
from pathlib import Path

import pytest

from dynawright.model import handler_advice
from dynawright.model.function_manifest import FILE

HANDLER = """
def handler(event, context):
    return respond(event, context, run)


def run(batch):
    batch.each(handle)


def handle(record):
    {handle}
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / FILE).write_text(json.dumps({"table": "orders", "filters": [], "variables": {}}))
    return tmp_path


def advice(folder: Path, source: str) -> list[tuple[str, int | None]]:
    (folder / "handler.py").write_text(source)
    return [(problem.code, problem.place.line) for problem in handler_advice.remarks(folder)]


@pytest.mark.parametrize(
    "answer",
    [
        "return respond(event, context, run)",
        "return runtime.respond(event, context, run)",
        "return {'batchItemFailures': [{'itemIdentifier': n} for n in failed(event)]}",
    ],
)
def test_a_handler_that_returns_what_failed_is_sound(folder: Path, answer: str) -> None:
    assert advice(folder, f"def handler(event, context):\n    {answer}\n") == []


@pytest.mark.parametrize(
    "answer",
    [
        "respond(event, context, run)",
        "return None",
        "for record in event['Records']: print(record)",
        "respond(event, context, run); return {'ok': True}",
        "print('batchItemFailures')",
    ],
)
def test_a_handler_that_reports_no_failed_records_is_told_of(folder: Path, answer: str) -> None:
    assert advice(folder, f"\ndef handler(event, context):\n    {answer}\n") == [("DW335", 2)]


@pytest.mark.parametrize(
    "call",
    [
        "client('events').put_events(Entries=[entry])",
        "answer = client('events').put_events(Entries=[entry])",
        "return client('sns').publish_batch(TopicArn=topic, PublishBatchRequestEntries=[entry])",
        "client('sqs').send_message_batch(QueueUrl=queue, Entries=[entry])",
        "client('kinesis').put_records(StreamName=name, Records=[entry])",
        "client('dynamodb').batch_write_item(RequestItems=items)",
        "client('events').put_events(Entries=[entry]); print('FailedEntryCount')",
    ],
)
def test_an_answer_whose_failures_are_not_read_is_told_of(folder: Path, call: str) -> None:
    assert advice(folder, HANDLER.format(handle=call)) == [("DW336", 11)]


@pytest.mark.parametrize(
    "call",
    [
        "assert not client('events').put_events(Entries=[entry])['FailedEntryCount']",
        "check(client('sns').publish_batch(**request)['Failed'])",
        "client('sns').publish(TopicArn=topic, Message='x')",
        "put_events(entry)",
    ],
)
def test_an_answer_that_is_read_or_whole_is_sound(folder: Path, call: str) -> None:
    assert advice(folder, HANDLER.format(handle=call)) == []


def test_other_files_of_the_function_are_read_too(folder: Path) -> None:
    (folder / "bus.py").write_text("def put(bus, entry):\n    bus.put_events(Entries=[entry])\n")
    (problem,) = [*handler_advice.remarks(folder)]
    assert (problem.code, problem.place.file.rpartition("/")[2], problem.place.line) == ("DW336", "bus.py", 2)


def test_a_function_accepts_a_warning_with_a_reason_and_none_that_is_not_given(folder: Path) -> None:
    accepts = {"DW335": "it only counts", "DW336": "nothing is sent"}
    (folder / FILE).write_text(json.dumps({"table": "orders", "filters": [], "variables": {}, "accepts": accepts}))
    assert advice(folder, "def handler(event, context):\n    print(len(event))\n") == [("DW274", None)]

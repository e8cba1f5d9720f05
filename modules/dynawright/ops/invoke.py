"""Run a stream function here: with an event from a file, or from the emulator's stream (--follow).

Without AWS_ENDPOINT_URL, all writes go into memory and are printed; real AWS is never contacted.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from dynawright import given_files, project
from dynawright.aws import client, refusals_in_words, use_emulator
from dynawright.emulator.streams.destination import FailedBatch
from dynawright.emulator.streams.function import Function, find
from dynawright.emulator.streams.mapping import EventSourceMapping, MappingSettings
from dynawright.emulator.streams.reader import StreamReader
from dynawright.errors import Place, Problem, UserError
from dynawright.given_files import GivenFileError
from dynawright.ops import memory
from dynawright.ops.minimal_event import filled
from dynawright.ops.variables import configure
from dynawright.settings import Environment, load_named
from dynawright.systems import systems

POLL_SECONDS = 0.5


def invoke(system: str, name: str, *, event_file: Path, environment_name: str) -> int:
    """Run a stream function with the event in a file; return 1 if a record failed."""
    function, environment = find(system, name), load_named(environment_name).seen_by(system)
    event = _filled(_event(event_file, function), function, environment)
    with ExitStack() as stack:
        if os.environ.get("AWS_ENDPOINT_URL"):
            endpoint = _use_emulator(function, environment)
            print(f"• {function.system}/{function.name}, {len(event['Records'])} records, on {endpoint}")
        else:
            print(f"• {function.system}/{function.name}, {len(event['Records'])} records, in memory")
            stack.enter_context(memory.cloud(function, environment, event.get("given", {})))
        stack.enter_context(memory.calls_shown())
        return _invoke(function, event)


def _event(path: Path, function: Function) -> dict[str, Any]:
    place = path if path.exists() else function.folder / "events" / path.name
    samples = ", ".join(str(sample.relative_to(project.root())) for sample in function.events)
    try:
        event = given_files.read_json(place)
    except GivenFileError as error:
        raise UserError([Problem("DW707", f"the file {error}", Place(str(path)), fix=f"samples are {samples}")]) from None
    if not isinstance(event, dict) or not isinstance(event.get("Records"), list):
        text = 'must be an event of a stream, {"Records": [...]}'
        raise UserError([Problem("DW707", text, Place(str(path)), fix=f"samples are {samples}")])
    return event


def _filled(event: dict[str, Any], function: Function, environment: Environment) -> dict[str, Any]:
    """Return the event completed with what Lambda would send, and print the additions."""
    system = next(candidate for candidate in systems() if candidate.name == function.system)
    model = next(table for table in system.tables if table.name == function.table)
    name = environment.table_name(model.name)
    arn = f"arn:aws:dynamodb:{environment.region}:{environment.account_id}:table/{name}/stream/2026-01-01T00:00:00.000"
    keys = [key.name for key in model.key]
    records = []
    for number, record in enumerate(event["Records"], start=1):
        complete, lacked = filled(record, number, keys=keys, stream_arn=arn, now=int(time.time()))
        records.append(complete)
        if lacked:
            print(f"• record {number} lacks {', '.join(lacked)}, which Lambda sends: filled in for this run")
    return {**event, "Records": records}


def _invoke(function: Function, event: Mapping[str, Any]) -> int:
    try:
        answer = function.load()({"Records": event["Records"]}, None)
    except Exception as error:
        text, place = f"failed as a whole: {type(error).__name__}: {error}", Place(path=f"function {function.name}")
        raise UserError([Problem("DW708", text, place)]) from None
    print(json.dumps(answer))
    return 1 if answer["batchItemFailures"] else 0


def _use_emulator(function: Function, environment: Environment) -> str:
    """Return the emulator's address, after setting the function's variables to the environment's tables."""
    endpoint = use_emulator(environment)
    configure(function, environment)
    return endpoint


def follow(system: str, name: str, *, environment_name: str, from_start: bool, until_idle: bool) -> int:
    """Feed a stream function from the emulator's stream until Ctrl-C; return 1 if a record was given up."""
    function, environment = find(system, name), load_named(environment_name).seen_by(system)
    endpoint = _use_emulator(function, environment)
    table, given_up = environment.table_name(function.table), []

    def failed(batch: FailedBatch) -> None:
        given_up.append(batch)
        numbers = [record["dynamodb"].get("SequenceNumber") for record in batch.records]
        print(f"gave up {len(numbers)} records ({batch.condition}): {', '.join(map(str, numbers))}", flush=True)

    handler = function.load()
    mapping = EventSourceMapping(
        lambda event: _shown(handler(event, None), event), MappingSettings(window_seconds=0, filters=function.filters), failed
    )
    with refusals_in_words():
        stream = client("dynamodb").describe_table(TableName=table)["Table"].get("LatestStreamArn")
        if stream is None:
            raise UserError([Problem("DW325", "the table has no stream", Place(path=f"table {table}"), table)])
        reader = StreamReader(client("dynamodbstreams"), stream, from_start=from_start)
        print(f"• {function.system}/{function.name} follows {table} on {endpoint}", flush=True)
        while True:
            mapping.feed(reader.read())
            if until_idle and not mapping.busy():
                return 1 if given_up else 0
            mapping.run()
            time.sleep(0 if until_idle else POLL_SECONDS)


def _shown(answer: Any, event: Mapping[str, Any]) -> Any:
    print(f"{len(event['Records'])} records, {len(answer['batchItemFailures'])} failed", flush=True)
    return answer

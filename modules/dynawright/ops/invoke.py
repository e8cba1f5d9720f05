"""A stream function on this machine: with an event from a file, or fed live from the emulator's stream (--follow).

Without AWS_ENDPOINT_URL everything it writes goes into memory and is shown; real AWS is never touched.
"""

from __future__ import annotations

import argparse
import json
import os
import time
from collections.abc import Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from dynawright import project
from dynawright.emulator.streams.destination import FailedBatch
from dynawright.emulator.streams.function import Function, find
from dynawright.emulator.streams.mapping import EventSourceMapping, MappingSettings
from dynawright.emulator.streams.reader import StreamReader
from dynawright.errors import UserError
from dynawright.ops import memory
from dynawright.ops.aws import client, refusals_in_words, use_emulator
from dynawright.ops.variables import configure
from dynawright.settings import Environment, load_named

POLL_SECONDS = 0.5


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("system", help="for example shop")
    parser.add_argument("function", help="for example audit_log")
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("--event", type=Path, help="a file with an event; the tree has samples in each function's events/")
    what.add_argument(
        "--follow", action="store_true", help="read the stream of the emulator that AWS_ENDPOINT_URL names, till Ctrl-C"
    )
    parser.add_argument("--from-start", action="store_true", help="with --follow: begin with the oldest record of the stream")
    parser.add_argument("--until-idle", action="store_true", help="with --follow: end when nothing more comes")
    parser.add_argument("--env", default=os.environ.get("DYNAWRIGHT_ENV") or "local", help="whose tables; default: %(default)s")


def main(arguments: argparse.Namespace) -> int:
    function, environment = find(arguments.system, arguments.function), load_named(arguments.env)
    if arguments.follow:
        return _follow(function, environment, from_start=arguments.from_start, until_idle=arguments.until_idle)
    event = _event(arguments.event, function)
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
        event = json.loads(place.read_text())
    except OSError:
        raise UserError([f"there is no file {path}; samples are {samples}"]) from None
    except ValueError as error:
        raise UserError([f"{path} is no JSON: {error}"]) from None
    if not isinstance(event, dict) or not isinstance(event.get("Records"), list):
        raise UserError([f'{path} is no event of a stream: {{"Records": [...]}} is expected; samples are {samples}'])
    return event


def _invoke(function: Function, event: Mapping[str, Any]) -> int:
    try:
        answer = function.load()({"Records": event["Records"]}, None)
    except Exception as error:
        raise UserError([f"the function failed as a whole: {type(error).__name__}: {error}"]) from None
    print(json.dumps(answer))
    return 1 if answer["batchItemFailures"] else 0


def _use_emulator(function: Function, environment: Environment) -> str:
    """Its address; the function's variables are those of the environment's tables."""
    endpoint = use_emulator(environment)
    configure(function, environment)
    return endpoint


def _follow(function: Function, environment: Environment, *, from_start: bool, until_idle: bool) -> int:
    endpoint = _use_emulator(function, environment)
    table, given_up = environment.physical_name(function.table), []

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
            raise UserError([f"the table {table} has no stream"])
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

"""Process a failed batch again: by its function in AWS, or by the same function here."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any

from dynawright.aws import client
from dynawright.emulator.streams.function import Function
from dynawright.errors import Place, Problem, UserError, warn
from dynawright.ops.failures import Failure
from dynawright.ops.variables import configure
from dynawright.runtime import ConfigurationError
from dynawright.settings import Environment

MAX_PAYLOAD_BYTES = 6_000_000  # of a synchronous invocation; Lambda's limit is slightly higher
MAX_SECONDS = 900  # the longest a function may run


Process = Callable[[Failure, Sequence[dict[str, Any]]], frozenset[str] | None]
"""Process a batch's records; return failed sequence numbers, or None if the function failed whole."""


class RefusedError(Exception):
    """The function was not run, or its result is unknown."""


def replay(failure: Failure, process: Process) -> frozenset[str]:
    """Process a batch again, and return the sequence numbers that failed again."""
    return _replay(failure, failure.records, process)


def _replay(failure: Failure, records: Sequence[dict[str, Any]], process: Process) -> frozenset[str]:
    """Split what exceeds an invocation in halves; if the function fails, go record by record."""
    if len(records) > 1 and len(_payload(records)) > MAX_PAYLOAD_BYTES:
        middle = len(records) // 2
        return _replay(failure, records[:middle], process) | _replay(failure, records[middle:], process)
    failed = process(failure, records)
    if failed is not None:
        return failed
    again: set[str] = set()
    for record in records:
        alone = process(failure, [record]) if len(records) > 1 else None
        again |= {str(record["dynamodb"].get("SequenceNumber"))} if alone is None else alone
    return frozenset(again)


def in_aws() -> Process:
    """Invoke each function once without retries: a second run would overlap the first, which continues."""
    from botocore.exceptions import BotoCoreError, ClientError

    lambda_ = client("lambda", read_timeout=MAX_SECONDS + 10, retries={"total_max_attempts": 1}, tcp_keepalive=True)

    def process(failure: Failure, records: Sequence[dict[str, Any]]) -> frozenset[str] | None:
        try:
            payload = _payload(records)
            answer = lambda_.invoke(FunctionName=failure.function_arn, InvocationType="RequestResponse", Payload=payload)
            body = answer["Payload"].read()
        except (BotoCoreError, ClientError) as error:
            raise RefusedError(str(error)) from None
        return None if "FunctionError" in answer else failed_of(json.loads(body or b"null"))

    return process


def here(function: Function, environment: Environment, failures: Sequence[Failure]) -> Process:
    """Run this project's function on the environment's tables; refuse batches of other functions.

    A dispatcher's job is another function, too: running it would skip the dispatcher's other jobs.
    """
    name = environment.physical_name(f"{function.system}-{function.name}".replace("_", "-"))
    foreign = [failed for failed in failures if failed.function_name != name]
    if foreign:
        fix = "name its own function in --through and its environment in --env, or choose batches with --function"
        raise UserError(
            Problem(
                "DW714",
                f"must be a batch of '{name}', got '{batch.function_name}'",
                Place(path=f"batch {batch.key}"),
                batch.function_name,
                name,
                fix,
            )
            for batch in foreign
        )
    configure(function, environment)
    handler = function.load()

    def process(failure: Failure, records: Sequence[dict[str, Any]]) -> frozenset[str] | None:
        try:
            return failed_of(handler(event_of(records), None))
        except ConfigurationError as error:
            text = f"is not configured, nothing of {failure.key} counts as replayed: {error}"
            raise UserError([Problem("DW709", text, Place(path=f"function {function.name}"))]) from None
        except Exception as error:
            warn(f"{function.name} failed: {type(error).__name__}: {error}")
            return None

    return process


def event_of(records: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """Return the event that Lambda sends to a function."""
    return {"Records": list(records)}


def failed_of(answer: Any) -> frozenset[str]:
    """Return the sequence numbers in a function's response."""
    return frozenset(str(failure["itemIdentifier"]) for failure in (answer or {}).get("batchItemFailures") or [])


def _payload(records: Sequence[dict[str, Any]]) -> bytes:
    return json.dumps(event_of(records), ensure_ascii=False, separators=(",", ":")).encode()

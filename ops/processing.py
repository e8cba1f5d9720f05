"""A batch that failed, processed once more: by its function in AWS, or by the same function on this machine."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from environments import Environment
from errors import UserError, warn
from harness.streams.function import Function
from ops.aws import client
from ops.failures import Failure
from ops.variables import configure
from runtime import ConfigurationError

MAX_PAYLOAD_BYTES = 6_000_000  # of an invocation that is waited for: Lambda refuses a little more
MAX_SECONDS = 900  # that a function may run

Settled = Mapping[str, Sequence[str]]
"""The ids of messages in doubt that somebody knows to be `sent`, or `notSent`: see runtime/settled.py."""

Process = Callable[[Failure, Sequence[dict[str, Any]]], set[str] | None]
"""The sequence numbers that failed; None if the function failed as a whole."""


class RefusedError(Exception):
    """The function was not run, or nobody knows what became of it."""


def replay(failure: Failure, process: Process) -> set[str]:
    """The sequence numbers that failed again."""
    return _replay(failure, failure.records, process)


def _replay(failure: Failure, records: Sequence[dict[str, Any]], process: Process) -> set[str]:
    """In halves where an invocation can't take all; what fails as a whole goes record by record, to find out which."""
    if len(records) > 1 and len(_payload({"Records": records})) > MAX_PAYLOAD_BYTES:
        middle = len(records) // 2
        return _replay(failure, records[:middle], process) | _replay(failure, records[middle:], process)
    failed = process(failure, records)
    if failed is not None:
        return failed
    failed = set()
    for record in records:
        alone = process(failure, [record]) if len(records) > 1 else None
        failed |= {str(record["dynamodb"].get("SequenceNumber"))} if alone is None else alone
    return failed


def in_aws(settled: Settled) -> Process:
    """Each function that failed, invoked; once only, since a second run would overlap the first, which goes on."""
    from botocore.exceptions import BotoCoreError, ClientError

    lambda_ = client("lambda", read_timeout=MAX_SECONDS + 10, retries={"total_max_attempts": 1}, tcp_keepalive=True)

    def process(failure: Failure, records: Sequence[dict[str, Any]]) -> set[str] | None:
        try:
            payload = _payload(_event(records, settled))
            answer = lambda_.invoke(FunctionName=failure.function_arn, InvocationType="RequestResponse", Payload=payload)
            body = answer["Payload"].read()
        except (BotoCoreError, ClientError) as error:
            raise RefusedError(str(error)) from None
        return None if "FunctionError" in answer else _failed(json.loads(body or b"null"))

    return process


def here(function: Function, environment: Environment, failures: Sequence[Failure], settled: Settled) -> Process:
    """The function as it lies in the tree, on the environment's tables; batches of any other function are refused.

    A job that a dispatcher runs is another function too: it would leave the dispatcher's other jobs undone.
    """
    name = environment.physical_name(f"{function.system}-{function.name}".replace("_", "-"))
    foreign = [one for one in failures if one.function_name != name]
    if foreign:
        problem = f"is a batch of '{{}}', not of '{name}': name its own function in --through, its environment in --env"
        raise UserError([f"{one.key} {problem.format(one.function_name)}, or choose batches with --function" for one in foreign])
    configure(function, environment)
    handler = function.load()

    def process(failure: Failure, records: Sequence[dict[str, Any]]) -> set[str] | None:
        try:
            return _failed(handler(_event(records, settled), None))
        except ConfigurationError as error:
            raise UserError(
                [f"{function.name} is not configured, nothing of {failure.key} counts as replayed: {error}"]
            ) from None
        except Exception as error:
            warn(f"{function.name} failed: {type(error).__name__}: {error}")
            return None

    return process


def _event(records: Sequence[dict[str, Any]], settled: Settled) -> dict[str, Any]:
    return {"Records": list(records), "settled": settled}


def _payload(event: Mapping[str, Any]) -> bytes:
    return json.dumps(event, ensure_ascii=False, separators=(",", ":")).encode()


def _failed(answer: Any) -> set[str]:
    answer = answer or {}
    for doubt in answer.get("inDoubt") or []:
        warn(doubt["reason"])
    return {str(failure["itemIdentifier"]) for failure in answer.get("batchItemFailures") or []}

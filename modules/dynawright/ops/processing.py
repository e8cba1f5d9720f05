"""A batch that failed, processed once more: by its function in AWS, or by the same function on this machine."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from dynawright.aws import client
from dynawright.emulator.streams.function import Function
from dynawright.errors import Place, Problem, UserError, warn
from dynawright.ops.failures import Failure
from dynawright.ops.variables import configure
from dynawright.runtime import ConfigurationError
from dynawright.runtime.batch import Doubt
from dynawright.settings import Environment

MAX_PAYLOAD_BYTES = 6_000_000  # of an invocation that is waited for: Lambda refuses a little more
MAX_SECONDS = 900  # that a function may run


@dataclass(frozen=True)
class Statements:
    """What the user says of messages in doubt: ids that were sent, attempts (`id@attempt`) that did not send, and all the rest."""

    sent: Sequence[str] = ()
    not_sent: Sequence[str] = ()
    rest: Literal["sent", "not sent"] | None = None

    def about(self, doubts: Sequence[Doubt]) -> Statements:
        """What is said of the rest, said of these."""
        if self.rest == "sent":
            return Statements([*self.sent, *(doubt["id"] for doubt in doubts)], self.not_sent)
        return Statements(self.sent, [*self.not_sent, *(f"{doubt['id']}@{doubt['attempt']}" for doubt in doubts)])


@dataclass(frozen=True)
class Outcome:
    """The sequence numbers that failed, and the messages that are in doubt."""

    failed: frozenset[str] = frozenset()
    doubts: Sequence[Doubt] = ()

    def __add__(self, other: Outcome) -> Outcome:
        return Outcome(self.failed | other.failed, [*self.doubts, *other.doubts])


Process = Callable[[Failure, Sequence[dict[str, Any]], Statements], Outcome | None]
"""None if the function failed as a whole."""


class RefusedError(Exception):
    """The function was not run, or nobody knows what became of it."""


def replay(failure: Failure, process: Process, said: Statements) -> Outcome:
    """What failed again, or is in doubt. What is said of all the rest is said of those that are found to be in doubt, and of no later attempt."""
    outcome = _replay(failure, failure.records, process, said)
    if outcome.doubts and said.rest:
        outcome = _replay(failure, failure.records, process, said.about(outcome.doubts))
    return outcome


def _replay(failure: Failure, records: Sequence[dict[str, Any]], process: Process, said: Statements) -> Outcome:
    """In halves where an invocation can't take all; what fails as a whole goes record by record, to find out which."""
    if len(records) > 1 and len(_payload(records, said)) > MAX_PAYLOAD_BYTES:
        middle = len(records) // 2
        return _replay(failure, records[:middle], process, said) + _replay(failure, records[middle:], process, said)
    outcome = process(failure, records, said)
    if outcome is not None:
        return outcome
    outcome = Outcome()
    for record in records:
        alone = process(failure, [record], said) if len(records) > 1 else None
        outcome += alone or Outcome(frozenset({str(record["dynamodb"].get("SequenceNumber"))}))
    return outcome


def in_aws() -> Process:
    """Each function that failed, invoked; once only, since a second run would overlap the first, which goes on."""
    from botocore.exceptions import BotoCoreError, ClientError

    lambda_ = client("lambda", read_timeout=MAX_SECONDS + 10, retries={"total_max_attempts": 1}, tcp_keepalive=True)

    def process(failure: Failure, records: Sequence[dict[str, Any]], said: Statements) -> Outcome | None:
        try:
            payload = _payload(records, said)
            answer = lambda_.invoke(FunctionName=failure.function_arn, InvocationType="RequestResponse", Payload=payload)
            body = answer["Payload"].read()
        except (BotoCoreError, ClientError) as error:
            raise RefusedError(str(error)) from None
        return None if "FunctionError" in answer else outcome_of(json.loads(body or b"null"))

    return process


def here(function: Function, environment: Environment, failures: Sequence[Failure]) -> Process:
    """The function as it lies in the tree, on the environment's tables; batches of any other function are refused.

    A job that a dispatcher runs is another function too: it would leave the dispatcher's other jobs undone.
    """
    name = environment.physical_name(f"{function.system}-{function.name}".replace("_", "-"))
    foreign = [one for one in failures if one.function_name != name]
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

    def process(failure: Failure, records: Sequence[dict[str, Any]], said: Statements) -> Outcome | None:
        try:
            return outcome_of(handler(event_of(records, said), None))
        except ConfigurationError as error:
            text = f"is not configured, nothing of {failure.key} counts as replayed: {error}"
            raise UserError([Problem("DW709", text, Place(path=f"function {function.name}"))]) from None
        except Exception as error:
            warn(f"{function.name} failed: {type(error).__name__}: {error}")
            return None

    return process


def event_of(records: Sequence[dict[str, Any]], said: Statements) -> dict[str, Any]:
    """What a function is given: see runtime/settled.py."""
    return {"Records": list(records), "settled": {"sent": list(said.sent), "notSent": list(said.not_sent)}}


def outcome_of(answer: Any) -> Outcome:
    answer = answer or {}
    failed = frozenset(str(failure["itemIdentifier"]) for failure in answer.get("batchItemFailures") or [])
    return Outcome(failed, answer.get("inDoubt") or [])


def _payload(records: Sequence[dict[str, Any]], said: Statements) -> bytes:
    return json.dumps(event_of(records, said), ensure_ascii=False, separators=(",", ":")).encode()

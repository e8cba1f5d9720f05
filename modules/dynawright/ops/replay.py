"""Records that a stream function failed to process: list, show and replay them.

Replaying twice is harmless: functions detect records that they have processed, and replayed batches are skipped.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from dynawright.aws import client, refusals_in_words
from dynawright.emulator.report import aligned
from dynawright.emulator.streams.function import find
from dynawright.errors import Place, Problem, UserError, warn
from dynawright.ops.failures import Failure, FailureBucket, Replay, is_done
from dynawright.ops.processing import Process, RefusedError, here, in_aws, replay
from dynawright.runtime.markers import REPLAY_DAYS
from dynawright.settings import load_named
from dynawright.steps import counting


@dataclass(frozen=True, kw_only=True)
class Choice:
    """Which batches to replay, and how."""

    keys: Sequence[str] = ()
    """Keys or their ends; none for all batches that weren't replayed yet."""
    function: str | None = None
    through: str | None = None
    """`system/function`: run it here instead of invoking it in AWS."""
    environment: str = "local"
    """With `through`: the environment of the batches and tables."""
    dry_run: bool = False
    again: bool = False
    older: bool = False


@refusals_in_words()
def list_batches(bucket_name: str, *, function: str | None) -> int:
    """Print the batches in a failure bucket."""
    bucket = FailureBucket(client("s3"), bucket_name)
    keys = bucket.keys()
    replays, failures = bucket.replays(keys), bucket.failures(keys)
    shown = [failure for failure in failures if not failure.problem and function in (None, failure.function_name)]
    rows = [
        (
            f"{failure.first_arrival:%Y-%m-%d %H:%M:%S}",
            failure.function_name,
            failure.condition,
            str(len(failure.records)),
            _state(replays.get(failure.key, [])),
            failure.key,
        )
        for failure in shown
    ]
    if rows:
        print("\n".join(aligned(("first record", "function", "condition", "records", "replayed", "key"), rows)))
    for failure in failures:
        if failure.problem:
            warn(f"{failure.key} {failure.problem}")
    open_records = sum(len(failure.records) for failure in shown if not is_done(replays.get(failure.key, [])))
    whose = f" of {function}" if function else ""
    print(
        f"{len(rows)} batches, {open_records} records not replayed yet" if rows else f"the bucket holds no failed batches{whose}"
    )
    return 0


def _state(replays: Sequence[Replay]) -> str:
    if not replays:
        return "no"
    last = max(replays, key=lambda replay: replay.at)
    return f"{last.at:%Y-%m-%d %H:%M}" if is_done(replays) else f"{len(last.failed)} failed again"


@refusals_in_words()
def show_batch(bucket_name: str, key: str) -> int:
    """Print a batch with its records as JSON."""
    bucket = FailureBucket(client("s3"), bucket_name)
    keys = bucket.keys([key])
    if len(keys) > 1:
        text, fix = f"{len(keys)} batches end with '{key}'", f"give more of one of: {', '.join(keys)}"
        raise UserError([Problem("DW711", text, value=key, fix=fix)])
    (failure,) = _readable(bucket.failures(keys))
    print(json.dumps({**failure.document, "payload": {"Records": list(failure.records)}}, indent=2, ensure_ascii=False))
    return 0


def _readable(failures: Sequence[Failure]) -> Sequence[Failure]:
    unreadable = [failure for failure in failures if failure.problem]
    if unreadable:
        raise UserError(
            Problem("DW712", failure.problem, Place(path=f"batch {failure.key}"), failure.key) for failure in unreadable
        )
    return failures


@refusals_in_words()
def replay_batches(bucket_name: str, choice: Choice) -> int:
    """Process batches again, in the order of their streams; return 1 if a record failed again."""
    bucket = FailureBucket(client("s3"), bucket_name)
    batches = _chosen(bucket, choice)
    _refuse_old(batches, allowed=choice.older)
    through = f"{choice.through} on this machine" if choice.through else ""
    process = _here(choice.through, choice.environment, batches) if choice.through else in_aws()
    if choice.dry_run:
        for failed_batch in batches:
            print(
                f"would replay {len(failed_batch.records)} records of {failed_batch.key} through {through or failed_batch.function_arn}"
            )
        return 0
    total, failed, refused = sum(len(batch.records) for batch in batches), 0, 0
    with counting("records", total) as done:
        for batch in batches:
            try:
                again = replay(batch, process)
                bucket.keep(batch, through or batch.function_arn, sorted(again))
                failed += len(again)
            except RefusedError as error:
                warn(f"{batch.key} was not replayed: {error}")
                refused += len(batch.records)
            done(len(batch.records))
    unreplayed = f"; {refused} records were refused and not replayed" if refused else ""
    print(f"{total - refused} records of {len(batches)} batches replayed, {failed} failed again{unreplayed}")
    return 1 if failed or refused else 0


def _chosen(bucket: FailureBucket, choice: Choice) -> list[Failure]:
    """Return the chosen batches; replayed ones are read only if requested by key."""
    keys, function = bucket.keys(choice.keys), choice.function
    done: dict[str, set[str]] = {}
    if not choice.again:
        done = {
            key: {failure.function for failure in replays} for key, replays in bucket.replays(keys).items() if is_done(replays)
        }
    before = [key for key, functions in done.items() if function is None or function in functions]
    if before:
        print(f"{len(before)} batches were replayed before: --again repeats that")
    failures = bucket.failures(key for key in keys if key not in done)
    if choice.keys:
        _readable(failures)
    return [failure for failure in failures if not failure.problem and function in (None, failure.function_name)]


def _here(through: str, environment: str, batches: Sequence[Failure]) -> Process:
    system, _, function = through.partition("/")
    return here(find(system, function), load_named(environment).seen_by(system), batches)


def _refuse_old(batches: Sequence[Failure], *, allowed: bool) -> None:
    oldest = datetime.now(UTC) - timedelta(days=REPLAY_DAYS)
    old = [batch.key for batch in batches if batch.first_arrival < oldest]
    if old and not allowed:
        text = f"is older than {REPLAY_DAYS} days: the markers that keep its records from a second effect may be gone"
        fix = "check what it did, then give --older"
        raise UserError(Problem("DW713", text, Place(path=f"batch {key}"), key, fix=fix) for key in old)

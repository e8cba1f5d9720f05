"""Records that a stream function could not process: list what lies in its failure bucket, show a batch, process it once more.

Twice is harmless: the functions know the records they have processed, and a batch that was replayed is left out next time.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from errors import UserError
from harness.report import aligned
from harness.streams.function import find
from ops.aws import client, refusals_in_words
from ops.failures import Failure, FailureBucket, chosen
from runtime.markers import REPLAY_DAYS

Process = Callable[[Failure, Sequence[dict[str, Any]]], set[str] | None]
"""The sequence numbers that failed; None if the function failed as a whole."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    actions = parser.add_subparsers(dest="action", required=True, metavar="list|show|run")
    listing = actions.add_parser("list", help="what lies in the bucket")
    showing = actions.add_parser("show", help="one batch, with its records")
    running = actions.add_parser("run", help="process batches once more, in the order of their streams")
    for action in (listing, showing, running):
        action.add_argument("--bucket", required=True, help="the failure destination of the function's mapping")
    for action in (listing, running):
        action.add_argument("--function", help="only batches of the Lambda function of this name")
    showing.add_argument("key", help="the object's key, or its end")
    running.add_argument("key", nargs="*", help="keys, or their ends")
    running.add_argument("--all", action="store_true", help="all batches that have not been replayed yet")
    running.add_argument(
        "--through", metavar="SYSTEM/FUNCTION", help="run this function here, instead of invoking the one in AWS"
    )
    running.add_argument("--dry-run", action="store_true", help="say what would be done")
    running.add_argument("--again", action="store_true", help="also batches whose replay succeeded")
    running.add_argument("--older", action="store_true", help=f"also batches of more than {REPLAY_DAYS} days ago")


def main(arguments: argparse.Namespace) -> int:
    with refusals_in_words():
        bucket = FailureBucket(client("s3"), arguments.bucket)
        if arguments.action == "list":
            return _list(bucket, arguments.function)
        if arguments.action == "show":
            return _show(bucket, arguments.key)
        return _run(bucket, arguments)


def _list(bucket: FailureBucket, function: str | None) -> int:
    failures = bucket.failures()
    rows = [
        (
            f"{one.first_arrival:%Y-%m-%d %H:%M:%S}",
            one.function_name,
            one.condition,
            str(len(one.records)),
            _state(one),
            one.key,
        )
        for one in chosen(failures, keys=(), function=function)
    ]
    if rows:
        print("\n".join(aligned(("first record", "function", "condition", "records", "replayed", "key"), rows)))
    unreadable = [one for one in failures if one.problem]
    print(*(f"warning: {one.key} {one.problem}" for one in unreadable), sep="\n", file=sys.stderr, end="\n" if unreadable else "")
    open_records = sum(len(one.records) for one in failures if not one.is_done)
    print(f"{len(rows)} batches, {open_records} records not replayed yet" if rows else "the bucket holds no failed batches")
    return 0


def _state(failure: Failure) -> str:
    if not failure.replays:
        return "no"
    last = max(failure.replays, key=lambda one: one.at)
    return f"{last.at:%Y-%m-%d %H:%M}" if failure.is_done else f"{len(last.failed)} failed again"


def _show(bucket: FailureBucket, key: str) -> int:
    found = chosen(bucket.failures(), keys=[key], function=None)
    if len(found) > 1:
        raise UserError([f"'{key}' is the end of {len(found)} keys: give more of one", *(one.key for one in found)])
    print(json.dumps({**found[0].document, "payload": {"Records": list(found[0].records)}}, indent=2, ensure_ascii=False))
    return 0


def _run(bucket: FailureBucket, arguments: argparse.Namespace) -> int:
    if bool(arguments.key) == arguments.all:
        raise UserError(["name the batches to replay (`replay list` shows their keys), or give --all; not both"])
    wanted = chosen(bucket.failures(), keys=arguments.key, function=arguments.function)
    batches = [one for one in wanted if arguments.again or not one.is_done]
    if len(wanted) > len(batches):
        print(f"{len(wanted) - len(batches)} batches were replayed before: --again replays them once more")
    _refuse_old(batches, allowed=arguments.older)
    process, through = _here(arguments.through) if arguments.through else (_in_aws, "")
    if arguments.dry_run:
        for one in batches:
            print(f"would replay {len(one.records)} records of {one.key} through {through or one.function_arn}")
        return 0
    total, done, failed = sum(len(one.records) for one in batches), 0, 0
    for one in batches:
        again = _replay(one, process)
        bucket.keep(one, through or one.function_arn, sorted(again))
        done, failed = done + len(one.records), failed + len(again)
        _progress(done, total, failed)
    print(f"{total} records of {len(batches)} batches replayed, {failed} failed again")
    return 1 if failed else 0


def _refuse_old(batches: Sequence[Failure], *, allowed: bool) -> None:
    oldest = datetime.now(UTC) - timedelta(days=REPLAY_DAYS)
    old = [one.key for one in batches if one.first_arrival < oldest]
    if old and not allowed:
        reason = f"is older than {REPLAY_DAYS} days: the markers that keep its records from a second effect may be gone"
        raise UserError([f"{key} {reason}; check what it did, then give --older" for key in old])


def _replay(failure: Failure, process: Process) -> set[str]:
    """The sequence numbers that failed again; a batch that fails as a whole is tried record by record, to find out which."""
    failed = process(failure, failure.records)
    if failed is not None:
        return failed
    failed = set()
    for record in failure.records:
        alone = process(failure, [record]) if len(failure.records) > 1 else None
        failed |= {str(record["dynamodb"].get("SequenceNumber"))} if alone is None else alone
    return failed


def _in_aws(failure: Failure, records: Sequence[dict[str, Any]]) -> set[str] | None:
    payload = json.dumps({"Records": list(records)}).encode()
    answer = client("lambda").invoke(FunctionName=failure.function_arn, InvocationType="RequestResponse", Payload=payload)
    body = answer["Payload"].read()
    return None if "FunctionError" in answer else _failed(json.loads(body or b"null"))


def _here(name: str) -> tuple[Process, str]:
    system, _, function = name.partition("/")
    handler = find(system, function).load()

    def process(failure: Failure, records: Sequence[dict[str, Any]]) -> set[str] | None:
        try:
            return _failed(handler({"Records": list(records)}, None))
        except Exception as error:
            print(f"{name} failed: {type(error).__name__}: {error}", file=sys.stderr)
            return None

    return process, f"{name} on this machine"


def _failed(answer: Any) -> set[str]:
    failures = (answer or {}).get("batchItemFailures") or []
    return {str(failure["itemIdentifier"]) for failure in failures}


def _progress(done: int, total: int, failed: int) -> None:
    """A bar where somebody watches, nothing in a log."""
    if sys.stderr.isatty():
        filled = 30 * done // total
        end = "\n" if done == total else ""
        print(
            f"\r[{'#' * filled}{'.' * (30 - filled)}] {done}/{total} records, {failed} failed",
            end=end,
            file=sys.stderr,
            flush=True,
        )

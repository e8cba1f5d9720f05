"""Records that a stream function could not process: list what lies in its failure bucket, show a batch, process it once more.

Twice is harmless: the functions know the records they have processed, and a batch that was replayed is left out next time.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Literal

from dynawright.emulator.report import aligned
from dynawright.emulator.streams.function import find
from dynawright.errors import UserError, warn
from dynawright.ops.aws import client, refusals_in_words
from dynawright.ops.failures import Failure, FailureBucket, Replay, is_done
from dynawright.ops.processing import Process, RefusedError, Statements, here, in_aws, replay
from dynawright.runtime.markers import REPLAY_DAYS
from dynawright.settings import load_named

ALL = "all"


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
        "--through", metavar="SYSTEM/FUNCTION", help="run the batches' own function here, instead of invoking it in AWS"
    )
    environment = os.environ.get("DYNAWRIGHT_ENV") or "local"
    running.add_argument("--env", default=environment, help="with --through: whose batches and tables; default: %(default)s")
    running.add_argument("--dry-run", action="store_true", help="say what would be done")
    running.add_argument("--again", action="store_true", help="also batches whose replay succeeded")
    doubt = "several times for several, `all` for all the rest (docs/troubleshooting.md, A message in doubt)"
    running.add_argument("--sent", action="append", default=[], metavar="ID", help=f"this message in doubt was sent; {doubt}")
    running.add_argument(
        "--not-sent", action="append", default=[], metavar="ID@ATTEMPT", help=f"this attempt did not send, so send it; {doubt}"
    )
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
    keys = bucket.keys()
    replays, failures = bucket.replays(keys), bucket.failures(keys)
    shown = [one for one in failures if not one.problem and function in (None, one.function_name)]
    rows = [
        (
            f"{one.first_arrival:%Y-%m-%d %H:%M:%S}",
            one.function_name,
            one.condition,
            str(len(one.records)),
            _state(replays.get(one.key, [])),
            one.key,
        )
        for one in shown
    ]
    if rows:
        print("\n".join(aligned(("first record", "function", "condition", "records", "replayed", "key"), rows)))
    for one in failures:
        if one.problem:
            warn(f"{one.key} {one.problem}")
    open_records = sum(len(one.records) for one in shown if not is_done(replays.get(one.key, [])))
    whose = f" of {function}" if function else ""
    print(
        f"{len(rows)} batches, {open_records} records not replayed yet" if rows else f"the bucket holds no failed batches{whose}"
    )
    return 0


def _state(replays: Sequence[Replay]) -> str:
    if not replays:
        return "no"
    last = max(replays, key=lambda one: one.at)
    return f"{last.at:%Y-%m-%d %H:%M}" if is_done(replays) else f"{len(last.failed)} failed again"


def _show(bucket: FailureBucket, key: str) -> int:
    keys = bucket.keys([key])
    if len(keys) > 1:
        raise UserError([f"'{key}' is the end of {len(keys)} keys: give more of one", *keys])
    (found,) = _readable(bucket.failures(keys))
    print(json.dumps({**found.document, "payload": {"Records": list(found.records)}}, indent=2, ensure_ascii=False))
    return 0


def _readable(failures: Sequence[Failure]) -> Sequence[Failure]:
    unreadable = [f"{one.key} {one.problem}" for one in failures if one.problem]
    if unreadable:
        raise UserError(unreadable)
    return failures


def _run(bucket: FailureBucket, arguments: argparse.Namespace) -> int:
    if bool(arguments.key) == arguments.all:
        raise UserError(["name the batches to replay (`replay list` shows their keys), or give --all; not both"])
    batches = _chosen(bucket, arguments)
    _refuse_old(batches, allowed=arguments.older)
    through = f"{arguments.through} on this machine" if arguments.through else ""
    said = _statements(arguments)
    process = _here(arguments, batches) if arguments.through else in_aws()
    if arguments.dry_run:
        for one in batches:
            print(f"would replay {len(one.records)} records of {one.key} through {through or one.function_arn}")
        return 0
    total, done, failed, refused = sum(len(one.records) for one in batches), 0, 0, 0
    for one in batches:
        done += len(one.records)
        try:
            again = replay(one, process, said)
            bucket.keep(one, through or one.function_arn, sorted(again.failed))
            failed += len(again.failed)
            for doubt in again.doubts:
                warn(doubt["reason"])
        except RefusedError as error:
            warn(f"{one.key} was not replayed: {error}")
            refused += len(one.records)
        _progress(done, total, failed + refused)
    unreplayed = f"; {refused} records were refused and not replayed" if refused else ""
    print(f"{total - refused} records of {len(batches)} batches replayed, {failed} failed again{unreplayed}")
    return 1 if failed or refused else 0


def _chosen(bucket: FailureBucket, arguments: argparse.Namespace) -> list[Failure]:
    """A batch that was replayed is not even read, unless it is meant to come again."""
    keys, function = bucket.keys(arguments.key), arguments.function
    done: dict[str, set[str]] = {}
    if not arguments.again:
        done = {key: {one.function for one in found} for key, found in bucket.replays(keys).items() if is_done(found)}
    before = [key for key, functions in done.items() if function is None or function in functions]
    if before:
        print(f"{len(before)} batches were replayed before: --again replays them once more")
    found = bucket.failures(key for key in keys if key not in done)
    if arguments.key:
        _readable(found)
    return [one for one in found if not one.problem and function in (None, one.function_name)]


def _statements(arguments: argparse.Namespace) -> Statements:
    sent, not_sent = {*arguments.sent}, {*arguments.not_sent}
    problems = [f"'{id}' is said to be sent and not to be: give it to --sent or to --not-sent" for id in sorted(sent & not_sent)]
    nameless = sorted(one for one in not_sent - {ALL} if "@" not in one)
    problems += [
        f"--not-sent {one}: name the attempt as well, as `replay run` does (ID@ATTEMPT), or say {ALL}" for one in nameless
    ]
    if problems:
        raise UserError(problems)
    rest: Literal["sent", "not sent"] | None = "sent" if ALL in sent else "not sent" if ALL in not_sent else None
    # That a message was sent holds whichever attempt did it: whoever names one need not have.
    return Statements(sorted(one.partition("@")[0] for one in sent - {ALL}), sorted(not_sent - {ALL}), rest)


def _here(arguments: argparse.Namespace, batches: Sequence[Failure]) -> Process:
    system, _, function = arguments.through.partition("/")
    return here(find(system, function), load_named(arguments.env), batches)


def _refuse_old(batches: Sequence[Failure], *, allowed: bool) -> None:
    oldest = datetime.now(UTC) - timedelta(days=REPLAY_DAYS)
    old = [one.key for one in batches if one.first_arrival < oldest]
    if old and not allowed:
        reason = f"is older than {REPLAY_DAYS} days: the markers that keep its records from a second effect may be gone"
        raise UserError([f"{key} {reason}; check what it did, then give --older" for key in old])


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

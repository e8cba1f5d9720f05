"""Access patterns from CloudTrail's data events: operation, index and attributes, never values."""

from __future__ import annotations

import gzip
import re
import zlib
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from dynawright.errors import Place, Problem, UserError
from dynawright.ops.adopt.used import OPERATIONS, Used
from dynawright.ops.explain.events import read_events

MOST_NAME = 31
NAME = re.compile(r"[#A-Za-z_][\w.-]*")


@dataclass
class Told:
    """A table's requests by operation and index, their callers, and the attributes that updates set."""

    operations: Counter[str] = field(default_factory=Counter)
    indexes: Counter[str] = field(default_factory=Counter)
    askers: dict[tuple[str, str], Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    updates: Counter[tuple[str, ...]] = field(default_factory=Counter)

    @property
    def used(self) -> Used:
        askers = {request: tuple(sorted(names)) for request, names in self.askers.items()}
        return Used("CloudTrail", self.operations, self.indexes, askers, tuple(names for names, _ in self.updates.most_common()))


def told_of(path: Path, region: str) -> Mapping[str, Told]:
    """Return the calls in a trail's file or folder (`.json`, `.json.gz`) by table, without denied ones."""
    files = sorted(file for file in path.rglob("*") if file.name.endswith((".json", ".json.gz"))) if path.is_dir() else [path]
    by_table: dict[str, Told] = defaultdict(Told)
    problems, number = list[Problem](), 0
    for file in files:
        try:
            events = read_events(_text(file))
        except (OSError, EOFError, zlib.error, UnicodeDecodeError) as error:
            events = None
            problems.append(_broken(file, f"can't be read: {error}"))
        number += len(events or ())
        for event in events or ():
            if (
                event.get("eventSource") == "dynamodb.amazonaws.com"
                and event.get("awsRegion") == region
                and not event.get("errorCode")
            ):
                _note(event, by_table)
    if not number and not problems:
        problems.append(_broken(path, "holds no events of CloudTrail"))
    if problems:
        raise UserError(problems)
    return by_table


def _text(file: Path) -> str:
    content = file.read_bytes()
    return (gzip.decompress(content) if file.suffix == ".gz" else content).decode("utf-8")


def _note(event: Mapping[str, Any], by_table: dict[str, Told]) -> None:
    operation, given, asker = str(event["eventName"]), event.get("requestParameters"), _asker(event.get("userIdentity"))
    if operation not in OPERATIONS or not isinstance(given, Mapping) or not asker:
        return
    index = given["indexName"] if isinstance(given.get("indexName"), str) else ""
    for table in _tables(given):
        calls = by_table[table]
        calls.operations[operation] += 1
        calls.askers[operation, index][asker] += 1
        if index:
            calls.indexes[index] += 1
        if operation == "UpdateItem" and (names := _set(given)):
            calls.updates[names] += 1


def _tables(given: Mapping[str, Any]) -> Iterator[str]:
    """Yield each table once: a batch or a transaction lists its parts."""
    parts = given.get("requestItems")
    named = [given, *(parts if isinstance(parts, list) else ())]
    tables = {str(part["tableName"]) for part in named if isinstance(part, Mapping) and isinstance(part.get("tableName"), str)}
    yield from sorted({table.rpartition("/")[2] for table in tables})


def _asker(identity: Any) -> str:
    """Return the role or user as the name of a consumer; empty for AWS's own services."""
    if not isinstance(identity, Mapping) or identity.get("type") == "AWSService":
        return ""
    session = identity.get("sessionContext")
    issuer = session.get("sessionIssuer") if isinstance(session, Mapping) else None
    name = issuer.get("userName") if isinstance(issuer, Mapping) else identity.get("userName")
    text = str(name or str(identity.get("arn", "")).rpartition("/")[2])
    if text.startswith("AWSServiceRoleFor"):
        return ""
    slug = re.sub("[^a-z0-9]+", "-", re.sub("(?<=[a-z0-9])(?=[A-Z])", "-", text).lower()).strip("-")
    slug = slug if slug[:1].isalpha() else f"role-{slug}"
    return slug[:MOST_NAME].strip("-") if len(slug) > 1 else "users"


def _set(given: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the attributes that an update sets; none for other requests."""
    expression, names = str(given.get("updateExpression") or ""), given.get("expressionAttributeNames")
    action, _, assignments = expression.strip().partition(" ")
    if action.upper() != "SET" or re.search(r"(?i)\b(remove|add|delete)\b", assignments):
        return ()
    left = [part.rsplit(",", 1)[-1].strip() for part in assignments.split("=")[:-1]]
    known = names if isinstance(names, Mapping) else {}
    written = [str(known.get(name, name)) for name in left if NAME.fullmatch(name)]
    return (
        tuple(sorted(set(written)))
        if len(written) == len(left) and not any("." in name or "#" in name for name in written)
        else ()
    )


def _broken(path: Path, text: str) -> Problem:
    fix = "copy the trail's files of some days here, `aws s3 sync s3://<bucket>/AWSLogs/<account>/CloudTrail/<region>/<year>/<month>/ trail`"
    return Problem("DW744", text, Place(str(path)), fix=fix)

"""Complete a bulk write: findings, and the summary that marks the files as complete."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterable
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path

from dynawright.errors import Place, Problem, UserError
from dynawright.ops.migration.bulk.export import SUMMARY, DataFile
from dynawright.ops.migration.bulk.made import Counts
from dynawright.ops.migration.bulk.store import Store
from dynawright.ops.migration.index import Finding

REJECTS = "rejects"
"""The folder of findings, beside `data`, which AWS reads."""


def must_be_empty(store: Store) -> None:
    """Raise if there are files already: an import loads everything there."""
    if (name := next(iter(store.names()), None)) is not None:
        text, fix = f"must be empty, has {name}", "choose another --via, or remove the files"
        raise UserError([Problem("DW735", text, Place(store.location), name, fix=fix)])


def conflict(source: str, key: str) -> Finding:
    """Return a duplicate key as a finding; none of its items is written: an import would keep any one."""
    return Finding("conflict", source, key, "another record of the source becomes the same key")


def rejected(source: str, reason: str) -> Finding:
    return Finding("rejected", source, None, reason)


def put_findings(store: Store, name: str, findings: Iterable[Finding], folder: Path) -> int:
    """Write findings as JSON Lines, if there are any; return their number."""
    file, count = folder / f"{name}.jsonl", 0
    with file.open("w") as lines:
        for finding in findings:
            count += 1
            lines.write(json.dumps(finding._asdict(), ensure_ascii=False) + "\n")
    if count:
        store.put(f"{REJECTS}/{file.name}", file)
    file.unlink()
    return count


def put_summary(store: Store, counts: Counts, parts: Iterable[DataFile]) -> None:
    listed = [asdict(part) for part in sorted(parts, key=lambda part: part.name)]
    written = datetime.now(UTC).isoformat(timespec="milliseconds")
    content = {"written": written, "format": "DYNAMODB_JSON", **asdict(counts), "parts": listed}
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / SUMMARY
        file.write_text(json.dumps(content, indent=2) + "\n")
        store.put(SUMMARY, file)

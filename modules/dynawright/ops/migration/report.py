"""A comparison's findings: counted, partly shown, all in a file, kept for the next repair."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path

from dynawright.ops.migration.compare import LOOKED_AT_TWICE
from dynawright.ops.migration.entities import all_alike
from dynawright.ops.migration.index import Compared, Finding, Index
from dynawright.ops.migration.state import State

SHOWN = 10
ADVICE = {
    "missing": "`run` copies them",
    "different": "`verify --repair` or `run --overwrite` replaces them in the target",
    "rejected": "change the transform or the items, then `run`",
    "conflict": "several items become one; change the transform, then `run`",
    "extra": "in the target only; look at them, then `verify --repair --delete-extra` deletes them",
}


def report(index: Index, state: State | None, file: Path) -> int:
    counts = index.counts()
    if not counts:
        file.unlink(missing_ok=True)
        if state is not None:
            state.forget_rejects()
        print(f"compared: the target has every item of the source, and nothing else ({index.matched():,} items)")
        _show_entities(index)
        return 0
    if sum(counts.values()) > LOOKED_AT_TWICE:
        print(f"more than {LOOKED_AT_TWICE:,} differences: none was checked again, some may be recent writes")
    file.parent.mkdir(parents=True, exist_ok=True)
    unfinished = file.with_suffix(".unfinished")
    with unfinished.open("w") as lines:
        for number, finding in enumerate(_told(index, state)):
            lines.write(json.dumps(finding._asdict(), ensure_ascii=False) + "\n")
            if number < SHOWN:
                print(f"{finding.kind} {finding.source or finding.target}: {finding.reason}")
    os.replace(unfinished, file)  # noqa: PTH105
    for kind, advice in ADVICE.items():
        if kind in counts:
            print(f"{counts[kind]:,} {kind}: {advice}")
    _show_entities(index)
    print(f"all of them: {file}")
    return 1


def _show_entities(index: Index) -> None:
    for compared in index.compared():
        if compared.entity != all_alike({}):
            print(f"  {_line(compared)}")


def _line(compared: Compared) -> str:
    digests = compared.source_digest, compared.target_digest
    words = f"digests equal, {digests[0]}" if digests[0] == digests[1] else f"digests differ, {digests[0]} and {digests[1]}"
    return f"{compared.entity}: {compared.source:,} in the source, {compared.target:,} in the target, {words}"


def _told(index: Index, state: State | None) -> Iterator[Finding]:
    """Yield findings with the run's reasons, if known; the state stores what the next run can fix."""
    for some in index.findings():
        reasons = {finding.source: finding.reason for finding in some if finding.source}
        if state is not None:
            state.settle((), {}, reasons)
            reasons = state.reasons(reasons)
        yield from (finding._replace(reason=reasons.get(finding.source or "", finding.reason)) for finding in some)

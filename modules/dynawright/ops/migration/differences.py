"""Show how a table differs from its restored backup: counts, first differences, all in a file."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

from dynawright.ops.migration.index import Finding, Index
from dynawright.ops.migration.read import Reader
from dynawright.ops.migration.value import Item, key_from, text

WORDS = {"missing": "lost", "different": "changed", "extra": "only there"}
SHOWN = 20
WITH_VALUES = 10_000
"""How many differences are read again for their values; the others show only their keys."""

LONGEST_VALUE = 60


class Differences:
    def __init__(self, index: Index, restored: Reader, table: Reader, file: Path) -> None:
        self._index, self._restored, self._table, self._file = index, restored, table, file
        self.any = bool(index.counts())

    def show(self) -> None:
        counts = self._index.counts()
        for kind, word in WORDS.items():
            print(f"{word}: {counts.get(kind, 0):,}")
        if not self.any:
            self._file.unlink(missing_ok=True)
            return
        print("attributes: as the backup has them → as the table has them")
        with self._file.open("w") as lines:
            for number, difference in enumerate(self._all()):
                lines.write(json.dumps(difference, ensure_ascii=False) + "\n")
                if number < SHOWN:
                    print(*_lines(difference), sep="\n")
        print(f"all of them: {self._file}")

    def _all(self) -> Iterator[dict[str, str | dict[str, str]]]:
        number = 0
        for some in self._index.findings():
            for finding in some:
                number += 1
                yield self._told(finding, values=number <= WITH_VALUES)

    def _told(self, finding: Finding, *, values: bool) -> dict[str, str | dict[str, str]]:
        key = finding.target or finding.source or "{}"
        line: dict[str, str | dict[str, str]] = {"kind": WORDS.get(finding.kind, finding.kind), "key": key}
        if values:
            before, after = (_attributes(reader.get(key_from(key))) for reader in (self._restored, self._table))
            line["restored"] = {name: value for name, value in before.items() if after.get(name) != value}
            line["there"] = {name: value for name, value in after.items() if before.get(name) != value}
        return line


def _attributes(item: Item | None) -> dict[str, str]:
    return {name: text({"": value})[len('{"":') : -1] for name, value in (item or {}).items()}


def _lines(difference: dict[str, str | dict[str, str]]) -> Iterator[str]:
    yield f"{difference['kind']} {difference['key']}"
    before, after = difference.get("restored", {}), difference.get("there", {})
    if isinstance(before, dict) and isinstance(after, dict):
        for name in sorted({*before, *after}):
            yield f"  {name}: {_short(before.get(name))} → {_short(after.get(name))}"


def _short(value: str | None) -> str:
    if value is None:
        return "nothing"
    return value if len(value) <= LONGEST_VALUE else f"{value[:LONGEST_VALUE]}…"

"""Compares two tables item by item, in both directions: missing, different, extra, in conflict, rejected."""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable, Iterator

from dynawright.ops.migration.index import Finding, Index, different, extra, missing
from dynawright.ops.migration.read import Reader
from dynawright.ops.migration.transform import Output, RejectedError, Transform
from dynawright.ops.migration.value import Item, is_expired, key_from, text

LOOKED_AT_TWICE = 1000


class Comparison:
    """The target is read first. An application that writes to both tables, the source first, then makes no difference but what a
    second look clears."""

    def __init__(self, source: Reader, target: Reader, transform: Transform, index: Index) -> None:
        self._source, self._target, self._transform, self._index = source, target, transform, index

    def target_segment(self, number: int, seen: Callable[[int], None]) -> None:
        key_text = self._target.table.key_text
        for page in self._target.pages(number):
            self._index.there((key_text(item), text(item)) for item in page.items if not self._expires(item))
            seen(len(page.items))

    def source_segment(self, number: int, seen: Callable[[int], None]) -> None:
        for page in self._source.pages(number):
            self._index.keep(finding for item in page.items for finding in self._judged(item, self._expect))
            seen(len(page.items))

    def finish(self) -> None:
        """Finds what only the target has, and looks at all findings a second time: writes went on between the two readings."""
        self._index.keep_extra()
        if sum(self._index.counts().values()) <= LOOKED_AT_TWICE:
            again = [self._again(finding) for some in self._index.findings() for finding in some]
            self._index.replace(dict.fromkeys(itertools.chain.from_iterable(again)))

    def _again(self, finding: Finding) -> list[Finding]:
        if finding.kind in ("conflict", "rejected"):
            return [finding]
        item = self._source.get(key_from(finding.source)) if finding.source else None
        if item is not None:
            return [*self._judged(item, self._look)]
        there = self._target.get(key_from(finding.target or ""))
        return [] if there is None or self._expires(there) else [extra(self._target.table.key_text(there))]

    def _judged(self, item: Item, judge: Callable[[str, Output], Finding | None]) -> Iterator[Finding]:
        source = self._source.table.key_text(item)
        try:
            outputs = self._transform(item)
        except RejectedError as error:
            yield Finding("rejected", source, None, str(error))
            return
        for output in outputs:
            if not self._expires(output.item) and (finding := judge(source, output)):
                yield finding

    def _expect(self, source: str, output: Output) -> Finding | None:
        return self._index.expect(source, output.key, text(output.item))

    def _look(self, source: str, output: Output) -> Finding | None:
        there = self._target.get(key_from(output.key))
        if there is None:
            return missing(source, output.key)
        return None if text(there) == text(output.item) else different(source, output.key)

    def _expires(self, item: Item) -> bool:
        return is_expired(item, self._target.table.ttl, time.time())

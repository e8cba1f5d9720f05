"""Compare two tables item by item, both ways: missing, different, extra, in conflict, rejected."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

from dynawright.ops.migration.entities import EntityOf, all_alike
from dynawright.ops.migration.index import Finding, Index, different, extra, missing
from dynawright.ops.migration.output import Output, RejectedError
from dynawright.ops.migration.read import Reader
from dynawright.ops.migration.source import Record, Source, Transform
from dynawright.ops.migration.value import Item, is_expired, key_from, text

LOOKED_AT_TWICE = 1000


class Comparison:
    """Reads the target first.

    If an application writes to both tables, the source first, all differences from writes in between disappear on a
    second look.
    """

    def __init__(
        self, source: Source, target: Reader, transform: Transform, index: Index, entity_of: EntityOf = all_alike
    ) -> None:
        self._source, self._target, self._transform, self._index = source, target, transform, index
        self._entity_of = entity_of

    def target_segment(self, number: int, seen: Callable[[int], None]) -> None:
        key_text = self._target.table.key_text
        for page in self._target.pages(number):
            self._index.there(
                (key_text(item), text(item), self._entity_of(item)) for item in page.items if not self._expires(item)
            )
            seen(len(page.items))

    def source_segment(self, number: int, seen: Callable[[int], None]) -> None:
        for page in self._source.pages(number):
            self._index.keep(finding for item in page.items for finding in self._judged(item, self._expect))
            seen(len(page.items))

    def finish(self) -> None:
        """Find items that only the target has, and check all findings again, since writes continued."""
        self._index.keep_extra()
        if sum(self._index.counts().values()) <= LOOKED_AT_TWICE:
            self.look_again()

    def look_again(self) -> None:
        """Keep only the findings that are still true."""
        self._index.judge_again(self._again)

    def _again(self, finding: Finding) -> list[Finding]:
        if finding.kind in ("conflict", "rejected"):
            return [finding]
        looked = set[str]()

        def look(source: str, output: Output) -> Finding | None:
            looked.add(output.key)
            return self._look(source, output)

        item = self._source.get(key_from(finding.source)) if finding.source else None
        current = [] if item is None else [*self._judged(item, look)]
        if finding.target and finding.target not in looked:  # no source item becomes it any more
            current += self._left(finding.target)
        return current

    def _left(self, target: str) -> Iterator[Finding]:
        key = key_from(target)
        there = self._target.get(key)
        there = None if there is None or self._expires(there) else there
        item = None if there is None else text(there)
        self._index.seen_now(target, self._entity_of(key), source=None, wanted=None, item=item)
        if there is not None:
            yield extra(target)

    def _judged(self, item: Record, judge: Callable[[str, Output], Finding | None]) -> Iterator[Finding]:
        source = self._source.key_text(item)
        try:
            outputs = self._transform(item)
        except RejectedError as error:
            yield Finding("rejected", source, None, str(error))
            return
        for output in outputs:
            if not self._expires(output.item) and (finding := judge(source, output)):
                yield finding

    def _expect(self, source: str, output: Output) -> Finding | None:
        return self._index.expect(source, output.key, text(output.item), self._entity_of(output.item))

    def _look(self, source: str, output: Output) -> Finding | None:
        there, wanted = self._target.get(key_from(output.key)), text(output.item)
        item = None if there is None else text(there)
        self._index.seen_now(output.key, self._entity_of(output.item), source=source, wanted=wanted, item=item)
        if item is None:
            return missing(source, output.key)
        return None if item == wanted else different(source, output.key)

    def _expires(self, item: Item) -> bool:
        return is_expired(item, self._target.table.ttl, time.time())

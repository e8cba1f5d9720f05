"""Fix a comparison's findings: write the current source items to the target."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from dynawright.ops.migration.budget import Budget
from dynawright.ops.migration.index import Finding, Index
from dynawright.ops.migration.output import RejectedError
from dynawright.ops.migration.source import Source, Transform
from dynawright.ops.migration.table import Table
from dynawright.ops.migration.value import key_from
from dynawright.ops.migration.write import Delete, Put


class Mend:
    def __init__(self, client: Any, target: Table, writes: Budget, source: Source, transform: Transform) -> None:
        self._put, self._delete = Put(client, target, writes), Delete(client, target, writes)
        self._source, self._transform = source, transform

    def all(self, index: Index, *, delete_extra: bool) -> int:
        """Return how many findings were fixed; those that need a decision stay."""
        return sum(self.some(findings, delete_extra=delete_extra) for findings in index.findings())

    def some(self, findings: Iterable[Finding], *, delete_extra: bool) -> int:
        return sum(
            self._record(finding.source) if finding.source else delete_extra and self._extra(finding.target or "")
            for finding in findings
            if finding.kind in ("missing", "different", "extra")
        )

    def _record(self, source: str) -> bool:
        record = self._source.get(key_from(source))
        if record is None:
            return False
        try:
            outputs = self._transform(record)
        except RejectedError:
            return False
        return not self._put(outputs).refused

    def _extra(self, key: str) -> bool:
        self._delete(key_from(key))
        return True

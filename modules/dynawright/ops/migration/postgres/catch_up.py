"""Update items of changed rows to the rows' present state, so order and repetition don't matter."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor

from dynawright.ops.migration.mapping.rows import Row, RowTransform
from dynawright.ops.migration.output import Output, RejectedError
from dynawright.ops.migration.postgres.source import Key, PostgresSource
from dynawright.ops.migration.state import State
from dynawright.ops.migration.value import key_from
from dynawright.ops.migration.write import Delete, Put

AT_ONCE = 500  # rows of a table that are asked for together


class CatchUp:
    def __init__(
        self, source: PostgresSource, transform: RowTransform, put: Put, delete: Delete, state: State, *, threads: int
    ) -> None:
        self._source, self._transform = source, transform
        self._put, self._delete, self._state, self._threads = put, delete, state, threads

    def __call__(self, table: str, keys: Sequence[Key], old: Iterable[Row]) -> None:
        """Write the present items of these rows; delete items that only old versions had."""
        old_keys = {key for row in old for key in self._old_keys(row)}
        made: dict[str, list[Output]] = {}
        rejects: dict[str, str] = {}
        for start in range(0, len(keys), AT_ONCE):
            for row in self._source.rows(table, keys[start : start + AT_ONCE]):
                self._make(row, made, rejects)
        gone = old_keys - {output.key for outputs in made.values() for output in outputs}
        with ThreadPoolExecutor(self._threads) as pool:
            list(pool.map(lambda key: self._delete(key_from(key)), gone))
            self._state.release(gone)
            for source, written in zip(made, pool.map(self._put, made.values()), strict=True):
                rejects |= dict.fromkeys([source] if written.refused else [], next(iter(written.refused.values()), ""))
        self._state.settle([self._source.text_of(table, key) for key in keys], {}, rejects)

    def _make(self, row: Row, made: dict[str, list[Output]], rejects: dict[str, str]) -> None:
        source = self._source.key_text(row)
        try:
            made[source] = self._transform(row)
        except RejectedError as error:
            rejects[source] = str(error)

    def _old_keys(self, row: Row) -> list[str]:
        try:
            return self._transform.keys(row)
        except (RejectedError, KeyError):
            return []  # it never became an item

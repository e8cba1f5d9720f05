"""Update items of changed rows to the rows' present state, so order and repetition don't matter.

Items without a version go in batches: 25 of them cost this process about as much as 3 conditional puts.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor

from dynawright.ops.migration.mapping.rows import Row, RowTransform
from dynawright.ops.migration.output import Output, RejectedError
from dynawright.ops.migration.overwrite import Overwrite, batches
from dynawright.ops.migration.postgres.source import Key, PostgresSource
from dynawright.ops.migration.state import State
from dynawright.ops.migration.value import key_from
from dynawright.ops.migration.write import Delete, Put, Write

Part = list[tuple[str, Output]]
"""Items, each with the key of its row."""

AT_ONCE = 500  # rows per query


class CatchUp:
    def __init__(
        self,
        source: PostgresSource,
        transform: RowTransform,
        put: Put,
        overwrite: Overwrite,
        delete: Delete,
        state: State,
        *,
        threads: int,
    ) -> None:
        self._source, self._transform = source, transform
        self._put, self._overwrite, self._delete = put, overwrite, delete
        self._state, self._threads = state, threads

    def __call__(self, table: str, keys: Sequence[Key], old: Iterable[Row]) -> None:
        """Write the current items of these rows; delete items that only old versions had."""
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
            for refused in pool.map(self._written, self._parts(made)):
                rejects |= refused
        self._state.settle([self._source.text_of(table, key) for key in keys], {}, rejects)

    @staticmethod
    def _parts(made: Mapping[str, Sequence[Output]]) -> Iterator[Part]:
        """Cut what was made into what one thread writes: one item, or a batch of those without a version."""
        outputs = [(source, output) for source, outputs in made.items() for output in outputs]
        yield from ([pair] for pair in outputs if pair[1].version)
        plain = [pair for pair in outputs if not pair[1].version]
        yield from ([plain[place] for place in batch] for batch in batches([output for _, output in plain]))

    def _written(self, part: Part) -> dict[str, str]:
        """Return why AWS refused items, by the keys of their rows."""
        write: Write = self._put if part[0][1].version else self._overwrite
        refused = write([output for _, output in part]).refused
        return {part[place][0]: reason for place, reason in refused.items()}

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

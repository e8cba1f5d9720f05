"""`dynawright migrate … --via`: write files first, which DynamoDB then loads from S3."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from dynawright.errors import Place, Problem, UserError
from dynawright.ops.migration.budget import Budget
from dynawright.ops.migration.bulk import cost
from dynawright.ops.migration.bulk.definition import NewTable, model_of, planned
from dynawright.ops.migration.bulk.entities import Entities
from dynawright.ops.migration.bulk.input import Input, SourceInput, estimate
from dynawright.ops.migration.bulk.load import bulk_put, bulk_put_missing, can_bulk_put, import_new, written
from dynawright.ops.migration.bulk.made import Counts
from dynawright.ops.migration.bulk.store import Bucket, Store
from dynawright.ops.migration.bulk.write import write_all
from dynawright.ops.migration.bulk.written import REJECTS, must_be_empty
from dynawright.ops.migration.clock import Clock
from dynawright.ops.migration.origin import Origin
from dynawright.ops.migration.progress import Progress
from dynawright.ops.migration.stages import Stages
from dynawright.ops.migration.state import State
from dynawright.ops.migration.table import Table, describe
from dynawright.ops.migration.value import digest


@dataclass(frozen=True)
class Target:
    """An existing table, or one that an import creates."""

    client: Any
    name: str
    environment: str

    @cached_property
    def there(self) -> Table | None:
        try:
            return describe(self.client, self.name)
        except self.client.exceptions.ResourceNotFoundException:
            return None

    @cached_property
    def new(self) -> NewTable:
        return planned(self.name, self.environment)

    @property
    def table(self) -> Table:
        return self.there or self.new.table

    @property
    def entities(self) -> Entities:
        """Return the entities of the table's model, if one of the systems builds it."""
        model = model_of(self.name, self.environment)
        return Entities.of_model(model) if model else Entities()

    def must_be_loadable(self) -> None:
        """Raise before anything is written if DynamoDB can't load files into the table."""
        if self.there and not can_bulk_put(self.client):
            raise bulk_put_missing()

    def load(self, store: Store, write_units: float | None, clock: Clock) -> int:
        """Make DynamoDB load the files; return the number of rejected items."""
        summary = written(store)
        assert isinstance(store, Bucket)  # noqa: S101  # what `written` has checked
        token = digest(f"{store.location} {summary['written']} {self.name}").hex()
        if self.there:
            self.must_be_loadable()
            return bulk_put(self.client, store, self.name, token, write_units, clock)
        refused = import_new(self.client, store, self.new.parameters, token, clock)
        file = self.new.write_import()
        print(f"Terraform takes the table over by the block in {file}: `make plan` comes next.")
        if self.new.later:
            print(f"It changes {', '.join(self.new.later)}: approve `import-changes` for it (docs/migrate-in-bulk.md).")
        return refused


@dataclass(frozen=True)
class Bulk:
    """One migration by files."""

    target: Target
    store: Store
    prices: Path | None
    region: str
    write_units: float
    clock: Clock

    def show_cost(self, given: Input) -> None:
        for line in cost.lines(estimate(given, self.target.table), self.region, self.prices, self.write_units):
            print(line)

    def check(self) -> None:
        """Raise with whatever would make the migration fail at its end."""
        must_be_empty(self.store)
        if isinstance(self.store, Bucket):
            self.target.must_be_loadable()

    def write(self, given: Input, *, threads: int) -> Counts:
        nothing = Budget(1, self.clock)
        progress = Progress("written", given.records, 0, nothing, nothing, self.clock)
        try:
            return write_all(
                given,
                self.store,
                self.target.table,
                clock=self.clock,
                threads=threads,
                seen=progress.add,
                meanwhile=progress.show,
            )
        finally:
            progress.end()

    def tell(self, counts: Counts) -> None:
        print(counts)
        if counts.rejected:
            print(f"why: {self.store.location}/{REJECTS}")

    def load(self) -> int:
        """Load the files; return 1 if an item was rejected."""
        if not isinstance(self.store, Bucket):
            print(f"written to {self.store.location}: copy it to S3, then `dynawright migrate load --via s3://…`")
            return 0
        return 1 if self.target.load(self.store, self.write_units, self.clock) else 0


@contextmanager
def input_of(origin: Origin, state: State) -> Iterator[SourceInput]:
    """Yield the source, as of one moment if it supports that."""
    with origin.copied(state) as source:
        yield SourceInput(source, origin.transform)


Write = Callable[[SourceInput], Counts]


def run(bulk: Bulk, origin: Origin, state_file: Path, write: Write) -> int:
    """Write and load; `catch-up` and `cut-over` continue from there."""
    with closing(State(state_file, origin.made_for)) as state:
        if Stages(state).has("copied"):
            text, fix = "this migration is copied already", "go on with `migrate catch-up`, or name another --state"
            raise UserError([Problem("DW728", text, Place(str(state_file)), fix=fix)])
        bulk.show_cost(SourceInput(origin.sample(), origin.transform))
        bulk.check()
        origin.changes(
            state, bulk.target.client, Budget(bulk.write_units, bulk.clock)
        )  # must start before the first record is read
        with input_of(origin, state) as given:
            counts = write(given)
        bulk.tell(counts)
        status = bulk.load()
        if isinstance(bulk.store, Bucket):
            Stages(state).reached("copied")
            print("next: `dynawright migrate verify`, or `catch-up` where the application does not write to both")
        return 1 if counts.rejected else status

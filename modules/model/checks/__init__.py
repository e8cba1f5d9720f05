"""Everything about a table's model that DynamoDB, or its users, would stumble over; one file per part of the model."""

from collections.abc import Iterator

from modules.model.checks import chunks, entities, indexes, keys, patterns, tenants
from modules.model.table import TableModel


def problems(model: TableModel) -> Iterator[str]:
    """Each problem as one sentence: what, the value, what is allowed, the fix. Later parts are read only once earlier ones hold."""
    for part in (keys, indexes, entities, patterns, chunks, tenants):
        found = list(part.problems(model))
        yield from found
        if found:
            return

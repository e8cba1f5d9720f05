"""Everything about a table's model that DynamoDB, or its users, would stumble over; one file per part of the model."""

from collections.abc import Iterator

from dynawright.model.checks import chunks, entities, indexes, keys, patterns, tenants
from dynawright.model.reserved import RESERVED
from dynawright.model.table import TableModel

RESERVED_RULE = "has a name that means something else in entities and patterns: there, write it with an underscore at the end"


def problems(model: TableModel) -> Iterator[str]:
    """Each problem as one sentence: what, the value, what is allowed, the fix. Later parts are read only once earlier ones hold."""
    for part in (keys, indexes, entities, patterns, chunks, tenants):
        found = list(part.problems(model))
        yield from found
        if found:
            if part in (entities, patterns):
                yield from (f"the key '{name}' {RESERVED_RULE}" for name in model.key_types if name in RESERVED)
            return

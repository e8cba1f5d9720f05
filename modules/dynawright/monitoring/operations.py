"""The operations that a table's patterns use, by which AWS publishes latency and errors.

Imports no cdktf.
"""

from __future__ import annotations

from dynawright.model import TableModel

READS = ("GetItem", "BatchGetItem", "Query", "Scan", "TransactGetItems")
WRITES = ("PutItem", "UpdateItem", "DeleteItem", "BatchWriteItem", "TransactWriteItems")


def operations(model: TableModel) -> tuple[str, ...]:
    """The API operations that the declared patterns call, reads first."""
    used = {pattern.request for pattern in model.access_patterns}
    return tuple(operation for operation in (*READS, *WRITES) if operation in used)

"""The API operations of a table's patterns; AWS publishes latency and errors per operation.

Imports no cdktf.
"""

from __future__ import annotations

from dynawright.model import TableModel

READS = ("GetItem", "BatchGetItem", "Query", "Scan", "TransactGetItems")
WRITES = ("PutItem", "UpdateItem", "DeleteItem", "BatchWriteItem", "TransactWriteItems")


def operations(model: TableModel) -> tuple[str, ...]:
    """Return the API operations that the patterns call, reads first."""
    used = {pattern.request for pattern in model.access_patterns}
    return tuple(operation for operation in (*READS, *WRITES) if operation in used)

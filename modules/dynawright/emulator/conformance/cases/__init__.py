"""All cases, by part of the API."""

from dynawright.emulator.conformance.cases.expressions import EXPRESSIONS
from dynawright.emulator.conformance.cases.items import ITEMS
from dynawright.emulator.conformance.cases.partiql import PARTIQL
from dynawright.emulator.conformance.cases.reads import READS
from dynawright.emulator.conformance.cases.tables import TABLES
from dynawright.emulator.conformance.cases.tags import TAGS
from dynawright.emulator.conformance.cases.time_to_live import TIME_TO_LIVE
from dynawright.emulator.conformance.cases.transactions import TRANSACTIONS

GROUPS = {
    "Tables": TABLES,
    "Items and batches": ITEMS,
    "Expressions": EXPRESSIONS,
    "Queries and scans": READS,
    "Transactions": TRANSACTIONS,
    "PartiQL": PARTIQL,
    "Time to live": TIME_TO_LIVE,
    "Tags": TAGS,
}
CASES = tuple(case for cases in GROUPS.values() for case in cases)

__all__ = ["CASES", "GROUPS"]

"""Cases in which an engine's answer differs from AWS's documentation; the emulator has few."""

from __future__ import annotations

from dataclasses import dataclass
from fnmatch import fnmatchcase

from dynawright.emulator.conformance.case import Case


@dataclass(frozen=True)
class Deviation:
    """`cases` are ids, with * for any text; `actual` is the beginning of the engine's answer."""

    engine: str
    cases: tuple[str, ...]
    actual: str
    why: str

    def covers(self, engine: str, case: Case) -> bool:
        return engine == self.engine and any(fnmatchcase(case.id, pattern) for pattern in self.cases)


_LOCAL, _DYNOXIDE = "DynamoDB Local", "dynoxide"

DEVIATIONS = (
    Deviation(
        _LOCAL,
        ("throughput-on-demand", "index-throughput-on-demand", "throughput-of-table-on-demand", "on-demand-with-throughput"),
        "carried out",
        "it ignores throughput settings",
    ),
    Deviation(_LOCAL, ("update-of-index-key-to-another-type",), "carried out", "it checks index keys of whole items only"),
    Deviation(_LOCAL, ("statement-insert-of-stored-item",), "DuplicateItem", "its code lacks the ending"),
    Deviation(_LOCAL, ("tag-*", "untag-*", "list-tags-*"), "UnknownOperationException", "it has no tags"),
    Deviation(_DYNOXIDE, ("no-index-throughput-provisioned",), "carried out", "it ignores the throughput of indexes"),
    Deviation(_DYNOXIDE, ("update-behind-the-end-of-a-list",), "another answer", "it fills the list with nulls up to the place"),
    Deviation(_DYNOXIDE, ("update-removes-list-members",), "another answer", "places move while members are removed"),
    Deviation(
        _DYNOXIDE,
        ("condition-with-unknown-type", "condition-in-101-values"),
        "ConditionalCheckFailedException",
        "it evaluates the condition instead of refusing it",
    ),
    Deviation(_DYNOXIDE, ("condition-compares-with-itself",), "carried out", "it compares an attribute with itself"),
    Deviation(
        _DYNOXIDE,
        ("query-with-value-of-another-type", "query-with-empty-key", "query-begins-with-number"),
        "carried out",
        "it does not compare values with the key's type: the answer is empty",
    ),
    Deviation(_DYNOXIDE, ("query-of-global-index-for-more-than-it-holds",), "carried out", "it leaves the attribute out"),
    Deviation(_DYNOXIDE, ("query-of-local-index-for-more-than-it-holds",), "another answer", "it does not fetch from the table"),
    Deviation(_DYNOXIDE, ("query-from-a-key-of-another-partition",), "carried out", "it does not compare it with the condition"),
    Deviation(_DYNOXIDE, ("transaction-with-two-kinds-in-one-part",), "carried out", "it takes the first"),
    Deviation(
        _DYNOXIDE, ("transaction-without-sort-key",), "TransactionCanceledException", "it looks at keys inside the transaction"
    ),
    Deviation(_DYNOXIDE, ("transaction-get-with-projection",), "another answer", "it adds the key"),
    Deviation(_DYNOXIDE, ("statement-update",), "another answer", "it takes one SET clause"),
    Deviation(_DYNOXIDE, ("statement-update-of-key",), "carried out", "it lets keys be changed"),
    Deviation(
        _DYNOXIDE,
        ("ttl-twice", "ttl-off-where-it-is-off", "ttl-off-by-another-attribute"),
        "carried out",
        "it accepts a setting that changes nothing",
    ),
    Deviation(_DYNOXIDE, ("tag-with-reserved-prefix", "tag-with-one-key-twice"), "carried out", "it does not look at tag keys"),
    Deviation(_DYNOXIDE, ("list-tags-of-no-table",), "AccessDeniedException", "another code"),
)


def expected_of(engine: str, case: Case) -> str:
    """Return the expected beginning of the engine's answer: the documented one, or a deviation."""
    return next((row.actual for row in DEVIATIONS if row.covers(engine, case)), case.refused)

"""Explain failed conditions: a result that the application must expect, not a fault."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from dynawright.model import AccessPattern, TableModel
from dynawright.model.expression import parse_condition
from dynawright.model.operation import Write
from dynawright.model.reach import holds_without_an_item, writes
from dynawright.ops.explain.case import Case
from dynawright.ops.explain.explanation import Explanation, Verdict

OPERATIONS = {"Put": "PutItem", "Update": "UpdateItem", "Delete": "DeleteItem"}
REASONS = {
    "ConditionalCheckFailed": "its condition does not hold",
    "TransactionConflict": "another request was changing the item; try again",
    "ItemCollectionSizeLimitExceeded": "the items of its partition key exceed 10 GB, which a local index allows at most",
    "ProvisionedThroughputExceeded": "the capacity of the table or an index is used up; try again later",
    "ThrottlingError": "the table or an index is at its limit; try again later",
    "ValidationError": "the request itself is wrong: a key, a type or an expression",
    "DuplicateItem": "an item with this key exists already",
}
"""DynamoDB's reasons for cancelling a transaction."""


def conditional(case: Case) -> Explanation:
    """Explain which pattern's condition failed."""
    candidates = list(_candidates(case))
    why = ["the request was allowed, but nothing was written: an item doesn't meet the condition"]
    why += [f"{pattern.id}: {reason}" for pattern, reason in candidates]
    if not candidates:
        why.append("no pattern of the model has a condition on this operation: the application adds its own")
    fix = _fix([pattern for pattern, _ in candidates])
    at = str(candidates[0][0].place) if len(candidates) == 1 else ""
    what = f"the condition of {case.refusal.operation or 'a write'} does not hold"
    return case.explained(Verdict.EXPECTED, fix, *why, what=what, at=at, patterns=tuple(pattern for pattern, _ in candidates))


def canceled(case: Case) -> Explanation:
    """Explain which parts of a transaction failed, and why."""
    reasons = case.refusal.canceled
    matching = [pattern for _, pattern in _patterns(case) if _is_transaction(pattern) and len(writes(pattern)) == len(reasons)]
    why = [f"part {number}: {reason}, {_words(reason)}" for number, reason in enumerate(reasons) if reason != "None"]
    for pattern in matching:
        parts = writes(pattern)
        why += [
            f"{pattern.id}, part {number}: {_meaning(parts[number])}"
            for number, reason in enumerate(reasons)
            if reason == "ConditionalCheckFailed" and _condition(parts[number])
        ]
    only_retry = {"None", "TransactionConflict", "ThrottlingError", "ProvisionedThroughputExceeded"}
    verdict = Verdict.RETRY if set(reasons) <= only_retry else Verdict.EXPECTED
    fix = "send the same transaction again, after a pause" if verdict is Verdict.RETRY else _fix(matching)
    at = str(matching[0].place) if len(matching) == 1 else ""
    what = f"parts of {case.refusal.operation or 'a transaction'} were refused, so nothing was written"
    return case.explained(verdict, fix, *why, what=what, at=at, patterns=tuple(matching))


def _words(reason: str) -> str:
    return REASONS.get(reason, "which DynamoDB's reference explains")


def _patterns(case: Case) -> Iterator[tuple[TableModel, AccessPattern]]:
    """Yield the patterns a refusal may be about: by the client's name, else table, consumer, operation."""
    seen: set[str] = set()
    for owned in case.names.tables:
        if owned.system.name + owned.model.name in seen:
            continue
        seen.add(owned.system.name + owned.model.name)
        for pattern in owned.model.access_patterns:
            if _may_be(case, owned.model, pattern):
                yield owned.model, pattern


def _may_be(case: Case, model: TableModel, pattern: AccessPattern) -> bool:
    refusal, place = case.refusal, case.place
    if refusal.patterns:
        return pattern.id in refusal.patterns
    return (
        (place.table is None or place.table.model is model)
        and (place.role is None or place.role.consumer in pattern.used_by)
        and refusal.operation in ("", pattern.operation, pattern.request)
        and _has_key(case, model, pattern)
    )


def _has_key(case: Case, model: TableModel, pattern: AccessPattern) -> bool:
    """Whether one of the pattern's writes can have the key in the event."""
    if not case.refusal.key:
        return True
    for write in writes(pattern):
        keys = model.entity(write.entity).keys if hasattr(write, "entity") else write.key
        if all(keys[name].match(value) is not None for name, value in case.refusal.key.items() if name in keys):
            return True
    return False


def _candidates(case: Case) -> Iterator[tuple[AccessPattern, str]]:
    for _, pattern in _patterns(case):
        parts = case.refusal.parts
        meanings = [
            _meaning(write) for at, write in enumerate(writes(pattern)) if _condition(write) and (not parts or at in parts)
        ]
        if meanings and (not _is_transaction(pattern) or case.refusal.patterns):
            yield pattern, "; ".join(dict.fromkeys(meanings))


def _is_transaction(pattern: AccessPattern) -> bool:
    return pattern.request == "TransactWriteItems"


def _condition(write: Write) -> str:
    return write.condition


def _meaning(write: Write) -> str:
    """Return what it means that the condition failed."""
    text = write.condition
    if re.fullmatch(r"\s*attribute_not_exists\(\s*\w+\s*\)\s*", text):
        return f"{text} failed: the item exists already, perhaps from an earlier attempt of the same request"
    if re.fullmatch(r"\s*attribute_exists\(\s*\w+\s*\)\s*", text):
        return f"{text} failed: there is no such item"
    missing = "" if holds_without_an_item(parse_condition(text)) else ", or is not there"
    return f"{text} failed: the item doesn't meet the condition{missing}"


def _fix(patterns: Sequence[AccessPattern]) -> str:
    showing = [pattern.id for pattern in patterns if getattr(pattern, "returns", "NONE") != "NONE"]
    text = "catch ConditionFailed of the generated client (ConditionalCheckFailedException of boto3); read the item, decide, and try again or tell the user"
    return f"{text}. The error of {' and '.join(showing)} holds the item" if showing else text

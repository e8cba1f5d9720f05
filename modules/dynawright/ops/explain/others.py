"""Explain refusals that are about the request itself, from rows of data."""

from __future__ import annotations

import re

from dynawright.ops.explain.case import Case
from dynawright.ops.explain.explanation import Explanation, Verdict

ROWS = (
    (
        r"reserved keyword: (?P<name>\w+)",
        Verdict.CODE,
        "'{name}' is a reserved word of DynamoDB's expressions",
        "use the generated client, or write #{name} and ExpressionAttributeNames={{'#{name}': '{name}'}}",
    ),
    (
        r"ResourceNotFound|Requested resource not found|non-existent table",
        Verdict.CODE,
        "there is no such table, index or stream in this account and Region",
        "compare table name, Region and credentials with the environment; `dynawright plan` shows a table that is not built yet",
    ),
    (
        r"ExpiredToken",
        Verdict.CODE,
        "the session has ended",
        "assume the role again; an SDK does so by itself where it is given the role, not its keys",
    ),
    (
        r"UnrecognizedClient|InvalidClientTokenId|InvalidSignature",
        Verdict.CODE,
        "AWS does not know the credentials, or the signature is not theirs",
        "look at the keys, the session token and the machine's clock; on the emulator, at the endpoint",
    ),
    (
        r"TransactionConflict|TransactionInProgress|ReplicatedWriteConflict",
        Verdict.RETRY,
        "another request was changing the same item",
        "send the same request again, after a pause",
    ),
    (
        r"ItemCollectionSizeLimitExceeded",
        Verdict.MODEL,
        "the items of one partition key exceed 10 GB, which a local index allows at most",
        "spread the key over shards, or replace the local index by a global one",
    ),
    (
        r"ValidationException|ValidationError",
        Verdict.CODE,
        "DynamoDB refuses this request; no policy or setting changes that",
        "use the pattern's method of the generated client, which builds keys and expressions from the model",
    ),
    (
        r"LimitExceeded|ResourceInUse",
        Verdict.RETRY,
        "the table is being changed, or too many tables are at once",
        "wait until the change is done, then try again",
    ),
)
"""(pattern in the text, verdict, why, what to do); the first match decides."""


def other(case: Case) -> Explanation:
    """Return what is known about the error code."""
    text = f"{case.refusal.code} {case.refusal.text}"
    for expression, verdict, why, fix in ROWS:
        if match := re.search(expression, text):
            groups = match.groupdict()
            return case.explained(verdict, fix.format(**groups), why.format(**groups), what=_what(case))
    fix = f"look {case.refusal.code} up in the reference of the service's API"
    return case.explained(Verdict.ELSEWHERE, fix, "it is neither a denial nor throttling, and no condition", what=_what(case))


def _what(case: Case) -> str:
    operation = case.refusal.operation or "the request"
    return f"{operation} ended with {case.refusal.code or 'an error'}"

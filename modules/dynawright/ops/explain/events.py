"""Read CloudTrail events: one, a trail's file, output of `lookup-events`, or EventBridge's form.

Forms: CloudTrail User Guide, "CloudTrail record contents"; DynamoDB Developer Guide, "Understanding DynamoDB log file
entries". Keys are plain values there; items have only their attribute names, and expression values are left out.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from dynawright.iam.evaluator import ContextValue
from dynawright.ops.explain.refusal import Kind, Refusal
from dynawright.ops.explain.texts import read_text

DENIALS = ("AccessDenied", "AccessDeniedException", "UnauthorizedOperation", "Client.UnauthorizedOperation")
_EXPRESSIONS = ("projectionExpression", "filterExpression", "keyConditionExpression", "conditionExpression", "updateExpression")
_NAME = re.compile(r"(?<![\w.:#])([#A-Za-z_]\w*)(?!\w)(?!\s*\()")
_WORDS = {"AND", "OR", "NOT", "IN", "BETWEEN", "SET", "REMOVE", "ADD", "DELETE"}


def read_events(text: str) -> list[Mapping[str, Any]] | None:
    """Return the events in a JSON text, or None if it has none."""
    try:
        document = json.loads(text)
    except (ValueError, RecursionError):
        return None
    events = [event for event in _events(document) if isinstance(event.get("eventName"), str)]
    return events or None


def _events(document: Any) -> Iterator[Mapping[str, Any]]:
    if isinstance(document, list):
        for event in document:
            yield from _events(event)
    elif isinstance(document, Mapping):
        if isinstance(document.get("CloudTrailEvent"), str):
            yield from read_events(document["CloudTrailEvent"]) or ()
        elif nested := next((document[name] for name in ("Records", "Events", "detail") if name in document), None):
            yield from _events(nested)
        else:
            yield document


def refusal_of(event: Mapping[str, Any]) -> Refusal | None:
    """Return the refusal that an event reports, or None if the request succeeded."""
    code = str(event.get("errorCode") or "")
    if not code:
        return None
    given = _mapping(event.get("requestParameters"))
    identity, name = _mapping(event.get("userIdentity")), str(event["eventName"])
    service = str(event.get("eventSource", "")).partition(".")[0]
    read = read_text(f"{code}: {event.get('errorMessage') or ''}")
    refusal = read or Refusal(kind=Kind.OTHER)
    if code in DENIALS:
        refusal = replace(refusal, kind=Kind.DENIED)
    tables = tuple(dict.fromkeys(_tables(given)))
    return replace(
        refusal,
        code=code,
        operation=name,
        text=str(event.get("errorMessage") or ""),
        principal=refusal.principal or str(identity.get("arn", "")),
        action=refusal.action or f"{service}:{name}",
        resource=refusal.resource or _resource(event, given, tables),
        tables=tables,
        region=str(event.get("awsRegion", "")),
        context=_context(name, given),
        key={str(attribute): str(value) for attribute, value in _mapping(given.get("key")).items()},
    )


def _mapping(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, Mapping) else {}


def _tables(given: Mapping[str, Any]) -> Iterator[str]:
    parts = given.get("requestItems")
    for part in (given, *(parts if isinstance(parts, list) else ())):
        if isinstance(part, Mapping) and isinstance(part.get("tableName"), str):
            yield part["tableName"].rpartition("/")[2]


def _resource(event: Mapping[str, Any], given: Mapping[str, Any], tables: tuple[str, ...]) -> str:
    """Return the ARN that IAM checked, from parameters if the message lacks it."""
    listed = event.get("resources")
    for entry in listed if isinstance(listed, list) else ():
        if isinstance(entry, Mapping) and str(entry.get("ARN", "")).startswith("arn:"):
            return str(entry["ARN"])
    if not tables:
        return ""
    account = event.get("recipientAccountId") or _mapping(event.get("userIdentity")).get("accountId", "")
    index = f"/index/{given['indexName']}" if isinstance(given.get("indexName"), str) else ""
    return f"arn:aws:dynamodb:{event.get('awsRegion', '')}:{account}:table/{tables[0]}{index}"


def _context(operation: str, given: Mapping[str, Any]) -> dict[str, ContextValue]:
    """Return condition keys from the parameters; `dynamodb:LeadingKeys` follows once the table is known."""
    if not given or "tableName" not in given:
        return {}
    items = given.get("items") or given.get("item")
    names = _mapping(given.get("expressionAttributeNames"))
    attributes = [*_mapping(given.get("key")), *(items if isinstance(items, list) else ())]
    for expression in _EXPRESSIONS:
        for name in _NAME.findall(str(given.get(expression) or "")):
            if name.upper() not in _WORDS:
                attributes.append(str(names.get(name, name)))
    context: dict[str, ContextValue] = {}
    if attributes:
        context["dynamodb:Attributes"] = list(dict.fromkeys(map(str, attributes)))
    if operation in ("PutItem", "UpdateItem", "DeleteItem"):
        context["dynamodb:ReturnValues"] = str(given.get("returnValues", "NONE"))
    elif operation in ("GetItem", "Query", "Scan"):
        everything = "ALL_PROJECTED_ATTRIBUTES" if given.get("indexName") else "ALL_ATTRIBUTES"
        context["dynamodb:Select"] = (
            "SPECIFIC_ATTRIBUTES" if given.get("projectionExpression") else str(given.get("select", everything))
        )
    return context

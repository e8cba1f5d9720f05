"""Failed backups are reported, and completed ones counted.

A backup that fails, expires or is aborted leaves nothing but an event. An EventBridge rule must send each such event to
a topic: for backups, copies and restore tests, by the roles that make them. It must not send others, which would bury
the next failure. The rule that counts backups must count completed ones only.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from dynawright.errors import UserError
from dynawright.rules.blocks import as_blocks, as_list, as_mapping
from dynawright.rules.event_patterns import passes
from dynawright.rules.resources import Document, Resource
from dynawright.rules.rule import NONE_APPLIES, Rule

SELECTION, RESTORE, RULE_TYPE = "aws_backup_selection", "aws_backup_restore_testing_selection", "aws_cloudwatch_event_rule"
BACKUP, COPY, RESTORED = "Backup Job State Change", "Copy Job State Change", "Restore Job State Change"
FAILURES = {
    BACKUP: ("state", ("ABORTED", "EXPIRED", "FAILED", "PARTIAL")),
    COPY: ("state", ("FAILED", "PARTIAL")),
    RESTORED: ("status", ("ABORTED", "FAILED")),
}
"""Kind of event → the field with the job's state, and the states that must be reported."""
UNTOLD = {BACKUP: "CREATED RUNNING COMPLETED", COPY: "CREATED RUNNING COMPLETED", RESTORED: "PENDING RUNNING COMPLETED"}
Event = Mapping[str, Any]
SOURCE = "aws.backup"
OTHER = "arn:aws:iam::000000000000:role/other"
"""A role that no stack has."""


def check(resource: Resource, document: Document) -> Iterator[str]:
    if not (document.is_ours and document.is_configuration):
        return
    if resource.type == RULE_TYPE:
        yield from _rule(resource, document)
    elif not document.is_disposable:
        patterns = [_pattern(rule) for rule in _with_target(document)]
        missed = [event for event in _failures(resource, document) if not any(_fits(pattern, event) for pattern in patterns)]
        if missed:
            kind, state = missed[0]["detail-type"], next(iter(set(missed[0]["detail"].values()) - {_arn(resource)}))
            yield f"nothing reports a {kind} to {state}{f' and {len(missed) - 1} more' if len(missed) > 1 else ''}: add an EventBridge rule with a topic"


def _rule(rule: Resource, document: Document) -> Iterator[str]:
    if not rule.get("event_pattern"):
        return
    pattern = _pattern(rule)
    if pattern.get("source") != [SOURCE]:
        yield f"anyone who may put events can match it: name the source {SOURCE}, and no other"
    if not {*as_list(pattern.get("detail-type"))} <= {*FAILURES} or not pattern.get("detail-type"):
        yield f"it names no kinds of job events, or others: name some of {', '.join(FAILURES)}"
    selections = document.of_type(SELECTION, RESTORE)
    if not any(_fits(pattern, event) for selection in selections for event in _events(selection)):
        yield "no event of this stack's backups matches it: it names other roles, or unknown states"
        return
    if any(
        _fits(pattern, {**event, "detail": {**event["detail"], "iamRoleArn": OTHER}})
        for selection in selections
        for event in _events(selection)
    ):
        yield "it matches jobs of any role, also those of other systems: name the role of this stack's backups in detail.iamRoleArn"
    is_told = rule in _with_target(document)
    completed = [event for selection in selections for event in _others(selection)]
    failed = [event for selection in selections for event in _failures(selection, document)]
    unwanted = completed if is_told else [*failed, *(event for event in completed if not _is_made(event))]
    if wrong := [event for event in unwanted if _fits(pattern, event)]:
        state = next(iter(value for field, value in wrong[0]["detail"].items() if field != "iamRoleArn"))
        yield f"it matches a {wrong[0]['detail-type']} to {state} too: {'failures alone are told' if is_told else 'it counts what was made'}"


def _is_made(event: Event) -> bool:
    """Whether the event is about a completed backup; copies and restores are not counted."""
    return event["detail-type"] == BACKUP and "COMPLETED" in event["detail"].values()


def _with_target(document: Document) -> list[Resource]:
    return document.worked_out(_told)


def _told(document: Document) -> list[Resource]:
    targets = document.of_type("aws_cloudwatch_event_target")
    return [
        rule for rule in document.of_type(RULE_TYPE) if any(document.referred(target.get("rule")) is rule for target in targets)
    ]


def _pattern(rule: Resource) -> Event:
    try:
        return as_mapping(json.loads(str(rule.get("event_pattern", "{}"))))
    except (ValueError, RecursionError):
        return {}


def _fits(pattern: Event, event: Event) -> bool:
    try:
        return bool(pattern) and passes([pattern], event)
    except (AttributeError, TypeError, ValueError, UserError):
        return False  # AWS would reject it


def _failures(selection: Resource, document: Document) -> list[Event]:
    """Return the events that must be reported; events of copies only if the plan makes copies."""
    kinds = [RESTORED] if selection.type == RESTORE else [BACKUP, *([COPY] if _copies(selection, document) else [])]
    return [_event(kind, FAILURES[kind][0], state, selection) for kind in kinds for state in FAILURES[kind][1]]


def _others(selection: Resource) -> list[Event]:
    kinds = [RESTORED] if selection.type == RESTORE else [BACKUP, COPY]
    return [_event(kind, FAILURES[kind][0], state, selection) for kind in kinds for state in UNTOLD[kind].split()]


def _events(selection: Resource) -> list[Event]:
    kinds = [RESTORED] if selection.type == RESTORE else [BACKUP, COPY]
    states = [(kind, state) for kind in kinds for state in (*FAILURES[kind][1], *UNTOLD[kind].split())]
    return [_event(kind, FAILURES[kind][0], state, selection) for kind, state in states]


def _event(kind: str, field: str, state: str, selection: Resource) -> Event:
    return {"source": SOURCE, "detail-type": kind, "detail": {"iamRoleArn": _arn(selection), field: state}}


def _arn(selection: Resource) -> str:
    return str(selection.get("iam_role_arn"))


def _copies(selection: Resource, document: Document) -> bool:
    plan = document.referred(selection.get("plan_id"))
    return plan is not None and any(as_blocks(rule.get("copy_action")) for rule in plan.blocks("rule"))


RULE = Rule(
    module=__name__, number=50, severity="high", types=(SELECTION, RESTORE, RULE_TYPE), check=check, standards=NONE_APPLIES
)

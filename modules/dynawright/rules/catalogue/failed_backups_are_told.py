"""Failed backups are told, and made ones counted.

A backup that fails, expires or is aborted leaves no trace but an event. A rule of EventBridge must take each of them to a topic: of
backups, of their copies and of restore tests, by the roles that make them; and no others, or the next failure is one message among
many. What counts the backups that were made counts completed ones, and nothing else.
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
"""Kind of event → the field that says what became of the job, and what must be told."""
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
        told = [_pattern(rule) for rule in _with_target(document)]
        missed = [event for event in _failures(resource, document) if not any(_fits(pattern, event) for pattern in told)]
        if missed:
            kind, state = missed[0]["detail-type"], next(iter(set(missed[0]["detail"].values()) - {_arn(resource)}))
            yield f"no one hears of a {kind} to {state}{f' and {len(missed) - 1} more' if len(missed) > 1 else ''}: give it a rule of EventBridge with a topic"


def _rule(rule: Resource, document: Document) -> Iterator[str]:
    if not rule.get("event_pattern"):
        return
    pattern = _pattern(rule)
    if pattern.get("source") != [SOURCE]:
        yield f"whoever may put events can make one that matches it: name the source {SOURCE}, and no other"
    if not {*as_list(pattern.get("detail-type"))} <= {*FAILURES} or not pattern.get("detail-type"):
        yield f"it names no kinds of events, or others than jobs have: name some of {', '.join(FAILURES)}"
    selections = document.of_type(SELECTION, RESTORE)
    if not any(_fits(pattern, event) for one in selections for event in _events(one)):
        yield "no event of this stack's backups matches it: it is for other roles, or for states that there are not"
        return
    if any(
        _fits(pattern, {**event, "detail": {**event["detail"], "iamRoleArn": OTHER}})
        for one in selections
        for event in _events(one)
    ):
        yield "it matches jobs of any role, also those of other systems: name the role of this stack's backups in detail.iamRoleArn"
    is_told = rule in _with_target(document)
    completed = [event for one in selections for event in _others(one)]
    failed = [event for one in selections for event in _failures(one, document)]
    unwanted = completed if is_told else [*failed, *(event for event in completed if not _is_made(event))]
    if wrong := [event for event in unwanted if _fits(pattern, event)]:
        state = next(iter(one for field, one in wrong[0]["detail"].items() if field != "iamRoleArn"))
        yield f"it matches a {wrong[0]['detail-type']} to {state} too: {'failures alone are told' if is_told else 'it counts what was made'}"


def _is_made(event: Event) -> bool:
    """Whether it tells of a backup that was made; copies and restores are counted by nothing."""
    return event["detail-type"] == BACKUP and "COMPLETED" in event["detail"].values()


def _with_target(document: Document) -> list[Resource]:
    return document.worked_out(_told)


def _told(document: Document) -> list[Resource]:
    targets = document.of_type("aws_cloudwatch_event_target")
    return [one for one in document.of_type(RULE_TYPE) if any(document.referred(target.get("rule")) is one for target in targets)]


def _pattern(rule: Resource) -> Event:
    try:
        return as_mapping(json.loads(str(rule.get("event_pattern", "{}"))))
    except (ValueError, RecursionError):
        return {}


def _fits(pattern: Event, event: Event) -> bool:
    try:
        return bool(pattern) and passes([pattern], event)
    except (AttributeError, TypeError, ValueError, UserError):
        return False  # AWS would refuse it


def _failures(selection: Resource, document: Document) -> list[Event]:
    """The events that must be told; copies only where the plan makes some."""
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

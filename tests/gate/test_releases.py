"""The plan guard on this repository's own releases: synthesized stacks of consecutive revisions."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Any

import pytest

from dynawright.guard import written
from dynawright.guard.change import Change
from dynawright.guard.guard import findings
from tests.conftest import ROOT

FOLDER = "baselines/terraform"
ROLE, ALARM, KEY = "aws_iam_role", "aws_cloudwatch_metric_alarm", "aws_kms_key"
NEEDS_APPROVAL: Mapping[str, Mapping[str, str]] = {
    "Name the command of today in alarm descriptions": {},
    "Trust GitHub's subjects with ids; reserve concurrency by a setting": {ROLE: "other workflows are trusted"},
    "Watch the operations that are really called": {ALARM: "operations that nothing calls are watched no more"},
    "Let deploy roles make the calls that AWS refused them": {ROLE: "more actions"},
    "Let keys be set up before their tags count, and outlive partners": {
        KEY: "other conditions", "aws_dynamodb_resource_policy": "a partner of another form",
    },
    "Let writes return only what their patterns declare": {},
    "Test restores of each table, and refuse what the deploy role can't apply": {
        "aws_backup_restore_testing_selection": "one test of all tables ends", ROLE: "more actions",
    },
    "Give restore tests and exports the key rights of AWS's own policies": {ROLE: "more actions", KEY: "more actions"},
    "Send one message per incident, to a page or a ticket topic": {
        ALARM: "composite alarms of other kinds speak", "aws_cloudtrail": "it records fewer kinds of events",
    },
    "Guard tenants' writes and keys as real IAM demands": {ROLE: "more actions, under more conditions"},
    "Write generated files again": {ROLE: "more actions"},
    "Let roles read and write bucket tags as provider 6 does": {ROLE: "more actions"},
    "Ask Terraform for one exact AWS provider": {},
    "Keep deploy roles from taking over other keys by tagging them": {},
    "Keep events that a bus can't encrypt in a queue, and watch it": {},
    "Close the gate, test every change of a release under its role": {
        ROLE: "more actions", "aws_lambda_event_source_mapping": "a filter of another form",
    },
}  # fmt: skip
"""Revision subject → types with changes that need review, and why; all others are harmless."""


def git(*arguments: str) -> str:
    done = subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=False)
    return done.stdout if done.returncode == 0 else ""


def stack(revision: str, file: str) -> Any:
    text = git("show", f"{revision}:{file}")
    return json.loads(text) if text else None


def releases() -> Iterator[tuple[str, list[Change]]]:
    """Yield the subject of each revision that changed a stack, with the changes."""
    revisions = [line.split(" ", 1) for line in git("log", "--reverse", "--format=%h %s", "--", FOLDER).splitlines()]
    for (before, _), (after, subject) in pairwise(revisions):
        for file in git("diff", "--name-only", before, after, "--", FOLDER).split() if subject in NEEDS_APPROVAL else ():
            old, new = stack(before, file), stack(after, file)
            if old and new:
                yield subject, written.changes(old, new)


@pytest.mark.soak
def test_our_own_releases_pass_but_for_what_a_person_must_see() -> None:
    harmless = refused = 0
    told: list[str] = []
    for subject, changes in releases():
        found = {finding.address: finding for finding in findings(changes)}
        for change in changes:
            if not change.is_unchanged and change.type not in NEEDS_APPROVAL[subject]:
                harmless += 1
                if change.address in found:
                    refused += 1
                    told.append(f"{subject}: {change.address}: {found[change.address].name}")
    if not harmless:
        pytest.skip("this clone has no history")
    assert harmless > 300
    assert refused * 100 <= harmless, "\n".join(told)

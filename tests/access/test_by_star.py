"""The deploy role's rights on unnamed resources, which docs/deploy-rights.md lists."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

from dynawright.constructs import deploy_access as access
from tests.access.made import ACCOUNT, BOUNDARY, NEW, OURS, REGION, ROLE, SCALABLE
from tests.access.synthesized import Document, Stack
from tests.access.test_deploy_roles import DEPLOY, built, wrong
from tests.applications import ROOT
from tests.emulator.iam.reasons import KEPT, reason

PAGE = ROOT / "docs" / "deploy-rights.md"
ACTION = re.compile(r"`([\w-]+:\w+)`")
__all__ = ["built"]


def sections() -> dict[str, str]:
    """Return the page's sections by their headings."""
    _, *sections = re.split(r"^## ", PAGE.read_text(), flags=re.MULTILINE)
    return {heading: text for heading, _, text in (section.partition("\n") for section in sections)}


def statements(built: list[Stack]) -> Iterator[Document]:
    for document in built[-1].policies_of(DEPLOY):
        yield from (statement for statement in document["Statement"] if statement["Effect"] == "Allow")


def listed(value: Any) -> list[str]:
    return [value] if isinstance(value, str) else value


def is_ours(statement: Document) -> bool:
    """Return whether the conditions check a resource's owner."""
    conditions = {name: keys for name, keys in statement.get("Condition", {}).items() if name != "Null"}
    keys = {key for held in conditions.values() for key in held}
    return "lambda:FunctionArn" in keys or {"aws:ResourceTag/Repository", "aws:ResourceTag/Environment"} <= keys


def test_the_decision_lists_every_write_on_what_has_no_name(built: list[Stack]) -> None:
    """An ARN that ends in `*` after the type matches any resource of the type."""
    anything = re.compile(r"\*|arn:aws:[^:]+:[^:]*:[^:]*:[\w-]+[/:]\*|arn:aws:ec2:[^:]+:[^:]+:\*")
    actions = {
        action
        for statement in statements(built)
        if any(anything.fullmatch(arn) for arn in listed(statement["Resource"])) and not is_ours(statement)
        for action in listed(statement["Action"])
        if not re.match(r"[\w-]+:(Describe|Get|List)", action)
    }
    named = set(ACTION.findall(sections()["Resources without our name or tag"]))
    assert (actions - named, named - actions) == (set(), set())


def test_the_page_lists_every_right_that_no_release_needs() -> None:
    """Dropped ones are named below the table."""
    table, _, dropped = sections()["Rights that no release needs"].partition("Dropped:")
    named = {
        (role, action)
        for line in table.splitlines()
        if (row := re.match(r"\| (both|plan|deploy) \|", line))
        for role in (("plan role", "deploy role") if row[1] == "both" else (f"{row[1]} role",))
        for action in ACTION.findall(line)
    }
    assert named == {(role, action) for role, reasons in KEPT for action in reasons if role in ("plan role", "deploy role")}
    assert {reason("deploy role", action) for action in ACTION.findall(dropped)} == {None}


@pytest.mark.parametrize("tag", ["Repository", "Environment"])
def test_the_deploy_role_changes_nothing_that_others_tagged(built: list[Stack], tag: str) -> None:
    """Another repository of the account may use names like ours, and its deploy role has no boundary."""
    theirs = {**OURS, "iam:PermissionsBoundary": BOUNDARY, f"aws:ResourceTag/{tag}": "other"}
    tables = {"application-autoscaling:service-namespace": "dynamodb"}
    alarm = f"arn:aws:cloudwatch:{REGION}:{ACCOUNT}:alarm:library-health-production"
    asked: list[tuple[str, str, dict[str, Any]]] = [
        *((action, ROLE, {}) for action in (*access.ROLE_WRITES, *access.BOUNDED_ROLE_WRITES)),
        *((action, ROLE.replace(":role/", ":policy/"), {}) for action in access.POLICY_WRITES),
        *((action, SCALABLE, tables) for action in access.AUTOSCALING_WRITES),
        ("cloudwatch:PutCompositeAlarm", alarm, NEW),
    ]
    ours = {**theirs, f"aws:ResourceTag/{tag}": OURS[f"aws:ResourceTag/{tag}"]}
    untagged = {"iam:PermissionsBoundary": BOUNDARY}
    for tags, expected in ((theirs, False), (ours, True), (untagged, True)):
        questions = [(action, arn, {**context, **tags}) for action, arn, context in asked]
        assert wrong(built, DEPLOY, questions, expected=expected) == []

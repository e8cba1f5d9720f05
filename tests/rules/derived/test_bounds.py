"""What no role may do is found, whatever was declared, and no reason makes it right."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from dynawright.model import Scan, TableModel
from dynawright.rules.judgement import judged
from dynawright.rules.resources import Document
from dynawright.rules.rule import Finding
from tests.applications import complete_stacks
from tests.rules.derived.edits import Change, Statement, adds, built, changed, each, found, text, with_values

RULE = "roles-stay-within-bounds"
FOUNDATION = "foundation-production"
LOANS = "arn:aws:dynamodb:ap-northeast-1:444444444444:table/library-loans-production"


def _like(key: str) -> Change:
    """Compare a tenant's key by a pattern."""

    def change(statements: list[Statement]) -> list[Statement]:
        equals = text("ForAllValues:StringEquals", "ForAllValues:StringLike")(statements)
        return text("$${aws:PrincipalTag/branchId}", key)(equals)

    return change


def test_the_application_stays_within_bounds() -> None:
    for environment in ("production", "dev", "local", "full"):
        for stack in complete_stacks(environment).values():
            assert found(stack.document, RULE) == {}, stack.document.name


@pytest.mark.parametrize(
    ("label", "change", "said"),
    [
        (
            "BranchRole/Loans",
            text('"Null": {"dynamodb:LeadingKeys": "false"}', '"Null": {"aws:userid": "true"}'),
            "without a key",
        ),
        ("BranchRole/Loans", _like("$${aws:PrincipalTag/branchId}*"), "same prefix"),
        ("BranchRole/Loans", text("ForAllValues", "ForAnyValue"), "two tenants"),
        ("BranchRole/Loans", _like("*"), "another tenant's"),
        ("BranchRole/Loans", text("$${aws:PrincipalTag/branchId}", "$${aws:PrincipalTag/branchId, 'a'}"), "without the tag"),
        ("BranchRole/Loans", each(lambda statement: {**statement, "Condition": {}}), "another tenant's"),
        ("BranchRole/Loans", adds("dynamodb:Query", f"{LOANS}/index/by-title"), "another tenant's"),
        ("DeskRole/Loans", adds("iam:PassRole", "*"), "iam:PassRole"),
        ("DeskRole/Loans", adds("kms:PutKeyPolicy", "*"), "kms:PutKeyPolicy"),
        ("DeskRole/Loans", adds("sts:AssumeRole", "arn:aws:iam::444444444444:role/*"), "sts:AssumeRole"),
        ("DeskRole/Loans", adds("dynamodb:UpdateTable", LOANS), "dynamodb:UpdateTable"),
        ("DeskRole/Loans", adds("dynamodb:PartiQLSelect", LOANS), "dynamodb:PartiQLSelect"),
        ("DeskRole/Loans", adds("dynamodb:GetItem", "*"), "another system"),
        ("DeskRole/Loans", text('"Effect"', '"Effekt"'), "would reject"),
    ],
)
def test_a_right_that_none_may_have_is_found(label: str, change: Change, said: str) -> None:
    messages = found(changed(built(), label, change), RULE)
    assert any(said in message for message in messages[label.replace("/Loans", "/Role")]), messages


def test_who_deploys_must_be_denied_data_by_name() -> None:
    document = built(FOUNDATION)
    (policy,) = [
        resource.label
        for resource in document.of_type("aws_iam_policy")
        if "dynamodb:PartiQLDelete" in resource.get("policy") and "/Deploy/" in resource.label
    ]
    label = policy.split("/", 1)[1]
    weakened = changed(document, label, text('"dynamodb:GetItem"', '"dynamodb:GetShardIterator"'))
    assert "dynamodb:GetItem" in found(weakened, RULE)["DeployRoles/Deploy/Role"][0]


@pytest.mark.parametrize(
    ("values", "said"),
    [
        ({"permissions_boundary": None}, "boundary"),
        ({"permissions_boundary": "arn:aws:iam::aws:policy/AdministratorAccess"}, "boundary"),
        ({"path": "/service/"}, "path"),
        ({"max_session_duration": 43200}, "43200"),
        ({"max_session_duration": "43200"}, "43200"),
    ],
)
def test_boundary_path_and_sessions_are_as_declared(values: dict[str, object], said: str) -> None:
    (message,) = found(with_values(built(), "DeskRole/Role", **values), RULE)["DeskRole/Role"]
    assert said in message


def test_where_a_role_deploys_production_has_a_boundary() -> None:
    intent = built().intent
    assert intent is not None
    document = replace(
        with_values(built(), "DeskRole/Role", permissions_boundary=None), intent=replace(intent, boundary_arn=None)
    )
    assert any("boundary" in message for message in found(document, RULE)["DeskRole/Role"])
    nobody = replace(document, intent=replace(intent, boundary_arn=None, deployment=None))
    assert "DeskRole/Role" not in found(nobody, RULE)


def test_a_scan_needs_a_reason() -> None:
    document = built()
    assert document.intent is not None
    tables = dict(document.intent.tables)
    history = tables["library-history-production"]
    tables["library-history-production"] = _without_reasons(history)
    problems = found(replace(document, intent=replace(document.intent, tables=tables)), RULE)
    assert "L11" in problems["ReportsRole/Role"][0]


def test_no_reason_makes_it_right() -> None:
    document = _accepted(changed(built(), "DeskRole/Loans", adds("iam:PassRole", "*")), "DeskRole/Role")
    (role,) = [resource for resource in document.resources if resource.label.endswith("/DeskRole/Role")]
    finding = Finding(RULE, "high", document.name, role, "it may iam:PassRole", is_absolute=True)
    judgement = judged([document], [finding], {RULE}, with_checkov=False)
    assert (judgement.findings, judgement.accepted) == ((finding,), ())


def _accepted(document: Document, label: str) -> Document:
    notes = {"dynawright": {"suppressions": {RULE: "because"}}}
    resources = tuple(
        replace(resource, notes=notes) if resource.label.endswith(f"/{label}") else resource for resource in document.resources
    )
    return replace(document, resources=resources)


def _without_reasons(table: TableModel) -> TableModel:
    patterns = [
        Scan(pattern.id, pattern.question, used_by=pattern.used_by) if isinstance(pattern, Scan) else pattern
        for pattern in table.access_patterns
    ]
    return replace(table, access_patterns=patterns)


def test_json_of_a_policy_is_read_as_it_is_written() -> None:
    document = with_values(built(), "DeskRole/Loans", policy=json.dumps({"Version": "2012-10-17", "Statement": []}))
    assert found(document, RULE) == {}

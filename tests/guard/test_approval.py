"""Approvals that apply to a finding, and remarks about the others."""

from dataclasses import replace
from datetime import date
from typing import Any

import yaml

from dynawright.guard.approval import Verdict, judged
from dynawright.guard.change import Change
from dynawright.guard.guard import findings, prevented
from dynawright.guard.report import markdown, summary, text
from dynawright.settings import Approval
from tests.guard.changes import change

TODAY = date(2026, 11, 16)
INDEX = {"name": "GSI2", "hash_key": "A", "projection_type": "ALL"}
REMOVED = change(
    "aws_dynamodb_table", {"name": "orders", "global_secondary_index": [INDEX]}, {"name": "orders", "global_secondary_index": []}
)


def approval(**other: Any) -> Approval:
    written = {
        "system": "orders",
        "address": "aws_dynamodb_table.it",
        "finding": "index-removed GSI2",
        "reason": "nobody has asked it for a month",
        "expires": "2026-11-16",
    }
    return Approval.model_validate(written | other)


def verdict_on(changes: list[Change], *approvals: Approval) -> Verdict:
    return judged(findings(changes), approvals, TODAY)


def test_a_finding_without_an_approval_is_refused() -> None:
    verdict = verdict_on([REMOVED])
    assert [finding.name for finding in verdict.refused] == ["index-removed GSI2"]
    assert summary(verdict) == "guard: 1 finding"


def test_an_approval_by_name_holds_on_its_last_day() -> None:
    verdict = verdict_on([REMOVED], approval())
    assert (verdict.refused, verdict.remarks) == ((), ())
    assert text(verdict) == (
        "approved: aws_dynamodb_table.it: index-removed GSI2: nobody has asked it for a month (until 2026-11-16)\n"
        "guard: 1 finding, 1 approved"
    )


def test_an_approval_that_has_expired_approves_nothing() -> None:
    verdict = verdict_on([REMOVED], approval(expires="2026-11-15"))
    assert len(verdict.refused) == 1
    assert verdict.remarks == (
        "the approval of index-removed GSI2 for orders's aws_dynamodb_table.it expired on 2026-11-15: remove it, or have the "
        "change approved again",
    )


def test_an_approval_of_something_else_approves_nothing() -> None:
    for other in ({"finding": "index-removed GSI1"}, {"finding": "index-removed"}, {"address": "aws_dynamodb_table.other"}):
        assert len(verdict_on([REMOVED], approval(**other)).refused) == 1


def test_an_approval_that_nothing_needs_is_remarked() -> None:
    assert verdict_on([], approval()).remarks == (
        "the approval of index-removed GSI2 for orders's aws_dynamodb_table.it is not needed by this plan: remove it once the change is "
        "applied",
    )


def test_the_markdown_holds_the_lines_that_would_approve() -> None:
    page = markdown(verdict_on([REMOVED]), "orders", TODAY)
    assert "- ❌ `index-removed GSI2` `aws_dynamodb_table.it`: `index GSI2 is deleted`\n  - What happens: " in page
    assert (
        "approvals:\n"
        "  - system: orders\n"
        '    address: "aws_dynamodb_table.it"\n'
        '    finding: "index-removed GSI2"\n'
        "    reason: # why it is safe\n"
        "    expires: 2026-11-30\n"
    ) in page


def test_the_lines_are_yaml_whatever_a_name_holds() -> None:
    odd = replace(REMOVED, address='aws_dynamodb_table.it["a \\ b"]')
    page = markdown(verdict_on([odd]), "orders", TODAY)
    (proposed,) = yaml.safe_load(page.split("```yaml\n")[1].split("```")[0])["approvals"]
    assert (proposed["address"], proposed["finding"]) == (odd.address, "index-removed GSI2")


def test_what_terraform_itself_refuses_can_neither_be_approved_nor_is_it_proposed() -> None:
    (stopped,) = prevented("Resource aws_dynamodb_table.it has lifecycle.prevent_destroy set")
    verdict = judged([stopped], [approval(finding="destruction-prevented")], TODAY)
    assert (verdict.refused, verdict.approved) == ((stopped,), ())
    assert "approvals:" not in markdown(verdict, "orders", TODAY)


def test_nothing_found_is_an_empty_page() -> None:
    verdict = verdict_on([])
    assert markdown(verdict, "orders", TODAY) == ""
    assert summary(verdict) == "guard: nothing that destroys data or service"


def test_a_name_cannot_break_out_of_the_markdown() -> None:
    hostile = change("aws_sns_topic", {"kms_master_key_id": "`<img src=x>\n# big"}, {"kms_master_key_id": None})
    page = markdown(verdict_on([hostile]), "orders", TODAY)
    assert "`key: '<img src=x> # big → AWS's own`" in page

"""Suppressions: with a reason they count, unused ones don't stay."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

import pytest

from dynawright.rules.catalogue import all_rules
from dynawright.rules.exceptions import today
from dynawright.rules.judgement import Judgement, findings_of, judged
from dynawright.rules.resources import Document
from dynawright.rules.rule import Finding
from dynawright.settings import RuleException
from tests.problems import told
from tests.rules.documents import written

RULES = {rule.name for rule in all_rules()}
FIXED = {"name": "t", "billing_mode": "PROVISIONED"}

SUPPRESSION = "orders/Table suppression of"


def suppressing(**suppressions: str) -> dict[str, Any]:
    notes = {name.replace("_", "-") if not name.startswith("CKV") else name: because for name, because in suppressions.items()}
    return {"//": {"dynawright": {"suppressions": notes}}}


def judge(*documents: Document, with_checkov: bool = False, exceptions: Sequence[RuleException] = ()) -> Judgement:
    rules = [rule for rule in all_rules() if rule.name == "capacity-follows-the-load"]
    given = {document.name: exceptions for document in documents}
    return judged(documents, findings_of(rules, documents), RULES, with_checkov=with_checkov, exceptions=given)


def excepting(rule: str = "capacity-follows-the-load", resource: str = "Table", days: int = 0) -> RuleException:
    """An exception that holds for some more days."""
    expires = str(today() + timedelta(days=days))
    values = {"system": "orders", "rule": rule, "resource": resource, "reason": "older than the rules", "expires": expires}
    return RuleException.model_validate(values)


def table(values: dict[str, Any], environment: str = "production") -> Document:
    notes = {**values.get("//", {}), "metadata": {"path": f"orders-{environment}/Table"}}
    return written({"aws_dynamodb_table.t": {**values, "//": notes}}, environment=environment)


def test_a_finding_shuts_the_gate() -> None:
    judgement = judge(table(FIXED))
    assert [str(finding) for finding in judgement.findings] == [
        "orders-production: orders-production/Table: nothing scales reads, writes: switch autoscaling on, or capacity_mode to on_demand "
        "[capacity-follows-the-load]"
    ]
    assert not judgement.passes


def test_a_suppression_with_a_reason_opens_it_and_is_told() -> None:
    judgement = judge(table({**FIXED, **suppressing(capacity_follows_the_load="the load is steady")}))
    assert judgement.passes
    assert [(acceptance.finding.rule, acceptance.because) for acceptance in judgement.accepted] == [
        ("capacity-follows-the-load", "the load is steady")
    ]


def test_a_suppression_without_a_reason_counts_for_nothing() -> None:
    judgement = judge(table({**FIXED, **suppressing(capacity_follows_the_load=" ")}))
    assert len(judgement.findings) == 1
    assert told(judgement.problems) == [("DW329", f"{SUPPRESSION} capacity-follows-the-load", " ")]


def test_a_suppression_of_nothing_is_an_error() -> None:
    judgement = judge(table({"name": "t", "billing_mode": "PAY_PER_REQUEST", **suppressing(capacity_follows_the_load="steady")}))
    rule = "capacity-follows-the-load"
    assert told(judgement.problems) == [("DW329", f"{SUPPRESSION} {rule}", rule)]


def test_a_suppression_that_one_environment_needs_may_stand_in_all() -> None:
    values = {**FIXED, **suppressing(capacity_follows_the_load="steady")}
    assert judge(table(values), table(values, "dev")).problems == ()


def test_a_suppression_of_a_rule_that_does_not_exist_is_an_error() -> None:
    judgement = judge(table({**FIXED, **suppressing(capacity_follows_load="steady")}))
    (problem,) = judgement.problems
    assert told([problem]) == [("DW504", f"{SUPPRESSION} capacity-follows-load", "capacity-follows-load")]
    assert "'capacity-follows-the-load'" in problem.fix


def test_a_check_of_checkov_can_be_unused_only_where_checkov_ran() -> None:
    values = {"name": "t", "billing_mode": "PAY_PER_REQUEST", **suppressing(CKV_AWS_28="it is a cache")}
    assert judge(table(values)).problems == ()
    problems = judge(table(values), with_checkov=True).problems
    assert told(problems) == [("DW329", f"{SUPPRESSION} CKV_AWS_28", "CKV_AWS_28")]


def test_an_exemption_covers_its_environments_and_no_other() -> None:
    key = "CKV_AWS_119"
    for environment, exempted in (("dev", 1), ("staging", 0), ("production", 0)):
        document = table({"name": "t"}, environment)
        finding = Finding(key, "medium", document.name, document.resources[0], "no key")
        judgement = judged([document], [finding], RULES, with_checkov=True)
        assert (len(judgement.exempted), len(judgement.findings)) == (exempted, 1 - exempted), environment


@pytest.mark.parametrize("resource", ["Table", "orders-production/Table", "aws_dynamodb_table.t"])
def test_an_exception_holds_until_the_end_of_its_day(resource: str) -> None:
    judgement = judge(table(FIXED), exceptions=[excepting(resource=resource)])
    assert judgement.passes
    assert [(exception.finding.rule, exception.exception.resource) for exception in judgement.excepted] == [
        ("capacity-follows-the-load", resource)
    ]


def test_an_expired_exception_is_a_finding_again() -> None:
    expired = excepting(days=-1)
    judgement = judge(table(FIXED), exceptions=[expired])
    assert [finding.message.rpartition("; ")[2] for finding in judgement.findings] == [
        f"its exception expired on {expired.expires}"
    ]
    assert judge(table(FIXED), exceptions=[expired, excepting(days=1)]).passes


@pytest.mark.parametrize(
    ("exception", "code"),
    [
        (excepting(resource="Other"), "DW505"),
        (excepting(rule="tables-refuse-deletion"), "DW505"),
        (excepting(rule="capacity-follows-load"), "DW504"),
    ],
    ids=["another resource", "another rule", "no rule"],
)
def test_an_exception_that_accepts_nothing_is_an_error(exception: RuleException, code: str) -> None:
    judgement = judge(table(FIXED), exceptions=[exception])
    place = f"orders-production exception of {exception.rule} on {exception.resource}"
    assert told(judgement.problems) == [(code, place, exception.rule)]
    assert len(judgement.findings) == 1


def test_an_exception_of_a_check_of_checkov_can_be_unused_only_where_checkov_ran() -> None:
    exceptions = [excepting(rule="CKV_AWS_28")]
    good = table({"name": "t", "billing_mode": "PAY_PER_REQUEST"})
    assert judge(good, exceptions=exceptions).problems == ()
    assert [problem.code for problem in judge(good, exceptions=exceptions, with_checkov=True).problems] == ["DW505"]


def test_what_no_reason_makes_right_no_exception_does() -> None:
    document = table(FIXED)
    finding = Finding("capacity-follows-the-load", "high", document.name, document.resources[0], "it may do anything", True)
    given = {document.name: [excepting()]}
    judgement = judged([document], [finding], RULES, with_checkov=False, exceptions=given)
    assert (len(judgement.findings), judgement.excepted, [problem.code for problem in judgement.problems]) == (1, (), ["DW505"])

"""Explanations of refusals: the caller, the pattern, and what would allow it."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from dynawright.errors import UserError
from dynawright.ops.explain.explain import explain, given_text
from dynawright.ops.explain.explanation import Explanation, Verdict
from tests.applications import complete, inside

pytestmark = pytest.mark.slow
ACCOUNT, REGION = "444444444444", "ap-northeast-1"


@pytest.fixture(scope="module", autouse=True)
def _library() -> Iterator[None]:
    with inside(complete()):
        yield


def arn(table: str, *, account: str = ACCOUNT, region: str = REGION) -> str:
    return f"arn:aws:dynamodb:{region}:{account}:table/{table}"


def denial(
    action: str, resource: str, *, by: str = "desk", because: str = "because no identity-based policy allows the action"
) -> str:
    session = f"arn:aws:sts::{ACCOUNT}:assumed-role/library-{by}-production/s" if ":" not in by else by
    return f"User: {session} is not authorized to perform: {action} on resource: {resource} {because}"


def explained(text: str) -> Explanation:
    (explanation,) = explain(text)
    return explanation


def ids(found: Explanation) -> list[str]:
    return [pattern.id for pattern in found.patterns]


def event(operation: str, by: str, **parameters: Any) -> str:
    identity = {"type": "AssumedRole", "arn": f"arn:aws:sts::{ACCOUNT}:assumed-role/library-{by}-production/s"}
    return json.dumps(
        {
            "eventSource": "dynamodb.amazonaws.com",
            "eventName": operation,
            "awsRegion": REGION,
            "recipientAccountId": ACCOUNT,
            "errorCode": "AccessDenied",
            "userIdentity": identity,
            "requestParameters": parameters,
        }
    )


def test_a_pattern_of_another_consumer_names_the_line_to_change() -> None:
    explanation = explained(denial("dynamodb:Query", f"{arn('library-history-production')}/index/by-day", by="desk"))
    assert (explanation.consumer, explanation.system, explanation.environment, explanation.index) == (
        "desk",
        "library",
        "production",
        "by-day",
    )
    assert (ids(explanation), explanation.verdict) == (["L15"], Verdict.MODEL)
    assert explanation.at.startswith("stacks/library/model.py:")
    assert explanation.at.endswith("pattern L15")


def test_an_action_that_no_pattern_needs_asks_for_a_pattern() -> None:
    explanation = explained(denial("dynamodb:DeleteItem", arn("library-history-production")))
    assert (ids(explanation), explanation.verdict) == ([], Verdict.MODEL)
    assert explanation.at.endswith("table library-history")


def test_a_scan_should_not_be_allowed() -> None:
    explanation = explained(denial("dynamodb:Scan", arn("library-loans-production")))
    assert explanation.verdict == Verdict.NEVER


def test_an_index_that_does_not_exist_should_not_be_allowed() -> None:
    explanation = explained(denial("dynamodb:Query", f"{arn('library-loans-production')}/index/by-color"))
    assert explanation.verdict == Verdict.NEVER
    assert any("by-color" in reason for reason in explanation.why)


def test_a_statement_with_conditions_is_shown() -> None:
    explanation = explained(denial("dynamodb:GetItem", arn("library-loans-production"), by="reports"))
    assert ids(explanation) == ["L13"]
    (met,) = explanation.statements
    assert met.text["Condition"]["StringEquals"] == {"dynamodb:Select": "SPECIFIC_ATTRIBUTES"}
    assert explanation.verdict in (Verdict.CODE, Verdict.MODEL)


def test_an_event_tells_which_condition_failed() -> None:
    key = {"PK": "BOOK#1", "SK": "BOOK"}
    explanation = explained(
        event("GetItem", "reports", tableName="library-loans-production", key=key, projectionExpression="copies")
    )
    (reason,) = explanation.why
    assert reason.startswith("attributes may be only")
    assert "copies" in reason
    assert explanation.verdict == Verdict.MODEL


def test_an_event_that_keeps_within_the_statement_asks_for_a_deployment() -> None:
    key = {"PK": "BOOK#1", "SK": "BOOK"}
    explanation = explained(
        event("GetItem", "reports", tableName="library-loans-production", key=key, projectionExpression="title")
    )
    assert (explanation.verdict, len(explanation.statements)) == (Verdict.DEPLOY, 1)


def test_a_tenant_never_reaches_another() -> None:
    key = {"PK": "BRANCH#2", "SK": "LOAN#1"}
    explanation = explained(event("GetItem", "branch", tableName="library-loans-production", key=key))
    assert explanation.verdict == Verdict.NEVER
    assert any("session tag 'branchId'" in reason for reason in explanation.why)


@pytest.mark.parametrize(
    ("resource", "verdict", "word"),
    [
        (arn("library-loans-dev"), Verdict.CODE, "dev"),
        (arn("library-loan-production"), Verdict.CODE, "library-loan-production"),
        (arn("library-loans-production", region="us-east-1"), Verdict.CODE, "us-east-1"),
        (arn("library-loans-production", account="999999999999"), Verdict.CODE, "999999999999"),
        (arn("library-archive-production"), Verdict.SETTING, "optional"),
    ],
)
def test_a_table_elsewhere_is_told(resource: str, verdict: Verdict, word: str) -> None:
    explanation = explained(denial("dynamodb:GetItem", resource))
    assert explanation.verdict == verdict
    assert any(word in reason for reason in explanation.why)


@pytest.mark.parametrize(
    ("because", "verdict"),
    [
        ("with an explicit deny in a service control policy", Verdict.ELSEWHERE),
        ("because no permissions boundary allows the action", Verdict.SETTING),
        ("because no session policy allows the action", Verdict.CODE),
        ("because no VPC endpoint policy allows the action", Verdict.CODE),
        ("with an explicit deny in a resource-based policy", Verdict.NEVER),
        ("with an explicit deny in an identity-based policy", Verdict.ELSEWHERE),
    ],
)
def test_the_kind_of_policy_decides_who_can_change_it(because: str, verdict: Verdict) -> None:
    explanation = explained(denial("dynamodb:GetItem", arn("library-loans-production"), because=because))
    assert explanation.verdict == verdict


@pytest.mark.parametrize(
    ("action", "resource"),
    [
        ("dynamodb:PartiQLSelect", arn("library-loans-production")),
        ("dynamodb:DescribeTable", arn("library-loans-production")),
        ("dynamodb:ListTables", "*"),
        ("dynamodb:DeleteTable", arn("library-loans-production")),
    ],
)
def test_what_no_pattern_can_need_should_not_be_allowed(action: str, resource: str) -> None:
    assert explained(denial(action, resource)).verdict == Verdict.NEVER


@pytest.mark.parametrize(
    ("by", "verdict"),
    [
        (f"arn:aws:iam::{ACCOUNT}:user/bob", Verdict.CODE),
        (f"arn:aws:sts::{ACCOUNT}:assumed-role/AWSReservedSSO_Admin_1/bob", Verdict.CODE),
        ("arn:aws:sts::555555555555:assumed-role/partner/s", Verdict.MODEL),
    ],
)
def test_who_is_no_consumer_is_told_whose_role_to_use(by: str, verdict: Verdict) -> None:
    explanation = explained(denial("dynamodb:GetItem", arn("library-loans-production"), by=by))
    assert (explanation.verdict, ids(explanation)) == (verdict, ["L1", "L8a", "L12", "L13"])


def test_a_role_that_may_not_be_assumed_tells_whom_it_trusts() -> None:
    role = f"arn:aws:iam::{ACCOUNT}:role/library-reports-production"
    explanation = explained(denial("sts:AssumeRole", role, because="because no role trust policy allows the action"))
    assert (explanation.consumer, explanation.verdict) == ("reports", Verdict.MODEL)
    assert any("lambda.amazonaws.com" in reason for reason in explanation.why)


@pytest.mark.parametrize(
    "text",
    [
        denial("kms:Decrypt", f"arn:aws:kms:{REGION}:{ACCOUNT}:key/1"),
        "An error occurred (AccessDeniedException) when calling the PutItem operation: KMS key access denied error",
    ],
)
def test_a_refused_key_asks_for_a_deployment(text: str) -> None:
    assert explained(text).verdict == Verdict.DEPLOY


def test_a_failed_condition_names_the_patterns_that_have_one() -> None:
    explanation = explained(
        "An error occurred (ConditionalCheckFailedException) when calling the PutItem operation: The conditional request failed"
    )
    assert (ids(explanation), explanation.verdict) == (["L9"], Verdict.EXPECTED)


def test_a_client_names_the_pattern() -> None:
    assert ids(explained("ConditionFailed: L9: the condition does not hold")) == ["L9"]


def test_a_client_names_the_part_of_a_transaction() -> None:
    explanation = explained("ConditionFailed: L5: the condition of part 1 does not hold")
    assert (ids(explanation), explanation.why[-1].split(" failed")[0]) == (["L5"], "L5: attribute_not_exists(PK)")


@pytest.mark.parametrize(("named", "expected"), [("L8a: ", ["L8a"]), ("L3: ", ["L1", "L8a"]), ("", ["L1", "L8a"])])
def test_a_client_names_the_pattern_that_was_denied(named: str, expected: list[str]) -> None:
    """Unless it needs another right than the one that was asked."""
    explanation = explained(named + denial("dynamodb:GetItem", arn("library-loans-production"), by="tickets"))
    assert [id for id in ids(explanation) if id in ("L1", "L8a")] == expected


def test_an_empty_text_is_refused() -> None:
    with pytest.raises(UserError) as raised:
        given_text("", str)
    assert [problem.code for problem in raised.value.problems] == ["DW731"]


def test_the_parts_of_a_transaction_are_told() -> None:
    text = "Transaction cancelled, please refer cancellation reasons for specific reasons [ConditionalCheckFailed, None]"
    explanation = explained(
        f"An error occurred (TransactionCanceledException) when calling the TransactWriteItems operation: {text}"
    )
    assert (ids(explanation), explanation.verdict) == (["L5"], Verdict.EXPECTED)
    assert any(reason.startswith("L5, part 0: copies >") for reason in explanation.why)


def test_a_conflict_is_tried_again() -> None:
    text = "Transaction cancelled, please refer cancellation reasons for specific reasons [TransactionConflict, None]"
    assert explained(text).verdict == Verdict.RETRY


@pytest.mark.parametrize(
    ("reason", "verdict", "at"),
    [
        ("TableReadProvisionedThroughputExceeded", Verdict.SETTING, "tables.library-loans.read_capacity_units"),
        ("TableWriteMaxOnDemandThroughputExceeded", Verdict.SETTING, "tables.library-loans.on_demand_max_write_units"),
        ("TableWriteKeyRangeThroughputExceeded", Verdict.MODEL, "table library-loans"),
        ("TableReadAccountLimitExceeded", Verdict.ELSEWHERE, ""),
    ],
)
def test_throttling_names_the_limit_and_its_setting(reason: str, verdict: Verdict, at: str) -> None:
    explanation = explained(f"ThrottlingException: [{{'reason': '{reason}', 'resource': '{arn('library-loans-production')}'}}]")
    assert explanation.verdict == verdict
    assert explanation.at.endswith(at)
    assert bool(explanation.at) == bool(at)


def test_a_hot_key_of_an_index_names_the_patterns_that_read_it() -> None:
    resource = f"{arn('library-loans-production')}/index/by-title"
    explanation = explained(f"ThrottlingException: IndexReadKeyRangeThroughputExceeded {resource}")
    assert ids(explanation) == ["L3"]


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("ValidationException: Attribute name is a reserved keyword; reserved keyword: status", Verdict.CODE),
        ("ResourceNotFoundException: Requested resource not found: Table: x not found", Verdict.CODE),
        ("ExpiredTokenException: The security token included in the request is expired", Verdict.CODE),
        ("TransactionConflictException: Transaction is ongoing for the item", Verdict.RETRY),
    ],
)
def test_refusals_of_the_request_itself_are_told_apart(text: str, verdict: Verdict) -> None:
    assert explained(text).verdict == verdict


def test_another_environment_is_not_looked_at_where_one_is_named() -> None:
    (explanation,) = explain(denial("dynamodb:Scan", arn("library-loans-production")), environment="dev")
    assert explanation.consumer == ""


@pytest.mark.parametrize(
    ("text", "code"), [("hello", "DW731"), ("x" * 1_000_001, "DW731"), ('{"eventName": "GetItem"}', "DW732")]
)
def test_other_input_is_an_error(text: str, code: str) -> None:
    with pytest.raises(UserError) as raised:
        explain(text)
    assert [problem.code for problem in raised.value.problems] == [code]


def test_each_event_of_a_file_is_explained() -> None:
    events = f'{{"Records": [{event("Scan", "desk", tableName="library-loans-production")}, {event("GetItem", "branch", tableName="library-loans-production", key={"PK": "x"})}]}}'
    assert [found.consumer for found in explain(events)] == ["desk", "branch"]


def test_a_text_is_given_as_it_is_or_in_a_file_or_by_standard_input(tmp_path: Any) -> None:
    (tmp_path / "denied.txt").write_text("from a file")
    assert given_text(str(tmp_path / "denied.txt"), str) == "from a file"
    assert given_text("the text itself", str) == "the text itself"
    assert given_text("-", lambda: "piped") == given_text(None, lambda: "piped") == "piped"


def test_a_transaction_of_another_length_is_no_pattern_of_the_model() -> None:
    text = "Transaction cancelled, please refer cancellation reasons for specific reasons [None, None, ConditionalCheckFailed]"
    assert ids(explained(text)) == []


def test_a_hot_key_that_is_written_names_the_patterns_that_write() -> None:
    explanation = explained(f"ThrottlingException: TableWriteKeyRangeThroughputExceeded {arn('library-loans-production')}")
    assert ids(explanation) == ["L5", "L6", "L7", "L8c"]

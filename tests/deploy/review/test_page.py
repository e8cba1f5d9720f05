"""What a reviewer reads."""

from pathlib import Path

from dynawright.deploy.planned import Planned
from dynawright.deploy.review.page import MOST_CHANGES, NoPlan, page
from dynawright.guard.approval import judged
from dynawright.guard.guard import findings, today
from tests.guard.changes import change


def planned(*changes: object) -> Planned:
    made = [one for one in changes if hasattr(one, "actions")]
    return Planned("orders", Path("plan"), tuple(made), judged(findings(made), (), today()))  # type: ignore[arg-type]


def test_the_plan_is_counted_and_judged() -> None:
    destroyed = change("aws_dynamodb_table", {"name": "orders"}, {}, "delete")
    replaced = change("aws_kms_alias", {"name": "a"}, {"name": "b"}, "delete", "create")
    text = page("production", [planned(destroyed, replaced)], [], None)
    assert text.startswith("## `production`\n\n| system | add | change | replace | destroy | guard |\n")
    assert "| orders | 0 | 0 | 1 | 1 | ❌ 1 finding |" in text
    assert "### Guard: orders\n\n- ❌ `table-destroyed` `aws_dynamodb_table.it`" in text
    assert "- **destroy** `aws_dynamodb_table.it`\n- **replace** `aws_kms_alias.it`" in text
    assert "### Access\n\nNobody may do more or less than before." in text


def test_what_could_not_be_planned_says_why() -> None:
    text = page("dev", [NoPlan("orders", "`terraform plan` failed:\n```\nboom")], [], "All rules hold.")
    assert "| orders | ? | ? | ? | ? | ❌ no plan |" in text
    assert "### No plan: orders\n\n```text\n'terraform plan' failed:\n'''\nboom\n```" in text
    assert text.endswith("### Scan\n\nAll rules hold.\n")


def test_without_credentials_there_is_no_plan() -> None:
    assert "No plan: it needs credentials, which forks don't get." in page("dev", None, [], None)


def test_a_long_plan_is_cut() -> None:
    many = [change("aws_sns_topic", {}, {"name": "t"}, "create", name=f"t{number}") for number in range(MOST_CHANGES + 5)]
    assert "- and 5 more\n" in page("dev", [planned(*many)], [], None)

"""The review page."""

from datetime import timedelta
from pathlib import Path

from dynawright.deploy.planned import Planned
from dynawright.deploy.review.page import MOST_CHANGES, NoPlan, page
from dynawright.guard.approval import judged
from dynawright.guard.guard import findings
from dynawright.rules.exceptions import today
from dynawright.rules.judgement import Judgement
from dynawright.rules.resources import Resource
from dynawright.rules.rule import Finding
from dynawright.settings import RuleException
from tests.guard.changes import change

NOTHING = Judgement((), (), (), ())


def planned(*changes: object, judgement: Judgement = NOTHING) -> Planned:
    made = [one for one in changes if hasattr(one, "actions")]
    verdict = judged(findings(made), (), today())  # type: ignore[arg-type]
    return Planned("orders", Path("plan"), tuple(made), verdict, judgement)  # type: ignore[arg-type]


def test_the_plan_is_counted_and_judged() -> None:
    destroyed = change("aws_dynamodb_table", {"name": "orders"}, {}, "delete")
    replaced = change("aws_kms_alias", {"name": "a"}, {"name": "b"}, "delete", "create")
    text = page("production", [planned(destroyed, replaced)], [], None)
    assert text.startswith("## `production`\n\n| system | add | change | replace | destroy | rules | guard |\n")
    assert "| orders | 0 | 0 | 1 | 1 | ✅ nothing is found | ❌ 1 finding |" in text
    assert "### Guard: orders\n\n- ❌ `table-destroyed` `aws_dynamodb_table.it`" in text
    assert "- **destroy** `aws_dynamodb_table.it`\n- **replace** `aws_kms_alias.it`" in text
    assert "### Access\n\nNo one may do more or less than before." in text


def test_what_could_not_be_planned_says_why() -> None:
    text = page("dev", [NoPlan("orders", "`terraform plan` failed:\n```\nboom")], [], "All rules hold.")
    assert "| orders | ? | ? | ? | ? | ? | ❌ no plan |" in text
    assert "### No plan: orders\n\n```text\n'terraform plan' failed:\n'''\nboom\n```" in text
    assert text.endswith("### Scan\n\nAll rules hold.\n")


def test_without_credentials_there_is_no_plan() -> None:
    assert "No plan: it needs credentials, which forks don't get." in page("dev", None, [], None)


def test_a_long_plan_is_cut() -> None:
    many = [change("aws_sns_topic", {}, {"name": "t"}, "create", name=f"t{number}") for number in range(MOST_CHANGES + 5)]
    assert "- and 5 more\n" in page("dev", [planned(*many)], [], None)


def test_what_the_rules_find_is_listed() -> None:
    table = Resource("aws_dynamodb_table.t", "aws_dynamodb_table", {}, path="orders-production/Orders/Table")
    finding = Finding("tables-refuse-deletion", "high", "orders-production", table, "deletion protection is off")
    text = page("production", [planned(judgement=Judgement((finding,), (), (), ()))], [], None)
    assert "| orders | 0 | 0 | 0 | 0 | ❌ 1 finding | ✅ nothing that destroys data or service |" in text
    assert "### Rules: orders\n\n| severity |" in text
    assert "| high | orders-production/Orders/Table | deletion protection is off | `tables-refuse-deletion` |" in text


def test_exceptions_are_listed_until_they_are_gone_from_the_file() -> None:
    def excepting(days: int) -> RuleException:
        expires = (today() + timedelta(days=days)).isoformat()
        values = {
            "system": "orders",
            "rule": "tables-refuse-deletion",
            "resource": f"Table{days}",
            "reason": "older than us | all",
        }
        return RuleException.model_validate({**values, "expires": expires})

    text = page("production", None, [], None, [excepting(3), excepting(-3)])
    gone, held = ((today() + timedelta(days=days)).isoformat() for days in (-3, 3))
    assert f"| ❌ expired {gone} | orders | `Table-3` | `tables-refuse-deletion` | older than us \\| all |" in text
    assert text.index("Table-3") < text.index(f"| {held} | orders | `Table3` |")

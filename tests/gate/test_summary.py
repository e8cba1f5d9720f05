"""Reports: the same findings for a terminal, a pull request, code scanning and a build server."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree as Xml

from dynawright.errors import Place, Problem
from dynawright.gate import summary
from dynawright.rules import report
from dynawright.rules.catalogue import all_rules
from dynawright.rules.exemptions import EXEMPTIONS
from dynawright.rules.judgement import Accepted, Judgement
from dynawright.rules.resources import Document, Resource
from dynawright.rules.rule import Finding

TABLE = Resource("aws_dynamodb_table.t", "aws_dynamodb_table", {}, path="orders-dev/Orders/Table")
DOCUMENT = Document("orders-dev", (TABLE,))
LOW = Finding("resources-are-tagged", "low", "orders-dev", TABLE, "it has no tag a|b")
HIGH = Finding("tables-refuse-deletion", "high", "orders-dev", TABLE, "deletion protection is off")
UNUSED = Problem("DW329", "suppresses nothing", Place(path="Orders/Table suppression of x"), fix="remove it")
PASSING = Judgement((), (Accepted(HIGH, "it is a cache"),), ((EXEMPTIONS[0], 3),), ())
FAILING = Judgement((LOW, HIGH), (), (), (UNUSED,))
FILES = {"orders-dev": Path(".cache/gate/synthesized/dev/stacks/orders-dev/cdk.tf.json")}


def test_a_terminal_shows_the_worst_first() -> None:
    assert report.text(FAILING).splitlines() == [
        "high   orders-dev: orders-dev/Orders/Table: deletion protection is off [tables-refuse-deletion]",
        "low    orders-dev: orders-dev/Orders/Table: it has no tag a|b [resources-are-tagged]",
        "error  Orders/Table suppression of x: suppresses nothing. Remove it. [DW329]",
    ]


def test_a_terminal_shows_what_was_accepted_and_why() -> None:
    assert report.text(PASSING).splitlines() == [
        "",
        "accepted beside the resource:",
        "  tables-refuse-deletion (1x): it is a cache",
        "",
        "exempted checks of checkov:",
        f"  CKV_AWS_117 (3x, everywhere): {EXEMPTIONS[0].because}",
    ]


def test_markdown_counts_and_lists() -> None:
    text = summary.markdown(FAILING, [DOCUMENT], 40)
    assert "1 stacks, 1 resources, 40 checks: **3 findings**." in text
    assert "| low | orders-dev/Orders/Table | it has no tag a\\|b | `resources-are-tagged` |" in text
    passing = summary.markdown(PASSING, [DOCUMENT], 40)
    assert "1 stacks, 1 resources, 40 checks: passes." in passing
    assert "| orders-dev/Orders/Table | `tables-refuse-deletion` | it is a cache |" in passing
    assert f"| `CKV_AWS_117` | everywhere | {EXEMPTIONS[0].because} | 3 |" in passing


def test_what_was_accepted_for_one_reason_is_one_row() -> None:
    two = Judgement((), (Accepted(HIGH, "it is a cache"), Accepted(HIGH, "it is a cache")), (), ())
    assert "| orders-dev/Orders/Table and 1 more | `tables-refuse-deletion` | it is a cache |" in summary.markdown(
        two, [DOCUMENT], 1
    )


def test_markdown_tells_how_the_guard_went() -> None:
    assert "The plan guard on local: 6 plans, 0 changes refused.\n" in summary.markdown(
        PASSING, [DOCUMENT], 40, "6 plans, 0 changes refused"
    )


def test_sarif_has_absolute_addresses_or_the_reason_itself() -> None:
    checkov = Finding("CKV_AWS_28", "medium", "orders-dev", TABLE, "no recovery")
    guard = Finding("index-rebuilt GSI1", "high", "orders-dev", TABLE, "index GSI1 is deleted")
    (run,) = summary.sarif(Judgement((checkov, guard), (), (), ()), all_rules(), FILES)["runs"]
    by_id = {rule["id"]: rule for rule in run["tool"]["driver"]["rules"]}
    assert by_id["CKV_AWS_28"]["helpUri"].startswith("https://")
    assert by_id["alarms-can-fire"]["help"]["text"].startswith("Alarms can fire.")
    assert [name for name, rule in by_id.items() if not rule.get("helpUri", "https://").startswith("https://")] == []
    assert "index-rebuilt GSI1" in by_id


def test_sarif_has_a_level_a_place_and_suppressions() -> None:
    (run,) = summary.sarif(FAILING, all_rules(), FILES)["runs"]
    assert [(result["ruleId"], result["level"]) for result in run["results"]] == [
        ("resources-are-tagged", "note"),
        ("tables-refuse-deletion", "error"),
    ]
    place = run["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
    assert place == ".cache/gate/synthesized/dev/stacks/orders-dev/cdk.tf.json"
    assert {result["ruleId"] for result in run["results"]} <= {rule["id"] for rule in run["tool"]["driver"]["rules"]}
    (run,) = summary.sarif(PASSING, all_rules(), FILES)["runs"]
    assert [result["suppressions"] for result in run["results"]] == [[{"kind": "inSource", "justification": "it is a cache"}]]


def test_junit_has_a_test_per_rule_and_stack() -> None:
    suite = Xml.fromstring(summary.junit(FAILING, all_rules(), [DOCUMENT]))  # noqa: S314  # our own
    assert (suite.get("tests"), suite.get("failures")) == (str(len(all_rules()) + 1), "3")
    failed = {case.get("name"): case.find("failure") for case in suite}
    failure = failed["tables-refuse-deletion"]
    assert failure is not None
    assert failure.get("message") == "deletion protection is off"
    assert failed["alarms-can-fire"] is None

"""Unusual tables are adopted: real Terraform plans their import and nothing else."""

from __future__ import annotations

import json

import pytest

from dynawright.gate import gate
from dynawright.guard import plan as guard_plan
from dynawright.guard.guard import findings
from dynawright.judging import judged_stack
from dynawright.ops.adopt.command import Wanted, facts_of
from dynawright.settings import load_named
from dynawright.steps import Steps
from tests.ops.adopt.conftest import SYSTEM, Adopted, texts
from tests.ops.adopt.odd_tables import TABLES


def test_a_second_adoption_changes_nothing(adopted: Adopted) -> None:
    assert adopted.second.written == []
    assert texts(adopted.folder) == adopted.files


def test_what_is_written_is_a_system_settings_and_imports(adopted: Adopted) -> None:
    assert adopted.first.written == [
        "environments/local.yaml",
        *(f"stacks/{SYSTEM}/{name}" for name in ("__init__.py", "imports/local.json", "model.py", "stack.py")),
    ]


def test_settings_that_were_there_stay(adopted: Adopted) -> None:
    text = adopted.files["environments/local.yaml"]
    assert text.startswith("name: local\nproject: acme\n")
    assert "logs: {retention_days: 1}\n" in text


def test_every_finding_is_an_exception_until_a_day(adopted: Adopted) -> None:
    environment = load_named("local")
    content = json.loads((adopted.terraform.folder / "cdk.tf.json").read_text())
    judgement = judged_stack(content, SYSTEM, environment)
    assert [(finding.rule, finding.resource.label, finding.message) for finding in judgement.findings] == []
    own = [exception for exception in environment.exceptions_of(SYSTEM) if not exception.rule.startswith("CKV")]
    assert {(exception.rule, exception.resource) for exception in own} == {
        (finding.rule, finding.resource.path.partition("/")[2]) for finding in adopted.first.findings
    }
    assert len(judgement.excepted) == len(adopted.first.findings) > len(TABLES)


@pytest.mark.usefixtures("needs_checkov")
def test_the_gate_accepts_every_finding_and_needs_every_exception(adopted: Adopted) -> None:
    stacks = [stack for stack in gate.synthesized(adopted.folder / "gate", ["local"]) if stack.name == SYSTEM]
    judgement = gate.judge(stacks, Steps()).judgement
    assert [(finding.rule, finding.resource.label) for finding in judgement.findings] == []
    assert judgement.problems == ()
    assert len(judgement.excepted) >= len(adopted.first.findings)


def test_what_the_settings_can_not_say_is_told(adopted: Adopted) -> None:
    assert set(adopted.first.notes) == {
        "backed-up",
        "our-tags",
        "own-policy",
        "scaled-reads-only",
        "ttl-starting",
        "ttl-stopping",
        "watched-by-hand",
    }
    assert ["made by hand (ReadThrottleEvents)" in note for note in adopted.first.notes["watched-by-hand"]] == [True]


def test_the_plan_imports_everything_and_the_apply_touches_nothing(adopted: Adopted) -> None:
    saved = adopted.terraform.folder / "imports.tfplan"
    plan = adopted.terraform.plan(saved)
    changes = guard_plan.changes(plan.raw)
    assert {change.address: change.actions for change in changes if change.actions != ("no-op",)} == {}
    assert {change.address for change in changes if not change.is_imported} == set()
    imported = [change.type for change in changes]
    assert imported.count("aws_dynamodb_table") == len(TABLES) >= 30
    assert imported.count("aws_dynamodb_table_replica") == sum(len(table.replicas) for table in TABLES)
    assert imported.count("aws_dynamodb_contributor_insights") == sum(len(table.insights) for table in TABLES)
    assert imported.count("aws_dynamodb_kinesis_streaming_destination") == sum(table.has_kinesis for table in TABLES)
    scaled = [place for table in TABLES if "kinds" not in table.scaling for place in table.scaled]
    assert imported.count("aws_appautoscaling_policy") == imported.count("aws_appautoscaling_target") == 2 * len(scaled)
    assert [finding.name for finding in findings(changes)] == []

    adopted.terraform.apply(saved)
    assert adopted.terraform.plan().is_empty
    after = facts_of(Wanted(every=True), environment_name="local", endpoint=None)
    assert [table.document for table in after] == [table.document for table in adopted.facts]

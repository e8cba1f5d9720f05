"""The whole gate accepts the current stacks and rejects anything weaker."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from dynawright.deploy.terraform_program import MissingTerraform
from dynawright.errors import Problem
from dynawright.gate import gate, local_plans
from dynawright.gate.mutation import Mutation, has, sets
from dynawright.guard.approval import Verdict
from dynawright.guard.guard import findings
from dynawright.guard.written import changes
from dynawright.rules.exemptions import EXEMPTIONS
from dynawright.rules.resources import document
from dynawright.settings import environment_names
from dynawright.steps import Steps
from tests.applications import complete_stacks
from tests.conftest import ROOT

LOANS = has(name="library-loans-production")

pytestmark = pytest.mark.usefixtures("needs_checkov")


def test_the_gate_is_open_for_every_system_in_every_environment(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status = gate.gate(tmp_path)
    output = capsys.readouterr().out
    assert status == 0, output
    assert output.endswith("The gate is open: nothing was found that is not accepted with a reason.\n")
    assert "accepted beside the resource:" in output
    assert {path.name for path in tmp_path.iterdir()} == {"synthesized", "gate.md", "gate.sarif", "gate.xml"}


def test_the_gate_is_shut_for_a_weakened_stack(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    library = complete_stacks()["library-production"]
    weakening = sets("aws_dynamodb_table", LOANS, point_in_time_recovery={"enabled": False})
    content = Mutation("no recovery", weakening).applied_to(library.content)
    weakened = replace(library, content=content, document=document(content, library.document.name, ours=True))
    monkeypatch.setattr(gate, "synthesized", lambda *_: [weakened])
    status = gate.gate(tmp_path)
    output = capsys.readouterr().out
    assert status == 1
    place = "library-production: library-production/Loans/Table"
    fix = "point-in-time recovery is off: set table.point_in_time_recovery_days to 1 or more"
    assert f"high   {place}: {fix} [tables-can-be-restored]" in output
    assert "Ensure DynamoDB point in time recovery (backup) is enabled [CKV_AWS_28]" in output
    assert output.endswith("The gate rejects this: 2 findings. docs/rules.md and docs/guard.md explain them.\n")


def test_the_gate_is_shut_by_what_the_guard_refuses_and_every_report_says_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    library = complete_stacks()["library-production"]
    local = replace(library, file=tmp_path / "local" / "stacks" / "library-local" / "cdk.tf.json")
    rebuilt = Mutation("rebuilt", sets("aws_dynamodb_table", LOANS, hash_key="Other")).applied_to(library.content)
    (found,) = [finding for finding in findings(changes(library.content, rebuilt)) if finding.name == "key-changed"]
    monkeypatch.setattr(gate, "synthesized", lambda *_: [local])
    monkeypatch.setattr(local_plans, "differences", lambda *_: {})
    monkeypatch.setattr(local_plans, "verdicts", lambda *_: {"library": Verdict((found,), (), (), ("a role grows",))})
    assert gate.gate(tmp_path, guard=True) == 1
    output = capsys.readouterr().out
    assert "1 plans, compared with " in output
    assert "\nnote: a role grows\n" in output
    assert "\n- a role grows\n" in (tmp_path / "gate.md").read_text()
    assert "high   library-production: library-production/Loans/Table: hash_key: PK → Other. A table's key can't change" in output
    assert output.endswith("The gate rejects this: 1 findings. docs/rules.md and docs/guard.md explain them.\n")
    assert "`key-changed` |" in (tmp_path / "gate.md").read_text()
    assert "1 changes refused." in (tmp_path / "gate.md").read_text()
    (run,) = json.loads((tmp_path / "gate.sarif").read_text())["runs"]
    assert "key-changed" in {result["ruleId"] for result in run["results"]}
    assert 'name="key-changed"><failure' in (tmp_path / "gate.xml").read_text()


def test_without_terraform_the_rest_is_judged_and_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(*_: object) -> None:
        raise MissingTerraform([Problem("DW401", "`terraform` is not on PATH")])

    monkeypatch.setattr(gate, "synthesized", lambda *_: [complete_stacks()["museum-production"]])
    monkeypatch.setattr(gate, "guarded", missing)
    with pytest.raises(MissingTerraform):
        gate.gate(tmp_path, guard=True)
    assert "checks: passes." in (tmp_path / "gate.md").read_text()


def test_an_environment_that_is_added_is_judged_too() -> None:
    assert environment_names() == sorted(file.stem for file in (ROOT / "environments").glob("*.yaml"))


def test_every_exemption_of_a_check_is_needed_somewhere() -> None:
    """An application with fewer kinds of resources needs fewer; unused exemptions there are fine."""
    stacks = [stack for environment in ("production", "dev") for stack in complete_stacks(environment).values()]
    report = gate.judge(stacks, Steps())
    assert report.judgement.findings == ()
    assert {exemption for exemption, _ in report.judgement.exempted} == set(EXEMPTIONS)

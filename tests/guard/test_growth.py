"""Deploy roles for other systems: one note, while anything else is a finding."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from dynawright.constructs.deploy_names import SystemNames
from dynawright.constructs.deploy_roles import DeployRoles
from dynawright.framework import cdktf
from dynawright.gate.mutation import Mutation, edits, states
from dynawright.guard import report
from dynawright.guard.approval import Verdict
from dynawright.guard.growth import DeployCoverage, coverage_of
from dynawright.guard.guard import judge
from dynawright.guard.written import changes
from dynawright.settings import Environment, SystemSettings, environment_class, validated
from dynawright.settings.deployment import DeploymentSettings
from tests.conftest import ROOT
from tests.constructs.conftest import PlainStack
from tests.environments import REQUIRED

ORDERS, INVOICES = SystemNames("orders", "orders"), SystemNames("invoices", "invoices", tables=("Bills",), caches=("inv",))
BOUNDARY = "arn:aws:iam::111111111111:policy/boundary"
POLICY = "aws_iam_policy"
Json = dict[str, Any]


def built(*systems: SystemNames, region_of_invoices: str = REQUIRED["region"]) -> tuple[Environment, Json]:
    """Return the deploy roles of these systems."""
    data = {**REQUIRED, "roles": {"permissions_boundary_arn": BOUNDARY}, "deployment": {"repository": "acme/infra"}}
    data["systems"] = {"invoices": {"region": region_of_invoices}}
    stack = PlainStack(
        cdktf.Testing.app(), validated(data, environment_class(dict.fromkeys(("orders", "invoices"), SystemSettings)))
    )
    DeployRoles(stack, "DeployRoles", repository="acme/infra", systems=systems)
    content: Json = json.loads(cdktf.Testing.synth(stack))
    return stack.environment, content


def verdict(before: Json, after: Json, environment: Environment, systems: Sequence[SystemNames]) -> Verdict:
    return judge(changes(before, after), (), DeployCoverage(environment, systems))


def test_a_new_system_is_a_line_for_each_role_and_no_finding() -> None:
    (environment, before), (_, after) = built(ORDERS), built(ORDERS, INVOICES)
    said = verdict(before, after, environment, [ORDERS, INVOICES])
    assert said.refused == ()
    assert said.notes == ("deploy role now covers system invoices", "plan role now covers system invoices")


def test_the_lines_are_told_in_a_terminal_and_in_a_review() -> None:
    said = Verdict((), (), (), ("deploy role now covers system invoices",))
    assert "note: deploy role now covers system invoices\n" in report.text(said)
    assert report.markdown(said, "foundation") == "- deploy role now covers system invoices\n"


def test_a_removed_system_is_a_line_for_each_role_and_no_finding() -> None:
    (environment, before), (_, after) = built(ORDERS, INVOICES), built(ORDERS)
    said = verdict(before, after, environment, [ORDERS])
    assert said.refused == ()
    assert said.notes == ("deploy role no longer covers system invoices", "plan role no longer covers system invoices")


def test_a_region_that_systems_come_to_or_leave_is_a_line_for_each_role_and_no_finding() -> None:
    (home, in_home), (elsewhere, in_both) = built(ORDERS, INVOICES), built(ORDERS, INVOICES, region_of_invoices="us-east-1")
    came, left = verdict(in_home, in_both, elsewhere, [ORDERS, INVOICES]), verdict(in_both, in_home, home, [ORDERS, INVOICES])
    assert (came.refused, left.refused) == ((), ())
    assert came.notes == ("deploy role now covers Region us-east-1", "plan role now covers Region us-east-1")
    assert left.notes == ("deploy role no longer covers Region us-east-1", "plan role no longer covers Region us-east-1")


def test_a_region_that_is_widened_by_hand_is_refused() -> None:
    (_, before), (environment, after) = built(ORDERS, INVOICES), built(ORDERS, INVOICES, region_of_invoices="us-east-1")
    third = Mutation("by hand", edits(POLICY, '"us-east-1"', '"eu-west-1"')).applied_to(after)
    assert verdict(before, third, environment, [ORDERS, INVOICES]).refused


def test_without_the_list_of_systems_growth_is_found_as_ever() -> None:
    (_, before), (_, after) = built(ORDERS), built(ORDERS, INVOICES)
    assert len(judge(changes(before, after)).refused) > 100


def test_a_list_that_stays_says_nothing() -> None:
    environment, content = built(ORDERS)
    assert verdict(content, content, environment, [ORDERS]) == Verdict((), (), ())


@pytest.mark.parametrize(
    ("widened", "finding"),
    [
        (states(POLICY, Effect="Allow", Action="s3:*", Resource="*"), "access-widened s3:* on *"),
        (edits(POLICY, "function:orders-*test", "function:*"), "access-widened "),
        (edits(POLICY, "arn:aws:s3:::orders-*test-111111111111/*", "arn:aws:s3:::nothing/*"), "access-widened "),
    ],
)
def test_what_is_widened_by_hand_beside_a_new_system_is_refused(widened: Any, finding: str) -> None:
    (environment, before), (_, after) = built(ORDERS), built(ORDERS, INVOICES)
    by_hand = Mutation("by hand", widened).applied_to(after)
    said = verdict(before, by_hand, environment, [ORDERS, INVOICES])
    assert said.refused
    assert all(refused.name.startswith(finding) for refused in said.refused)
    assert "invoices" not in "".join(refused.name for refused in said.refused if "conditions" not in refused.name)
    assert len(said.notes) == 2


def test_what_the_code_gives_beside_a_new_system_is_refused() -> None:
    """An existing system with another name is no growth."""
    (environment, before), also_named = built(ORDERS), SystemNames("orders", "orders", tables=("Everything",))
    (_, after) = built(also_named, INVOICES)
    said = verdict(before, after, environment, [also_named, INVOICES])
    assert any("table/Everything-*test" in refused.name for refused in said.refused)
    assert not any("invoices" in refused.name for refused in said.refused if "conditions" not in refused.name)


MODEL = """from dynawright.model import Consumer, Entity, Get, Key, System, TableModel

API = Consumer("api", "the API")
NOTES = TableModel(
    "growing-notes",
    partition_key=Key("PK"),
    entities=[Entity("NOTE", PK="NOTE#{noteId}")],
    access_patterns=[Get("PN1", "a note", PK="NOTE#{noteId}", used_by=[API])],
)
SYSTEM = System("growing", [NOTES])
"""
JUDGE = """
import json, sys
from dynawright.guard.growth import coverage_of
from dynawright.guard.guard import judge
from dynawright.guard.written import changes
from dynawright.settings import load_named
before, after = (json.load(open(f"{folder}/stacks/foundation-local/cdk.tf.json")) for folder in ("before", "after"))
said = judge(changes(before, after), (), coverage_of("foundation", load_named("local")))
print(json.dumps([[refused.name for refused in said.refused], said.notes]))
"""


@pytest.mark.slow  # synthesizes the application twice
def test_a_system_that_is_added_to_the_application_needs_no_approval(tmp_path: Path) -> None:
    for part in ("environments", "stacks"):
        shutil.copytree(ROOT / part, tmp_path / part, ignore=shutil.ignore_patterns("__pycache__"))
    for part in ("cdktf.json", "main.py"):
        shutil.copy(ROOT / part, tmp_path / part)

    def python(*arguments: str, outdir: str = "") -> str:
        chosen = {"DYNAWRIGHT_ENV": "local", "DYNAWRIGHT_SYSTEM": "foundation", "CDKTF_OUTDIR": outdir}
        environ = {**os.environ, **chosen, "PYTHONPATH": str(ROOT / "modules")}
        done = subprocess.run(
            [sys.executable, *arguments], cwd=tmp_path, env=environ, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    python("main.py", outdir="before")
    (tmp_path / "stacks" / "growing").mkdir()
    (tmp_path / "stacks" / "growing" / "model.py").write_text(MODEL)
    python("main.py", outdir="after")
    assert json.loads(python("-c", JUDGE)) == [
        [],
        ["deploy role now covers system growing", "plan role now covers system growing"],
    ]


def test_only_the_foundation_of_an_environment_that_a_repository_deploys_has_deploy_roles() -> None:
    environment, _ = built(ORDERS)
    assert coverage_of("orders", environment) is None
    assert coverage_of("foundation", environment.model_copy(update={"deployment": DeploymentSettings()})) is None

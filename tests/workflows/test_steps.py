"""Every workflow runs as on GitHub against the emulator: fresh clones, bash, expressions.

`gh` logs its calls. `make test`, `make gate` and `make audit` are not run: they have their own tests.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from dynawright.emulator.emulator import Emulator
from dynawright.iam.evaluator import RoleSession
from dynawright.settings import load_named
from tests.workflows.conftest import SYSTEM, Repository
from tests.workflows.expressions import Expressions
from tests.workflows.github import WorkflowRun, starts_on_push
from tests.workflows.machine import Machine
from tests.workflows.workflow import FOLDER

LOCAL = load_named("local")
REPOSITORY = str(LOCAL.deployment.repository)
PLAN_ROLE, DEPLOY_ROLE = (f"arn:aws:iam::{LOCAL.account_id}:role/{LOCAL.shared_name(role)}" for role in ("plan", "deploy"))
ENVIRONMENTS = ["dev", "staging", "production"]
VARIABLES = {"PLAN_ROLE_ARN": PLAN_ROLE, "DEPLOY_ROLE_ARN": DEPLOY_ROLE, "AWS_REGION": LOCAL.region}
DEPLOYED = {"deploy-system.plan": {"digest": "d", "commit": "c", "changes": "1"}, "deploy-system.apply": {}}
TESTED: dict[str, dict[str, str]] = {"pr.test": {}, "pr.python": {}, "pr.cdktn": {}, "pr.supply-chain": {}, "pr.scan": {}}
TESTS = ["test", "python (3.12)", "python (3.13)", "python (3.14)", "cdktn"]
EMPTY = {"deploy-system.plan": {"digest": "d", "commit": "c", "changes": "0"}}

Start = Callable[..., WorkflowRun]


@pytest.fixture(scope="module")
def start(repository: Repository, machine: Machine, expressions: Expressions, tmp_path_factory: pytest.TempPathFactory) -> Start:
    """Start a workflow for a commit; where it plans every environment, it plans the emulator's only."""
    workflows = tmp_path_factory.mktemp("copy") / "workflows"
    shutil.copytree(FOLDER, workflows)
    for file in workflows.iterdir():
        text = file.read_text().replace("environment: [dev, staging, production]", "environment: [local]")
        file.write_text(text.replace("name: review-${{ matrix.environment }}", "name: review-production"))

    def started(
        workflow: str,
        touched: str,
        *,
        event_name: str = "push",
        event: dict[str, Any] | None = None,
        inputs: dict[str, str] | None = None,
        stand_ins: dict[str, dict[str, str]] | None = None,
    ) -> WorkflowRun:
        sha, before = repository.push(touched)
        github = {
            "sha": sha,
            "ref": "refs/heads/main",
            "event_name": event_name,
            "event": event or {"before": before},
            "repository": REPOSITORY,
            "server_url": "https://github.com",
            "token": "token",
            "run_id": 1,
        }
        run = WorkflowRun(workflows, expressions, machine, github=github, variables=VARIABLES, stand_ins=stand_ins)
        run.start(workflow, inputs)
        return run

    return started


@pytest.fixture(scope="module", autouse=True)
def first_push(machine: Machine, start: Start) -> WorkflowRun:
    """The first thing that the machine does, before anything is set up on it."""
    machine.answer("")
    return start("deploy", "everything", stand_ins=DEPLOYED)


def changed(repository: Repository, touched: str) -> list[str]:
    sha, _ = repository.push(touched)
    done = subprocess.run(
        ["git", "show", "--name-only", "--format=", sha], cwd=repository.folder, capture_output=True, text=True, check=True
    )
    return done.stdout.split()


@pytest.mark.parametrize(
    ("touched", "starts"), [("one system", True), ("the foundation", True), ("everything", True), ("the workflow", True)]
)
def test_a_push_starts_a_deployment_if_it_touched(repository: Repository, touched: str, starts: bool) -> None:
    assert starts_on_push(FOLDER / "deploy.yml", changed(repository, touched)) is starts


@pytest.mark.parametrize("path", ["README.md", "docs/deploying.md", "tests/test_app.py", ".github/workflows/pr.yml"])
def test_a_push_of_nothing_that_is_deployed_starts_no_deployment(path: str) -> None:
    assert not starts_on_push(FOLDER / "deploy.yml", [path])


def deployments(of: str) -> list[str]:
    return [f"{of} / {environment} / {job}" for environment in ENVIRONMENTS for job in ("plan", "apply")]


def test_a_push_deploys_the_one_system_that_it_touched(repository: Repository, machine: Machine, start: Start) -> None:
    machine.answer(base := repository.commits["the foundation"])
    run = start("deploy", "one system", stand_ins=DEPLOYED)
    assert run.failures == {}
    assert run.jobs["changes"].outputs == {"base": base, "foundation": "false", "systems": f'["{SYSTEM}"]'}
    assert run.started == ["changes", *deployments(f"systems ({SYSTEM})")]
    assert run.approvals == ENVIRONMENTS
    assert "--workflow deploy.yml --branch main --event push --status success --limit 1" in machine.asked()


def test_a_push_deploys_the_foundation_alone_if_it_touched_that_alone(
    repository: Repository, machine: Machine, start: Start
) -> None:
    machine.answer(repository.commits["everything"])
    run = start("deploy", "the foundation", stand_ins=DEPLOYED)
    assert run.failures == {}
    assert (run.jobs["changes"].outputs["foundation"], run.jobs["changes"].outputs["systems"]) == ("true", "[]")
    assert run.started == ["changes", *deployments("foundation")]


@pytest.mark.parametrize("touched", ["a page", "the workflow"])
def test_a_push_that_concerns_no_system_deploys_nothing_and_fails_nothing(
    repository: Repository, machine: Machine, start: Start, touched: str
) -> None:
    machine.answer(repository.push(touched)[1])
    run = start("deploy", touched, stand_ins=DEPLOYED)
    assert run.failures == {}
    assert run.started == ["changes"]


def test_a_repaired_workflow_deploys_what_failed_before_it(repository: Repository, machine: Machine, start: Start) -> None:
    machine.answer(repository.commits["the foundation"])
    run = start("deploy", "the workflow", stand_ins=DEPLOYED)
    assert run.started == ["changes", *deployments(f"systems ({SYSTEM})")]


def everything(repository: Repository) -> list[str]:
    systems = [name for system in repository.systems for name in deployments(f"systems ({system})")]
    return ["changes", *deployments("foundation"), *systems]


def test_a_first_push_deploys_everything_the_foundation_first(repository: Repository, first_push: WorkflowRun) -> None:
    assert first_push.failures == {}
    assert first_push.started == everything(repository)


def test_the_words_of_a_machine_that_sets_itself_up_are_not_taken_for_the_list(
    repository: Repository, first_push: WorkflowRun
) -> None:
    assert "Setting up .venv" in first_push.jobs["changes"].log
    assert json.loads(first_push.jobs["changes"].outputs["systems"]) == repository.systems


def test_a_push_deploys_everything_if_git_no_longer_knows_what_was_deployed(
    repository: Repository, machine: Machine, start: Start
) -> None:
    machine.answer("0" * 40)
    assert start("deploy", "everything", stand_ins=DEPLOYED).started == everything(repository)


def test_empty_plans_ask_for_no_approval_and_reach_the_next_environment(first_push: WorkflowRun, start: Start) -> None:
    run = start("deploy", "everything", stand_ins={**EMPTY, "deploy.changes": first_push.jobs["changes"].outputs})
    assert run.failures == {}
    assert run.approvals == []
    assert "foundation / production / plan" in run.started
    assert f"systems ({SYSTEM}) / production / plan" in run.started


def test_a_list_that_could_not_be_made_fails_where_it_is_made(machine: Machine, start: Start) -> None:
    """A successful step with empty outputs would deploy nothing and fail later without a reason."""
    run = start("deploy", "everything", stand_ins={"deploy.changes": {}})
    assert run.failures == {}  # no expression fails on nothing
    assert run.started == ["changes"]


def test_a_list_that_is_no_json_fails_its_step(machine: Machine, start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(machine, "environ", {**machine.environ, "MAKEFLAGS": " -- DYNAWRIGHT=echo"})
    run = start("deploy", "everything", stand_ins=DEPLOYED)
    assert list(run.failures) == ["changes"]
    assert run.started == ["changes"]


def test_by_hand_one_system_goes_to_one_environment(machine: Machine, start: Start) -> None:
    inputs = {"system": "foundation", "environment": "staging"}
    run = start("deploy", "one system", event_name="workflow_dispatch", inputs=inputs, stand_ins=DEPLOYED)
    assert run.started == ["by-hand / plan", "by-hand / apply"]
    assert run.approvals == ["staging"]


INPUTS = {"system": SYSTEM, "environment": "local"}


@pytest.fixture(scope="module")
def before(foundation: None, emulator: Emulator) -> int:
    """How many calls the person made who applied the foundation."""
    return len(emulator.questions())


@pytest.fixture(scope="module")
def deployed(before: int, first_push: WorkflowRun, start: Start) -> WorkflowRun:
    """A system in a repository with one commit: planned and applied on different machines."""
    return start("deploy-system", "everything", inputs=INPUTS)


def test_a_first_deployment_is_planned_shown_and_applied(
    before: int, deployed: WorkflowRun, emulator: Emulator, repository: Repository
) -> None:
    deployed_calls = emulator.questions()[before:]
    assert deployed.failures == {}
    assert deployed.approvals == ["local"]
    plan = deployed.jobs["plan"]
    assert re.search(
        rf"\| {SYSTEM} \| \d+ \| 0 \| 0 \| 0 \| ✅ nothing is found \| ✅ nothing that destroys data or service \|", plan.summary
    )
    tables = emulator.client("dynamodb", LOCAL.region).list_tables()["TableNames"]
    assert tables
    assert all(table.startswith(SYSTEM) for table in tables)
    sessions = {call.principal.role_arn for call in deployed_calls if isinstance(call.principal, RoleSession)}
    others = {call.name for call in deployed_calls if not isinstance(call.principal, RoleSession)}
    assert (sessions, others) == ({PLAN_ROLE, DEPLOY_ROLE}, {"sts:AssumeRoleWithWebIdentity"})
    assert plan.outputs["commit"] == repository.commits["everything"]


def test_a_plan_that_changes_nothing_asks_for_no_approval(deployed: WorkflowRun, start: Start) -> None:
    again = start("deploy-system", "everything", inputs=INPUTS)
    assert (again.failures, again.started, again.approvals) == ({}, ["plan"], [])


def test_a_plan_that_was_tampered_with_is_not_applied(deployed: WorkflowRun, machine: Machine, start: Start) -> None:
    packed = machine.artifact(f"reviewed-{SYSTEM}-local") / "reviewed.tar.gz"
    packed.write_bytes(packed.read_bytes() + b"x")
    tampered = start(
        "deploy-system", "everything", inputs=INPUTS, stand_ins={"deploy-system.plan": deployed.jobs["plan"].outputs}
    )
    assert "computed checksum did NOT match" in tampered.failures["apply"]
    assert "make deploy" not in tampered.failures["apply"]


def test_drift_closes_its_issue_when_nothing_differs_and_opens_one_when_something_does(
    deployed: WorkflowRun, machine: Machine, emulator: Emulator, start: Start
) -> None:
    machine.answer("7\n")
    run = start("drift", "everything", event_name="schedule")
    assert run.failures == {}
    assert f"issue close 7 --repo {REPOSITORY}" in machine.asked()

    cloudwatch = emulator.client("cloudwatch", LOCAL.region)
    alarms = [alarm["AlarmName"] for alarm in cloudwatch.describe_alarms(AlarmNamePrefix=SYSTEM)["MetricAlarms"]]
    cloudwatch.delete_alarms(AlarmNames=alarms[:1])
    machine.answer("")
    run = start("drift", "everything", event_name="schedule")
    assert f"issue create --repo {REPOSITORY} --title Drift in local --label drift --body-file review.md" in machine.asked()
    assert f"| {SYSTEM} | 1 | 0 | 0 | 0 |" in run.jobs["plan (local)"].summary
    assert run.approvals == []


def test_a_pull_request_is_tested_planned_scanned_and_commented_on(
    deployed: WorkflowRun, machine: Machine, start: Start, repository: Repository, audit_tools: Path
) -> None:
    (machine.clone / ".venv-audit").unlink(missing_ok=True)
    (machine.clone / ".venv-audit").symlink_to(audit_tools.parent.resolve())
    branch = {
        "number": 12,
        "base": {"sha": repository.commits["everything"]},
        "head": {"repo": {"full_name": REPOSITORY}},
    }
    machine.answer("")
    run = start("pr", "the foundation", event_name="pull_request", event={"pull_request": branch})
    assert run.failures == {}
    assert run.started == [*TESTS, "supply-chain", "scan", "plan (local)", "comment"]
    assert machine.artifact("sbom").joinpath("sbom.json").exists()
    assert "### Scan\n\nAll rules hold.\n" in run.jobs["scan"].summary
    asked = machine.asked()
    assert f"api --method POST repos/{REPOSITORY}/issues/12/comments --field body=<!-- dynawright review -->" in asked
    assert "## `local`: ✅ fine" in asked
    assert f"(https://github.com/{REPOSITORY}/actions/runs/1)" in asked
    assert machine.artifact("review-production").joinpath("review.html").exists()
    assert "## Scan\n\nAll rules hold." in asked

    machine.answer("99\n")
    ready = {**TESTED, "pr.plan": {}}
    start("pr", "the foundation", event_name="pull_request", event={"pull_request": branch}, stand_ins=ready)
    comment = f"repos/{REPOSITORY}/issues/comments/99"
    assert f"api --method PATCH {comment} --field body=<!-- dynawright review -->" in machine.asked()


def test_a_fork_is_tested_without_credentials(start: Start) -> None:
    fork = {"number": 13, "base": {"sha": "b"}, "head": {"repo": {"full_name": "other/repository"}}}
    run = start("pr", "the foundation", event_name="pull_request", event={"pull_request": fork}, stand_ins=TESTED)
    assert run.started == [*TESTS, "supply-chain", "scan"]

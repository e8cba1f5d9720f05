"""What deployments report, and what the web UI shows of it."""

import json
from collections.abc import Mapping
from typing import Any

import pytest
from botocore.exceptions import ClientError

from dynawright.emulator.iam.credentials import Credentials
from stacks.miyabi_progress.model import PROJECT_METRICS, REPORTER, WEB_UI
from tests.applied.shared import STORY
from tests.stacks.stage import Cast, Stage, Story

HOUR = 1_790_000_000_000
"""A time in milliseconds, as tasks report it."""


def project(project_id: str) -> Mapping[str, Any]:
    """Return a new project as the web UI's form sends it."""
    return {
        "project_id": project_id,
        "project_name": project_id.title(),
        "status": "active",
        "owner": "ann",
        "resources": {},
        "active_task_count": 0,
        "metrics": {},
        "created_at": "2026-11-19T10:00:00Z",
        "updated_at": "2026-11-19T10:00:00Z",
    }


def report(task_id: str, project_id: str, minute: int, status: str, **more: Any) -> Mapping[str, Any]:
    """Return what a deployment says of itself in a minute of its run."""
    return {
        "task_id": task_id,
        "project_id": project_id,
        "timestamp": HOUR + 60_000 * minute,
        "status": status,
        "task_type": "cdk_deploy",
        "task_name": "deploy the site",
        "priority": "P1",
        "progress": {"current": minute, "total": 10, "percentage": 10 * minute},
        "details": {"phase": "synth" if minute < 5 else "deploy", "log_stream": f"task-{task_id}"},
        "metadata": {"agent": "codegen"},
        **more,
    }


def at(minute: int) -> Mapping[str, str]:
    """Return the times of the item that says where a task is now."""
    return {"created_at": "2026-11-19T10:00:00Z", "updated_at": f"2026-11-19T10:{minute:02}:00Z"}


def a_deployment_reports_its_progress(cast: Cast) -> None:
    reporter, web_ui = cast.client(REPORTER), cast.client(WEB_UI)
    task = ("deploy-1", "site-1")

    # A deployment starts, and runs. The report of minute 2 is held up, and comes after that of minute 5.
    reporter.report_progress(**report(*task, 0, "pending"), **at(0))
    reporter.report_progress(**report(*task, 5, "running"), **at(5))
    with cast.refused():
        reporter.report_progress(**report(*task, 2, "running"), **at(2))
    reporter.report_late(**report(*task, 2, "running"))

    # It fails; the log says why.
    reporter.report_progress(**report(*task, 9, "failed", details={"phase": "deploy", "error_message": "no quota"}), **at(9))
    entry = {"log_source": "deploy-1", "log_level": "ERROR", "message": "no quota", "task_id": "deploy-1"}
    reporter.write_log_entry(timestamp=HOUR + 9, **entry)

    history = web_ui.task_history(task_id="deploy-1", first=HOUR, last=HOUR + 3_600_000)
    assert [one["status"] for one in history] == ["pending", "running", "running", "failed"]

    # Who reports reads nothing.
    with cast.denied():
        list(cast.client(WEB_UI, under=REPORTER).task_history(task_id="deploy-1", first=HOUR, last=HOUR))
    with cast.denied():
        cast.client(WEB_UI, under=REPORTER).set_project_status(project_id="site-1", status="paused", updated_at="now")


def the_web_ui_shows_what_runs_now(cast: Cast) -> None:
    reporter, web_ui = cast.client(REPORTER), cast.client(WEB_UI)

    # Ann creates a project; the form is sent twice, and the second one must not set the metrics back.
    web_ui.create_project(**project("site-2"))
    with cast.refused():
        web_ui.create_project(**project("site-2"))

    # One deployment has completed, one runs: a task that is done no longer counts as running.
    for minute, status in enumerate(("pending", "running", "completed")):
        reporter.report_progress(**report("done-2", "site-2", minute, status), **at(minute))
    reporter.report_progress(**report("busy-2", "site-2", 3, "running"), **at(3))
    running = [one["task_id"] for one in web_ui.tasks_by_status(status="running")]
    assert "busy-2" in running
    assert "done-2" not in running
    assert [task["task_id"] for task in web_ui.project_tasks(project_id="site-2")] == ["busy-2", "done-2"]
    assert {"busy-2", "done-2"} <= {one["task_id"] for one in web_ui.tasks_by_type(task_type="cdk_deploy")}
    assert web_ui.task_latest_state(task_id="done-2")["status"] == "completed"

    # The log of a task, between two times.
    reporter.write_log_entry(log_source="busy-2", timestamp=HOUR + 3, log_level="INFO", message="uploading")
    assert [one["message"] for one in web_ui.source_log(log_source="busy-2", first=HOUR, last=HOUR + 9)] == ["uploading"]

    # Ann pauses the project.
    web_ui.set_project_status(project_id="site-2", status="paused", updated_at="2026-11-19T11:00:00Z")
    with cast.refused():
        web_ui.set_project_status(project_id="sight-2", status="paused", updated_at="2026-11-19T11:00:00Z")
    assert web_ui.project_record(project_id="site-2")["status"] == "paused"
    assert [one["owner"] for one in web_ui.projects() if one["project_id"] == "site-2"] == ["ann"]

    # The web UI reports nothing.
    with cast.denied():
        cast.client(REPORTER, under=WEB_UI).report_late(**report("busy-2", "site-2", 4, "completed"))


def a_projects_metrics_follow_its_tasks(cast: Cast) -> None:
    reporter, web_ui = cast.client(REPORTER), cast.client(WEB_UI)
    web_ui.create_project(**project("site-3"))
    changes = cast.changes()

    # One task completes, one fails, one runs. Each counts once, by its latest report.
    for minute, status in enumerate(("pending", "running", "completed")):
        seconds = {"duration_seconds": 120} if status == "completed" else {}
        reporter.report_progress(**report("a-3", "site-3", minute, status, **seconds), **at(minute))
    reporter.report_progress(**report("b-3", "site-3", 3, "failed"), **at(3))
    reporter.report_progress(**report("c-3", "site-3", 4, "running"), **at(4))
    cast.deliver(changes)

    seen = web_ui.project_record(project_id="site-3")
    counts = {name: int(seen["metrics"][name]) for name in ("total_tasks", "completed_tasks", "failed_tasks")}
    assert counts == {"total_tasks": 3, "completed_tasks": 1, "failed_tasks": 1}
    assert (seen["active_task_count"], seen["metrics"]["avg_completion_time_seconds"]) == (1, 120)

    # The function knows projects by their ids, and does not read tasks.
    with cast.denied():
        list(cast.client(WEB_UI, under=PROJECT_METRICS).projects())
    with cast.denied():
        list(cast.client(WEB_UI, under=PROJECT_METRICS).project_tasks(project_id="site-3"))


STORIES = (a_deployment_reports_its_progress, the_web_ui_shows_what_runs_now, a_projects_metrics_follow_its_tasks)


@pytest.mark.parametrize("story", STORIES)
def test_story(stage: Stage, story: Story) -> None:
    stage.play(story)


GITHUB = "token.actions.githubusercontent.com"


def reporter_as(stage: Stage, credentials: Credentials) -> Any:
    """Return a reporter's client for a session of the reporter's role."""
    caller = stage.applied.emulator.client("dynamodb", stage.environment.region, credentials)
    return stage.package.Reporter(stage.environment.name, client=caller)


def role_arn(stage: Stage) -> str:
    name = stage.environment.physical_name("miyabi-progress-reporter")
    return f"arn:aws:iam::{stage.environment.account_id}:role{stage.environment.roles.path}{name}"


def test_a_workflow_reports_by_its_own_token(stage: Stage) -> None:
    claims = {"sub": "repo:acme/tablestakes:environment:local", "aud": "sts.amazonaws.com"}
    credentials = stage.applied.emulator.assume_with_token(role_arn(stage), issuer=GITHUB, **claims)
    reporter_as(stage, credentials).report_progress(**report("ci-1", "site-1", 0, "running"), **at(0))


def test_an_agent_on_a_mac_reports_through_its_role_and_no_other_role_does(stage: Stage) -> None:
    emulator = stage.applied.emulator
    iam = emulator.client("iam", stage.environment.region)
    account = f"arn:aws:iam::{stage.environment.account_id}"
    everyone = {"Effect": "Allow", "Principal": {"AWS": f"{account}:root"}, "Action": "sts:AssumeRole"}
    any_role = {"Effect": "Allow", "Action": "sts:AssumeRole", "Resource": "*"}
    for name in ("agents-on-a-mac", "somebody-elses"):
        iam.create_role(RoleName=name, AssumeRolePolicyDocument=policy(everyone))
        iam.put_role_policy(RoleName=name, PolicyName="assume", PolicyDocument=policy(any_role))
    session = f"{STORY}a_mac"  # what it is denied is meant
    mac, other = (
        emulator.assume(f"{account}:role/{name}", session_name=session) for name in ("agents-on-a-mac", "somebody-elses")
    )
    credentials = emulator.assume(role_arn(stage), caller=mac)
    reporter_as(stage, credentials).report_progress(**report("mac-1", "site-1", 0, "running"), **at(0))
    with pytest.raises(ClientError, match="AccessDenied"):
        emulator.assume(role_arn(stage), caller=other)


def policy(statement: Mapping[str, Any]) -> str:
    return json.dumps({"Version": "2012-10-17", "Statement": [statement]})

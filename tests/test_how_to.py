"""The how-to pages work: each is followed on a copy of the project, with its promised result."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from dynawright.baselines import without_metadata
from dynawright.emulator.engines.dynoxide import DYNOXIDE, program
from dynawright.judging import judged_stack
from dynawright.prices import general as prices
from dynawright.settings import load_named
from dynawright.synthesis import synthesize
from dynawright.systems import stack_names
from tests.applications import inside
from tests.conftest import ROOT
from tests.copies import copy_of_repository, make
from tests.how_to import Commands, steps

FOLDER = ROOT / "docs" / "how-to"
PAGES = sorted(FOLDER.glob("*.md"))
TROUBLESHOOTING = ROOT / "docs" / "troubleshooting.md"
PACKAGE = "modules"
NEEDED = (".github", "Makefile", "cdktf.json", "environments", "main.py", PACKAGE, "stacks")


FIRST = "add-a-system"
"""The page that makes the system which the others go on with."""
NOTES = "notes-production"
APPLICATION = "notes_application.py"

Stacks = dict[str, Any]
"""Each stack's Terraform, by its name."""


def read_stacks(outdir: Path) -> Stacks:
    return {
        file.parent.name: without_metadata(json.loads(file.read_text())) for file in (outdir / "stacks").glob("*/cdk.tf.json")
    }


@pytest.fixture(scope="module")
def before(tmp_path_factory: pytest.TempPathFactory) -> Stacks:
    """Production with the system that the other pages go on with."""
    project = copied(tmp_path_factory.mktemp("before") / "project")
    followed_files(FIRST, project)
    run(Commands("make synth ENV=production"), project)
    return read_stacks(project / "cdktf.out")


@dataclass(frozen=True)
class Followed:
    """What became of the project that a page was followed in."""

    project: Path
    stages: list[Stacks]
    """After each block of commands."""
    touched: list[str]
    """The files that were made or changed."""

    @property
    def stacks(self) -> Stacks:
        """At the end."""
        return self.stages[-1]

    def resources(self, stack: str, type: str) -> list[Any]:
        return list(self.stacks[stack]["resource"].get(type, {}).values())

    def named(self, stack: str, type: str, attribute: str, value: str) -> Any:
        (found,) = [resource for resource in self.resources(stack, type) if resource[attribute] == value]
        return found

    def alarms(self, stack: str) -> set[str]:
        return {resource["alarm_name"] for resource in self.resources(stack, "aws_cloudwatch_metric_alarm")}


@pytest.fixture
def follow(tmp_path: Path) -> Callable[[str], Followed]:
    def follow(name: str) -> Followed:
        page = (FOLDER / f"{name}.md").read_text()
        project = copied(tmp_path / "project", page)
        if name != FIRST:
            followed_files(FIRST, project)
        touched, stages = [], []
        for step in steps(page):
            if isinstance(step, Commands):
                run(step, project)
                stages.append(read_stacks(project / "cdktf.out"))
            else:
                step.apply(project)
                touched.append(step.path)
        followed = Followed(project, stages, touched)
        check(followed)
        return followed

    return follow


def copied(project: Path, page: str = "") -> Path:
    """A copy of what a synthesis needs; a link to the package unless the page names its files."""
    project.mkdir()
    for part in ("node_modules", *(() if PACKAGE in page else (PACKAGE,))):
        if (ROOT / part).is_dir():
            (project / part).symlink_to(ROOT / part)
    for part in NEEDED:
        if (project / part).is_symlink():
            continue
        if (ROOT / part).is_dir():
            shutil.copytree(ROOT / part, project / part, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(ROOT / part, project / part)
    return project


def followed_files(name: str, project: Path) -> None:
    """Do what a page says, but for its commands."""
    for step in steps((FOLDER / f"{name}.md").read_text()):
        if not isinstance(step, Commands):
            step.apply(project)


def check(followed: Followed) -> None:
    """What a page leaves behind passes the linter and the rules."""
    for arguments in (("check", "--quiet"), ("format", "--check", "--quiet")):
        sources = [path for path in followed.touched if path.endswith(".py")]
        command = [sys.executable, "-m", "ruff", *arguments, "--config", str(ROOT / "pyproject.toml"), *sources]
        done = subprocess.run(command, cwd=followed.project, capture_output=True, text=True, check=False)
        assert done.returncode == 0 or not sources, done.stdout + done.stderr
    with inside(followed.project):
        for file in (followed.project / "cdktf.out" / "stacks").glob("*/cdk.tf.json"):
            stack, environment = file.parent.name.rsplit("-", 1)
            judgement = judged_stack(json.loads(file.read_text()), stack, load_named(environment))
            assert [str(finding) for finding in judgement.findings] == []


def run(commands: Commands, project: Path) -> None:
    """As a user does who has everything installed."""
    programs = str(Path(sys.executable).parent)
    environ = {
        **os.environ,
        "PATH": f"{programs}:{os.environ['PATH']}",
        "PYTHONPATH": str(project / "modules"),
        "MAKEFLAGS": f"DEV= BIN={programs}",
    }
    done = subprocess.run(["sh", "-ec", commands.text], cwd=project, env=environ, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr + done.stdout


def changed(before: Stacks, after: Stacks) -> set[str]:
    return {name for name in before.keys() | after.keys() if before.get(name) != after.get(name)}


def api_may(followed: Followed, resource: str) -> set[str]:
    """What the policies of the API allow on resources whose ARN has this in it."""
    policies = followed.stacks["notes-production"]["resource"]["aws_iam_policy"]
    documents = [json.loads(policy["policy"]) for id, policy in policies.items() if id.startswith("ApiRole_")]
    statements = [statement for document in documents for statement in document["Statement"]]
    allowed = [statement["Action"] for statement in statements if any(resource in arn for arn in _list(statement["Resource"]))]
    return {action for actions in allowed for action in _list(actions)}


def _list(value: str | list[str]) -> list[str]:
    return [value] if isinstance(value, str) else value


def test_every_page_is_tested() -> None:
    tests = Path(__file__).read_text()
    tested = {*re.findall(r'follow\("([a-z-]+)"\)', tests), *re.findall(r'FOLDER / "([a-z-]+)\.md"', tests)}
    assert tested >= {page.stem for page in PAGES}


def test_a_new_system_stands_beside_the_others(follow: Callable[[str], Followed], tmp_path: Path) -> None:
    synthesize(load_named("production"), system=None, outdir=tmp_path / "without")
    after = follow("add-a-system")
    assert {path for path in after.touched if not path.startswith("stacks/notes/")} == {APPLICATION}
    assert called(after) == ["2026-11-18 water the tomatoes", "2026-11-19 call the plumber"]
    # The foundation's deploy roles learn its name.
    assert changed(read_stacks(tmp_path / "without"), after.stacks) == {NOTES, "foundation-production"}
    table = after.named(NOTES, "aws_dynamodb_table", "name", "notes-production")
    assert table["deletion_protection_enabled"] is True
    for type in ("aws_kms_key", "aws_iam_role", "aws_backup_plan", "aws_cloudwatch_metric_alarm", "aws_cloudwatch_dashboard"):
        assert after.resources(NOTES, type), type
    schema = json.loads((after.project / "environments" / "environment.schema.json").read_text())
    assert "notes" in schema["$defs"]["Systems"]["properties"]


def test_a_new_table_is_protected_granted_backed_up_and_watched(follow: Callable[[str], Followed]) -> None:
    after = follow("add-a-table")
    assert {path.split("/")[1] for path in after.touched} == {"notes"}
    table = after.named(NOTES, "aws_dynamodb_table", "name", "notes-files-production")
    assert table["deletion_protection_enabled"] is True
    assert table["point_in_time_recovery"]["recovery_period_in_days"] == 35
    assert "aws_kms_key" in table["server_side_encryption"]["kms_key_arn"]
    assert api_may(after, "aws_dynamodb_table.Files") == {"dynamodb:PutItem", "dynamodb:Query"}
    assert "aws_dynamodb_table.Files" in json.dumps(after.resources(NOTES, "aws_backup_selection"))
    assert {"notes-files-WriteThrottles-production", "notes-files-PutItem-Latency-production"} <= after.alarms(NOTES)
    assert {"FilesTableName", "FilesTableArn"} <= after.stacks[NOTES]["output"].keys()


def test_a_new_index_is_granted_and_watched(follow: Callable[[str], Followed]) -> None:
    after = follow("add-an-index")
    assert {path for path in after.touched if not path.startswith("stacks/notes/")} == {APPLICATION}
    assert called(after)[-1] == "ann water the tomatoes"
    table = after.named(NOTES, "aws_dynamodb_table", "name", "notes-production")
    assert [index["name"] for index in table["global_secondary_index"]] == ["by-topic"]
    assert api_may(after, "/index/by-topic") == {"dynamodb:Query"}
    assert "notes-by-topic-WriteThrottles-production" in after.alarms(NOTES)
    assert "by-topic" in json.dumps(after.resources(NOTES, "aws_cloudwatch_dashboard"))


def test_a_new_environment_has_every_system(follow: Callable[[str], Followed]) -> None:
    after = follow("add-an-environment")
    assert after.stacks.keys() == {f"{name}-qa" for name in (*stack_names(), "notes")}
    notes = after.named("notes-qa", "aws_dynamodb_table", "name", "notes-qa")
    assert (notes["billing_mode"], notes["deletion_protection_enabled"]) == ("PROVISIONED", True)
    assert after.stacks["notes-qa"]["terraform"]["backend"]["s3"]["bucket"] == "tablestakes-state-qa"


def test_a_new_replica_is_protected_and_watched(follow: Callable[[str], Followed], before: Stacks) -> None:
    after = follow("add-a-replica")
    (replica,) = after.resources(NOTES, "aws_dynamodb_table_replica")
    assert (replica["provider"], replica["deletion_protection_enabled"]) == ("aws.ap-northeast-3", True)
    assert (replica["point_in_time_recovery"], replica["lifecycle"]["prevent_destroy"]) == (True, True)
    assert "notes-ap-northeast-3-ReplicationLatency-production" in after.alarms(NOTES)
    for name in before:
        assert [provider.get("alias") for provider in after.stacks[name]["provider"]["aws"]] == [None, "ap-northeast-3"]


def test_new_alarms_fire_and_notify(follow: Callable[[str], Followed], before: Stacks) -> None:
    after = follow("add-an-alarm")
    for stack in after.stacks:
        alarms = after.alarms(stack)
        transactional = {name.split("-TransactWriteItems-")[0] for name in alarms if "-TransactWriteItems-" in name}
        assert {f"{table}-TransactionConflicts-production" for table in transactional} <= alarms
    alarms_of_notes = after.resources(NOTES, "aws_cloudwatch_metric_alarm")
    assert {alarm["threshold"] for alarm in alarms_of_notes if "-Query-Latency-" in alarm["alarm_name"]} == {20}
    timeouts = "aws-lambda-notes-api-production-Timeouts-production"
    alarm = after.named(NOTES, "aws_cloudwatch_metric_alarm", "alarm_name", timeouts)
    (filter,) = after.resources(NOTES, "aws_cloudwatch_log_metric_filter")
    assert filter["pattern"] == '"timed out"'
    assert filter["metric_transformation"]["name"] == alarm["metric_name"]
    assert "aws_sns_topic" in alarm["alarm_actions"][0]
    assert timeouts in json.dumps(after.resources(NOTES, "aws_cloudwatch_dashboard"))
    assert "alarm:aws-lambda-notes-*production" in json.dumps(after.resources("foundation-production", "aws_iam_policy"))


def test_a_new_output_changes_nothing_else(follow: Callable[[str], Followed], before: Stacks) -> None:
    after = follow("add-an-output")
    assert {path.split("/")[1] for path in after.touched} == {"notes"}
    outputs = after.stacks[NOTES]["output"]
    assert outputs.pop("ApiRoleName")["value"].startswith("${aws_iam_role.ApiRole")
    assert after.stacks[NOTES] == before[NOTES]


def test_a_tenants_role_reaches_its_own_partition_only(follow: Callable[[str], Followed], before: Stacks) -> None:
    after = follow("add-tenants")
    assert changed(before, after.stacks) == {NOTES}
    role = after.named(NOTES, "aws_iam_role", "name", "notes-user-production")
    assert "aws:RequestTag/userId" in role["assume_role_policy"]
    policies = {
        id: value["policy"]
        for id, value in after.stacks[NOTES]["resource"]["aws_iam_policy"].items()
        if id.startswith("UserRole_")
    }
    statements = [statement for policy in policies.values() for statement in json.loads(policy)["Statement"]]
    of_table = [
        statement for statement in statements if any(action.startswith("dynamodb:") for action in _list(statement["Action"]))
    ]
    assert of_table
    assert all("aws:PrincipalTag/userId" in json.dumps(statement["Condition"]) for statement in of_table)


def test_one_tables_settings_change_that_table_only(follow: Callable[[str], Followed], before: Stacks) -> None:
    after = follow("set-one-table")
    assert changed(before, after.stacks) == {NOTES}
    (table,) = after.resources(NOTES, "aws_dynamodb_table")
    assert table["billing_mode"] == "PROVISIONED"
    assert table["read_capacity"].endswith("[0], 10)}")  # what is there, else the least
    (scheduled,) = after.resources(NOTES, "aws_appautoscaling_scheduled_action")
    assert (scheduled["schedule"], scheduled["timezone"]) == ("cron(0 8 ? * MON-FRI *)", "Asia/Tokyo")
    (plan,) = after.resources(NOTES, "aws_backup_plan")
    assert [rule["rule_name"] for rule in plan["rule"]] == ["weekly"]


def test_capacity_and_exports_follow_a_schedule(follow: Callable[[str], Followed], before: Stacks) -> None:
    after = follow("scale-on-a-schedule")
    actions = {action["name"].split("-")[-1]: action for action in after.resources(NOTES, "aws_appautoscaling_scheduled_action")}
    assert {name: int(action["scalable_target_action"]["min_capacity"]) for name, action in actions.items()} == {
        "morning": 100,
        "evening": 5,
    }
    assert {action["timezone"] for action in actions.values()} == {"Asia/Tokyo"}
    times = [schedule["schedule_expression"] for schedule in after.resources(NOTES, "aws_scheduler_schedule")]
    assert len(times) > 2
    assert any("17" in time and "FRI" in time for time in times)


def test_a_key_is_changed_by_a_second_table_and_none_is_lost(follow: Callable[[str], Followed]) -> None:
    after = follow("change-a-key")
    assert {path.split("/")[1] for path in after.touched} == {"notes"}
    both, one = ({table["name"]: table for table in stack_tables(stage)} for stage in after.stages)
    assert both.keys() - one.keys() == {"notes-production"}
    new = both["notes-of-teams-production"]
    assert (new["hash_key"], new["range_key"]) == ("teamId", "noteId")
    assert api_may(after, "aws_dynamodb_table.TeamNotes") == {f"dynamodb:{name}Item" for name in ("Get", "Put", "Delete")} | {
        "dynamodb:Query"
    }
    commands = migrate_commands((FOLDER / "change-a-key.md").read_text())
    assert [command[1] for command in commands] == ["plan", "run"]
    assert migrated(after.project, [both["notes-production"], new], commands) == [
        {"teamId": {"S": "none"}, "noteId": {"S": "a"}, "userId": {"S": "u"}},
        {"teamId": {"S": "t"}, "noteId": {"S": "b"}, "userId": {"S": "u"}},
    ]


def test_an_adopted_table_is_imported_and_then_watched(tmp_path: Path) -> None:
    page = (FOLDER / "adopt-a-table.md").read_text()
    project, stages = copied(tmp_path / "project", page), list[Stacks]()
    for step in steps(page):
        if isinstance(step, Commands):
            run(step, project)
            stages.append(read_stacks(project / "cdktf.out"))
        else:
            step.apply(project)
    imported, watched = (stage["sales-production"] for stage in stages)
    assert [block["id"] for block in imported["import"]] == ["Orders.v1"]
    assert [type for type in imported["resource"] if type != "aws_dynamodb_table"] == []
    (table,) = imported["resource"]["aws_dynamodb_table"].values()
    assert (table["name"], table["read_capacity"], table["lifecycle"]["prevent_destroy"]) == ("Orders.v1", 10, True)
    assert watched["resource"]["aws_dynamodb_table"] == imported["resource"]["aws_dynamodb_table"]
    assert "aws_cloudwatch_metric_alarm" in watched["resource"]


def test_a_simulation_names_the_hot_key_and_its_remedy(follow: Callable[[str], Followed]) -> None:
    after = follow("simulate-a-load")
    assert after.touched == ["stacks/notes/load.yaml"]
    assert "<svg" in (after.project / "notes.html").read_text()
    (notes,) = json.loads((after.project / "notes.json").read_text())["tables"]
    (finding,) = [one for one in notes["findings"] if one["kind"] == "write" and one["cause"] == "hot key"]
    assert (finding["about"], finding["patterns"]) == ("userId={userId}", ["PN1"])
    assert "shards" in finding["remedy"]


def test_a_load_test_finds_no_wrong_answer(follow: Callable[[str], Followed]) -> None:
    if DYNOXIDE.unsupported() or not program().is_file():
        pytest.skip("dynoxide is not installed: run `npm ci`")
    after = follow("load-test")
    assert "<svg" in (after.project / "notes.html").read_text()
    result = json.loads((after.project / "notes.json").read_text())
    assert result["wrong_answers"] == 0
    assert {pattern["id"] for pattern in result["patterns"]} == {"PN1", "PN2"}


def called(followed: Followed) -> list[str]:
    """Return what the application prints."""
    environ = {**os.environ, "PYTHONPATH": f"{followed.project / 'modules'}:{followed.project}"}
    program = [sys.executable, str(ROOT / "tests" / "called.py")]
    done = subprocess.run(program, cwd=followed.project, env=environ, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def stack_tables(stacks: Stacks) -> list[Any]:
    return list(stacks[NOTES]["resource"]["aws_dynamodb_table"].values())


def migrate_commands(page: str) -> list[list[str]]:
    lines = re.findall(r"^    dynawright (migrate .*)$", page.replace("\\\n", " "), re.MULTILINE)
    return [line.split() for line in lines]


def migrated(project: Path, tables: list[Any], commands: list[list[str]]) -> Any:
    """The new table after the commands; the old one has notes of no team, one team and a test."""
    program = [sys.executable, str(ROOT / "tests" / "migrated.py"), json.dumps(tables), json.dumps(commands)]
    environ = {**os.environ, "PYTHONPATH": f"{project / 'modules'}:{project}"}
    done = subprocess.run(program, cwd=project, env=environ, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr + done.stdout
    return json.loads(done.stdout.splitlines()[-1])


@pytest.mark.parametrize("page", [*PAGES, TROUBLESHOOTING], ids=lambda page: page.stem)
def test_every_link_of_a_page_leads_to_a_heading(page: Path) -> None:
    for link in re.findall(r"\]\(([^)]+)\)", page.read_text()):
        file, _, heading = link.partition("#")
        headings = re.findall(r"^#+ (.+)$", (page.parent / file).read_text(), re.MULTILINE) if heading else []
        assert (page.parent / file).exists(), link
        assert not heading or heading in {one.lower().replace(" ", "-") for one in headings}, link


@pytest.mark.parametrize("page", [*PAGES, TROUBLESHOOTING], ids=lambda page: page.stem)
def test_every_target_and_guard_finding_that_a_page_names_exists(page: Path) -> None:
    makefile = (ROOT / "Makefile").read_text()
    for targets in re.findall(r"(?:^|`)make ((?:[a-z]+ ?)+)", page.read_text(), re.MULTILINE):
        assert all(f"\n{target}:" in makefile for target in targets.split()), targets
    for finding in re.findall(r"\(`([a-z-]+)`\)", page.read_text()):
        assert f"| `{finding}` |" in (ROOT / "docs" / "guard.md").read_text(), finding


def test_the_prices_of_the_troubleshooting_page_are_those_we_reckon_with() -> None:
    alarm, composite, dashboard = prices.ALARM_METRIC_MONTH, prices.COMPOSITE_ALARM_MONTH, prices.DASHBOARD_MONTH
    line = f"{alarm:.2f} for each metric, {composite:.2f} a composite; a dashboard {dashboard:.2f}"
    assert line in TROUBLESHOOTING.read_text()


@pytest.mark.soak
@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_check_and_gate_pass_after_the_page_was_followed(page: Path, tmp_path: Path) -> None:
    project = copy_of_repository(tmp_path)
    if page.stem != FIRST:
        followed_files(FIRST, project)
    for step in steps(page.read_text()):
        if isinstance(step, Commands):
            run(step, project)
        else:
            step.apply(project)
    make(project, "check")
    make(project, "gate")

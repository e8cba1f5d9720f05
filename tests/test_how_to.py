"""The how-to pages work as they are written: each is followed on a copy of the project, and what it promises is there."""

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
import yaml

from dynawright.baselines import without_metadata
from dynawright.deploy.review.affected import affected
from dynawright.ops.load import load_of
from dynawright.prices import general as prices
from dynawright.settings import load_named, validated
from dynawright.synthesis import synthesize
from dynawright.systems import stack_names, system_names, systems
from tests.conftest import ROOT
from tests.copies import copy_of_repository, make
from tests.how_to import Commands, steps

FOLDER = ROOT / "docs" / "how-to"
PAGES = sorted(FOLDER.glob("*.md"))
TROUBLESHOOTING = ROOT / "docs" / "troubleshooting.md"
NEEDED = (".github", "Makefile", "cdktf.json", "environments", "main.py", "modules", "stacks")

pytestmark = pytest.mark.xdist_group("how-to")  # `before` is made once

Stacks = dict[str, Any]
"""Each stack's Terraform, by its name."""


def read_stacks(outdir: Path) -> Stacks:
    return {
        file.parent.name: without_metadata(json.loads(file.read_text())) for file in (outdir / "stacks").glob("*/cdk.tf.json")
    }


@pytest.fixture(scope="module")
def before(tmp_path_factory: pytest.TempPathFactory) -> Stacks:
    """Production as it is."""
    outdir = tmp_path_factory.mktemp("before")
    synthesize(load_named("production"), system=None, outdir=outdir)
    return read_stacks(outdir)


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
        (found,) = [one for one in self.resources(stack, type) if one[attribute] == value]
        return found

    def alarms(self, stack: str) -> set[str]:
        return {one["alarm_name"] for one in self.resources(stack, "aws_cloudwatch_metric_alarm")}


@pytest.fixture
def follow(tmp_path: Path) -> Callable[[str], Followed]:
    def follow(name: str) -> Followed:
        _needs_systems((FOLDER / f"{name}.md").read_text())
        project = tmp_path / "project"
        project.mkdir()
        for part in NEEDED:
            if (ROOT / part).is_dir():
                shutil.copytree(ROOT / part, project / part, ignore=shutil.ignore_patterns("__pycache__"))
            else:
                shutil.copy(ROOT / part, project / part)
        touched, stages = [], []
        for step in steps((FOLDER / f"{name}.md").read_text()):
            if isinstance(step, Commands):
                run(step, project)
                stages.append(read_stacks(project / "cdktf.out"))
            else:
                step.apply(project)
                touched.append(step.path)
        return Followed(project, stages, touched)

    return follow


def _needs_systems(page: str) -> None:
    """Skip a page that changes a system whose folder is gone."""
    changed_systems = set(re.findall(r"In `stacks/(\w+)/", page))
    for name in changed_systems - set(system_names()):
        pytest.skip(f"the page changes {name}, which is not here")


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


def application_may(followed: Followed, resource: str) -> set[str]:
    """What the policies of ai_chef's application allow on resources whose ARN has this in it."""
    policies = followed.stacks["ai_chef-production"]["resource"]["aws_iam_policy"]
    documents = [json.loads(one["policy"]) for id, one in policies.items() if id.startswith("ApplicationRole_")]
    allowed = [statement["Action"] for one in documents for statement in one["Statement"] if resource in statement["Resource"]]
    return {action for actions in allowed for action in ([actions] if isinstance(actions, str) else actions)}


def test_every_page_is_tested() -> None:
    tested = set(re.findall(r'follow\("([a-z-]+)"\)', Path(__file__).read_text()))
    assert tested == {page.stem for page in PAGES}


def test_a_new_system_stands_beside_the_others(follow: Callable[[str], Followed], before: Stacks) -> None:
    after = follow("add-a-system")
    assert changed(before, after.stacks) == {"notes-production", "foundation-production"}  # whose deploy roles learn its name
    table = after.named("notes-production", "aws_dynamodb_table", "name", "notes-production")
    assert table["deletion_protection_enabled"] is True
    for type in ("aws_kms_key", "aws_iam_role", "aws_backup_plan", "aws_cloudwatch_metric_alarm", "aws_cloudwatch_dashboard"):
        assert after.resources("notes-production", type), type
    schema = json.loads((after.project / "environments" / "environment.schema.json").read_text())
    assert "notes" in schema["$defs"]["Systems"]["properties"]


def test_a_new_table_is_protected_granted_backed_up_and_watched(follow: Callable[[str], Followed]) -> None:
    after = follow("add-a-table")
    assert affected(after.touched) == ["ai_chef"]
    table = after.named("ai_chef-production", "aws_dynamodb_table", "name", "ai-chef-feedback-production")
    assert table["deletion_protection_enabled"] is True
    assert table["point_in_time_recovery"]["recovery_period_in_days"] == 35
    assert "aws_kms_key" in table["server_side_encryption"]["kms_key_arn"]
    assert application_may(after, "aws_dynamodb_table.Feedback") == {"dynamodb:PutItem", "dynamodb:Query"}
    assert "aws_dynamodb_table.Feedback" in json.dumps(after.resources("ai_chef-production", "aws_backup_selection"))
    names = after.alarms("ai_chef-production")
    assert {"ai-chef-feedback-WriteThrottles-production", "ai-chef-feedback-PutItem-Latency-production"} <= names
    assert {"FeedbackTableName", "FeedbackTableArn"} <= after.stacks["ai_chef-production"]["output"].keys()


def test_a_new_index_is_granted_and_watched(follow: Callable[[str], Followed]) -> None:
    after = follow("add-an-index")
    assert affected(after.touched) == ["ai_chef"]
    table = after.named("ai_chef-production", "aws_dynamodb_table", "name", "ai-chef-sessions-production")
    assert [index["name"] for index in table["global_secondary_index"]] == ["userId-index"]
    assert application_may(after, "/index/userId-index") == {"dynamodb:Query"}
    assert "ai-chef-sessions-userId-index-WriteThrottles-production" in after.alarms("ai_chef-production")
    assert "userId-index" in json.dumps(after.resources("ai_chef-production", "aws_cloudwatch_dashboard"))


def test_a_new_environment_has_every_system(follow: Callable[[str], Followed]) -> None:
    after = follow("add-an-environment")
    assert after.stacks.keys() == {f"{name}-qa" for name in stack_names()}
    shop = after.named("shop-qa", "aws_dynamodb_table", "name", "DynamoDBShop-qa")
    assert (shop["billing_mode"], shop["deletion_protection_enabled"]) == ("PROVISIONED", True)
    assert after.named("ai_chef-qa", "aws_dynamodb_table", "name", "ai-chef-results-qa")["billing_mode"] == "PAY_PER_REQUEST"
    assert after.stacks["shop-qa"]["terraform"]["backend"]["s3"]["bucket"] == "tablestakes-state-qa"


def test_a_new_replica_is_protected_and_watched(follow: Callable[[str], Followed], before: Stacks) -> None:
    after = follow("add-a-replica")
    replicas = after.resources("ai_chef-production", "aws_dynamodb_table_replica")
    assert len(replicas) == 2
    for one in replicas:
        assert (one["provider"], one["deletion_protection_enabled"]) == ("aws.ap-northeast-3", True)
        assert (one["point_in_time_recovery"], one["lifecycle"]["prevent_destroy"]) == (True, True)
    assert "ai-chef-sessions-ap-northeast-3-ReplicationLatency-production" in after.alarms("ai_chef-production")
    for name in before:
        assert [one.get("alias") for one in after.stacks[name]["provider"]["aws"]] == [None, "ap-northeast-3"]


def test_new_alarms_fire_and_notify(follow: Callable[[str], Followed], before: Stacks) -> None:
    after = follow("add-an-alarm")
    transactional = {"shop-production"} | {
        f"{name}-production"
        for name in stack_names()
        if any("TransactionConflicts" in one for one in after.alarms(f"{name}-production"))
    }
    assert changed(before, after.stacks) == {"ai_chef-production"} | transactional
    assert "foundation-production" not in transactional
    alarms = after.resources("ai_chef-production", "aws_cloudwatch_metric_alarm")
    assert {one["threshold"] for one in alarms if "-GetItem-Latency-" in one["alarm_name"]} == {20}
    timeouts = "aws-dynamodb-ai-chef-tables-production-Timeouts-production"
    alarm = after.named("ai_chef-production", "aws_cloudwatch_metric_alarm", "alarm_name", timeouts)
    (filter,) = after.resources("ai_chef-production", "aws_cloudwatch_log_metric_filter")
    assert filter["pattern"] == '"timed out"'
    assert filter["metric_transformation"]["name"] == alarm["metric_name"]
    assert "aws_sns_topic" in alarm["alarm_actions"][0]
    assert timeouts in json.dumps(after.resources("ai_chef-production", "aws_cloudwatch_dashboard"))
    assert "DynamoDBShop-TransactionConflicts-production" in after.alarms("shop-production")


def test_a_new_output_changes_nothing_else(follow: Callable[[str], Followed], before: Stacks) -> None:
    after = follow("add-an-output")
    assert affected(after.touched) == ["ai_chef"]
    outputs = after.stacks["ai_chef-production"]["output"]
    assert outputs.pop("ApplicationRoleArn")["value"].startswith("${aws_iam_role.ApplicationRole")
    assert after.stacks["ai_chef-production"] == before["ai_chef-production"]


def test_a_key_is_changed_by_a_second_table_and_none_is_lost(follow: Callable[[str], Followed]) -> None:
    after = follow("change-a-key")
    assert affected(after.touched) == ["ai_chef"]
    both, one = ({table["name"]: table for table in stack_tables(stage)} for stage in after.stages)
    assert both.keys() - one.keys() == {"ai-chef-sessions-production"}
    new = both["ai-chef-user-sessions-production"]
    assert (new["hash_key"], new["range_key"], new["ttl"]["attribute_name"]) == ("userId", "sessionId", "TTL")
    assert application_may(after, "aws_dynamodb_table.UserSessions") == {
        f"dynamodb:{name}Item" for name in ("Get", "Put", "Delete")
    } | {"dynamodb:Query"}
    commands = migrate_commands((FOLDER / "change-a-key.md").read_text())
    assert [command[1] for command in commands] == ["plan", "run"]
    assert migrated(after.project, [both[f"ai-chef-{name}-production"] for name in ("sessions", "user-sessions")], commands) == [
        {"userId": {"S": "guest"}, "sessionId": {"S": "a"}},
        {"userId": {"S": "u"}, "sessionId": {"S": "b"}},
    ]


def stack_tables(stacks: Stacks) -> list[Any]:
    return list(stacks["ai_chef-production"]["resource"]["aws_dynamodb_table"].values())


def migrate_commands(page: str) -> list[list[str]]:
    lines = re.findall(r"^    dynawright (migrate .*)$", page.replace("\\\n", " "), re.MULTILINE)
    return [line.split() for line in lines]


def migrated(project: Path, tables: list[Any], commands: list[list[str]]) -> Any:
    """What is in the new table after the commands; the old one holds a guest's session, a user's and one of a test."""
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


def test_the_settings_and_the_load_of_the_troubleshooting_page_load(tmp_path: Path) -> None:
    block, load = re.findall(r"```yaml\n(.*?)```", TROUBLESHOOTING.read_text(), re.DOTALL)
    place = {"name": "test", "project": "acme", "account_id": "111111111111", "region": "eu-west-1", "state": {"local": True}}
    environment = validated({**place, **yaml.safe_load(block)})
    shop = next((system for system in systems() if system.name == "shop"), None)
    if shop is None:
        pytest.skip("the page's example is about the shop, which is not here")
    assert environment.for_system("shop").table.contributor_insights is True
    (tmp_path / "load.yaml").write_text(load)
    assert load_of(shop, tmp_path / "load.yaml").requests["PS5"] == 400_000


def test_the_prices_of_the_troubleshooting_page_are_those_we_reckon_with() -> None:
    alarm, composite, dashboard = prices.ALARM_METRIC_MONTH, prices.COMPOSITE_ALARM_MONTH, prices.DASHBOARD_MONTH
    line = f"{alarm:.2f} for each metric, {composite:.2f} a composite; a dashboard {dashboard:.2f}"
    assert line in TROUBLESHOOTING.read_text()


@pytest.mark.soak
@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_check_and_gate_pass_after_the_page_was_followed(page: Path, tmp_path: Path) -> None:
    text = page.read_text()
    _needs_systems(text)
    project = copy_of_repository(tmp_path)
    for step in steps(text):
        if isinstance(step, Commands):
            run(step, project)
        else:
            step.apply(project)
    make(project, "check")
    make(project, "gate")

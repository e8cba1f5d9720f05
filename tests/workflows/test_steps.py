"""Each workflow's shell steps, run in a clone of the project against the emulator; `gh` is one that writes down what it is asked.

Not run: `make test`, which runs this; `make gate` and `make audit`, which have tests of their own and need more than the emulator.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from dynawright.emulator.emulator import Emulator
from dynawright.settings import load_named
from dynawright.systems import system_names
from tests.conftest import ROOT
from tests.workflows.workflow import Runner, shell_steps

GH = """#!/bin/bash
{ printf '%s ' "$@"; echo; } >> "$ASKED"
case "$*" in *--jq*) cat "$ANSWER" ;; esac
"""
SKIPPED = ("make test", "make gate", "make audit")
TOPIC = "tablestakes-alarms-local"


@dataclass(frozen=True)
class Machine:
    """A clone whose tools are this project's own, an emulator, and a `gh` that asks nobody."""

    clone: Path
    emulator: Emulator
    environ: dict[str, str]

    def runner(self, **values: str) -> Runner:
        dotted = {name.replace("__", "."): value for name, value in values.items()}
        common = {"github.repository": "owner/repository", "github.token": "token", "matrix.environment": "local"}
        return Runner(self.clone, self.environ, {**common, **dotted})

    def asked(self) -> str:
        """What `gh` was asked since the last time."""
        file = Path(self.environ["ASKED"])
        text = file.read_text() if file.exists() else ""
        file.unlink(missing_ok=True)
        return text

    def answer(self, text: str) -> None:
        Path(self.environ["ANSWER"]).write_text(text)


@pytest.fixture(scope="module")
def machine(needs_terraform: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Machine]:
    workplace = tmp_path_factory.mktemp("runner")
    clone = workplace / "clone"
    files = subprocess.run(
        ["git", "ls-files", "-z", "-co", "--exclude-standard"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    for name in filter(None, files.stdout.split("\0")):
        if (ROOT / name).is_file():
            (clone / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, clone / name)
    commit(clone)
    for tools in (".venv", ".venv-audit"):
        (clone / tools).symlink_to((ROOT / tools).resolve())
    for lock in (*(clone / "requirements").rglob("*"), clone / "package-lock.json", clone / "pyproject.toml"):
        os.utime(lock, (0, 0))  # the tools are installed already
    (workplace / "bin").mkdir()
    gh = workplace / "bin" / "gh"
    gh.write_text(GH)
    gh.chmod(0o755)
    with Emulator(load_named("local").account_id) as emulator:
        environ = {
            **emulator.environ,
            "PATH": f"{workplace / 'bin'}:{emulator.environ['PATH']}",
            "ASKED": str(workplace / "asked"),
            "ANSWER": str(workplace / "answer"),
            "SYSTEM": "foundation",  # where a workflow plans all systems: one is enough here
        }
        machine = Machine(clone, emulator, environ)
        machine.answer("")
        yield machine


def commit(clone: Path) -> None:
    """Two commits, the second of which touches one stack: the foundation, which every application has."""
    identity = ("-c", "user.name=test", "-c", "user.email=test@example.com", "-c", "core.hooksPath=/dev/null")
    for command in (("init", "-q", "-b", "main"), ("add", "-A"), (*identity, "commit", "-qm", "first")):
        subprocess.run(["git", *command], cwd=clone, check=True, capture_output=True)
    stack = clone / "stacks" / "foundation" / "stack.py"
    stack.write_text(stack.read_text() + "# changed\n")
    subprocess.run(["git", *identity, "commit", "-qam", "second"], cwd=clone, check=True, capture_output=True)


def topics(machine: Machine) -> list[str]:
    sns = machine.emulator.client("sns", load_named("local").region)
    return [topic["TopicArn"].rsplit(":", 1)[1] for topic in sns.list_topics()["Topics"]]


def revision(clone: Path, name: str) -> str:
    done = subprocess.run(["git", "rev-parse", name], cwd=clone, check=True, capture_output=True, text=True)
    return done.stdout.strip()


def test_deploy_picks_the_systems_that_differ_from_what_was_last_deployed_as_a_whole(machine: Machine) -> None:
    machine.answer(base := revision(machine.clone, "HEAD~1"))
    runner = machine.runner()
    for step in shell_steps("deploy", "changes"):
        runner.run(step)
    assert runner.outputs == {
        "steps.affected.outputs.base": base,
        "steps.affected.outputs.foundation": "true",
        "steps.affected.outputs.systems": "[]",
    }
    assert "--workflow deploy.yml --branch main --event push --status success --limit 1" in machine.asked()


@pytest.mark.parametrize("answer", ["", "0" * 40], ids=["nothing was deployed yet", "git no longer knows what was"])
def test_deploy_picks_all_systems_where(machine: Machine, answer: str) -> None:
    machine.answer(answer)
    runner = machine.runner()
    for step in shell_steps("deploy", "changes"):
        runner.run(step)
    assert runner.outputs["steps.affected.outputs.base"] == ""
    assert runner.outputs["steps.affected.outputs.foundation"] == "true"
    assert json.loads(runner.outputs["steps.affected.outputs.systems"]) == list(system_names())


@pytest.fixture(scope="module")
def deployed(machine: Machine) -> Runner:
    """The foundation, by the steps of deploy-system.yml: planned on one machine, applied as it was packed there."""
    values = {"inputs__system": "foundation", "inputs__environment": "local"}
    planner = machine.runner(**values)
    planner.values = {**planner.values, "inputs.base || 'HEAD~1'": "HEAD~1"}
    for step in shell_steps("deploy-system", "plan"):
        planner.run(step)
    assert topics(machine) == []
    shutil.rmtree(machine.clone / "cdktf.out")  # another machine has only what was packed
    applier = machine.runner(**values, needs__plan__outputs__digest=planner.outputs["steps.pack.outputs.digest"])
    for step in shell_steps("deploy-system", "apply"):
        applier.run(step)
    return planner


def test_what_was_planned_is_shown_and_applied(machine: Machine, deployed: Runner) -> None:
    assert re.search(r"\| foundation \| \d+ \| 0 \| 0 \| 0 \| ✅ nothing that destroys data or service \|", deployed.summary)
    assert topics(machine) == [TOPIC]
    assert deployed.outputs["steps.pack.outputs.commit"] == revision(machine.clone, "HEAD")


def test_a_plan_that_was_tampered_with_is_not_unpacked(machine: Machine, deployed: Runner) -> None:
    unpack = shell_steps("deploy-system", "apply")[0]
    packed = machine.clone / "reviewed.tar.gz"
    packed.write_bytes(packed.read_bytes() + b"x")
    with pytest.raises(AssertionError, match="computed checksum did NOT match"):
        machine.runner(needs__plan__outputs__digest=deployed.outputs["steps.pack.outputs.digest"]).run(unpack)


def test_drift_closes_its_issue_when_nothing_differs_and_opens_one_when_something_does(
    machine: Machine, deployed: Runner
) -> None:
    machine.answer("7\n")
    runner = machine.runner()
    for step in shell_steps("drift", "plan"):
        runner.run(step)
    assert runner.outputs["steps.differs.outputs.answer"] == "false"
    assert "issue close 7 --repo owner/repository" in machine.asked()

    cloudwatch = machine.emulator.client("cloudwatch", load_named("local").region)
    alarms = [alarm["AlarmName"] for alarm in cloudwatch.describe_alarms()["MetricAlarms"]]
    cloudwatch.delete_alarms(AlarmNames=alarms[:1])
    machine.answer("")
    runner = machine.runner()
    for step in shell_steps("drift", "plan"):
        runner.run(step)
    assert runner.outputs["steps.differs.outputs.answer"] == "true"
    assert "issue create --repo owner/repository --title Drift in local --label drift --body-file review.md" in machine.asked()
    assert "| foundation | 1 | 0 | 0 | 0 |" in runner.summary


def test_a_pull_request_is_planned_scanned_and_commented_on(machine: Machine, deployed: Runner) -> None:
    runner = machine.runner(github__event__pull_request__base__sha="HEAD~1", github__event__pull_request__number="12")
    scan = machine.clone / ".cache" / "gate" / "gate.md"
    scan.parent.mkdir(parents=True, exist_ok=True)
    scan.write_text("All rules hold.\n")
    pages = machine.clone / "pages"
    for job, page in (("scan", scan), ("plan", machine.clone / "review.md")):
        for step in shell_steps("pr", job):
            if not step.body["run"].startswith(SKIPPED):
                runner.run(step)
        artifact = pages / ("scan" if job == "scan" else "review-production")
        artifact.mkdir(parents=True)
        shutil.copy(page, artifact)
    assert "### Scan\n\nAll rules hold.\n" in runner.summary
    machine.asked()

    (comment,) = shell_steps("pr", "comment")
    machine.answer("")
    runner.run(comment)
    asked = machine.asked()
    assert "api --method POST repos/owner/repository/issues/12/comments --field body=<!-- dynawright review -->" in asked
    assert "## `local`" in asked
    assert "## Scan\n\nAll rules hold." in asked
    machine.answer("99\n")
    runner.run(comment)
    assert (
        "api --method PATCH repos/owner/repository/issues/comments/99 --field body=<!-- dynawright review -->" in machine.asked()
    )


def test_dependencies_and_workflows_are_checked(machine: Machine, audit_tools: Path) -> None:
    for step in shell_steps("pr", "supply-chain"):
        if not step.body["run"].startswith(SKIPPED):
            machine.runner().run(step)
    assert (machine.clone / "sbom.json").exists()

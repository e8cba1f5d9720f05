"""Requirements of all workflows besides those of the linters."""

import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from dynawright.deploy.review.affected import SHARED
from dynawright.settings import environment_names
from dynawright.systems import system_names
from tests.conftest import ROOT
from tests.workflows.workflow import FILES, FOLDER, jobs, steps

PINNED = re.compile(r"uses: [\w-]+/[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$")
NOT_FOR_FORKS = "github.event.pull_request.head.repo.full_name == github.repository"


def triggers(name: str) -> dict[str, Any]:
    loaded: dict[Any, Any] = yaml.safe_load((FOLDER / f"{name}.yml").read_text())
    found: dict[str, Any] = loaded[True]  # YAML 1.1 reads `on` as true
    return found


ACTION = FOLDER.parent / "actions" / "terraform" / "action.yml"


@pytest.mark.parametrize("file", [*FILES, ACTION], ids=lambda file: file.stem)
def test_every_action_is_pinned_by_its_commit_with_the_version_beside_it(file: Path) -> None:
    used = [line.strip().removeprefix("- ") for line in file.read_text().splitlines() if "uses: " in line]
    assert [line for line in used if not line.startswith("uses: ./") and not PINNED.match(line)] == []


def test_terraforms_version_is_written_in_one_place() -> None:
    files = [*FOLDER.parent.rglob("*.yml"), *FOLDER.parent.rglob("*.sh")]
    assert [file for file in files if "terraform_version:" in file.read_text()] == [ACTION]


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_every_job_says_what_it_may_do_and_how_long(file: Path) -> None:
    assert yaml.safe_load(file.read_text())["permissions"] == {}
    for name, job in jobs(file).items():
        assert "permissions" in job, name
        assert "uses" in job or "timeout-minutes" in job, name
        assert "write-all" not in str(job["permissions"])


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_no_checkout_leaves_its_token_behind(file: Path) -> None:
    checkouts = [step for step in steps(file) if "actions/checkout" in step.body.get("uses", "")]
    assert all(step.body["with"]["persist-credentials"] is False for step in checkouts)


def test_nothing_runs_with_the_rights_of_the_base_on_the_code_of_a_fork() -> None:
    assert not any("pull_request_target" in file.read_text() or "workflow_run" in file.read_text() for file in FILES)


def test_no_workflow_holds_a_long_lived_secret() -> None:
    assert not any("secrets." in file.read_text() or "aws-access-key" in file.read_text() for file in FILES)


def test_a_fork_gets_neither_credentials_nor_a_token_that_writes() -> None:
    for name, job in jobs(FOLDER / "pr.yml").items():
        if "write" in job["permissions"].values():
            assert NOT_FOR_FORKS in job["if"], name


def test_only_the_job_that_waits_for_an_approval_has_the_role_that_writes() -> None:
    for file in FILES:
        for name, job in jobs(file).items():
            roles = [step["with"]["role-to-assume"] for step in job.get("steps", []) if "role-to-assume" in step.get("with", {})]
            if roles and "DEPLOY" in roles[0]:
                assert (file.stem, name, job["environment"]) == ("deploy-system", "apply", "${{ inputs.environment }}")
            elif roles:
                assert roles == ["${{ vars.PLAN_ROLE_ARN }}"]
                assert job["environment"].startswith("plan-")


def test_a_push_deploys_whenever_it_may_concern_a_system() -> None:
    """The path filter knows the paths of `affected`, and what a deployment consists of."""
    filters = {path.removesuffix("/**") for path in triggers("deploy")["push"]["paths"]}
    workflows = {f".github/workflows/{name}.yml" for name in ("deploy", "promote", "deploy-system")}
    assert filters == {*SHARED, *workflows, ".github/scripts/deployed.sh", "Makefile"}


def test_any_system_can_be_deployed_by_hand_to_every_environment() -> None:
    inputs = triggers("deploy")["workflow_dispatch"]["inputs"]
    assert inputs["system"]["type"] == "string"
    assert {*inputs["environment"]["options"], "local"} == set(environment_names())


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_no_workflow_names_a_system(file: Path) -> None:
    words = set(re.findall(r"[a-z][a-z0-9_]+", file.read_text()))
    assert words.isdisjoint(system_names())


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_what_a_person_writes_reaches_make_by_the_environment_only(file: Path) -> None:
    """Neither the shell nor make takes it for a command."""
    for step in steps(file):
        run = step.body.get("run", "")
        assert "${{" not in run, step.name
        assert not re.search(r"\bmake\b.*\bSYSTEM=", run), step.name


@pytest.mark.parametrize("file", ["pr", "drift"])
def test_every_environment_is_planned_for_a_pull_request_and_every_night(file: str) -> None:
    (matrix,) = [
        job["strategy"]["matrix"]
        for job in jobs(FOLDER / f"{file}.yml").values()
        if "environment" in job.get("strategy", {}).get("matrix", {})
    ]
    assert {*matrix["environment"], "local"} == set(environment_names())


def test_every_make_target_that_a_workflow_names_exists() -> None:
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    named = {
        word
        for file in FILES
        for step in steps(file)
        for words in re.findall(r"\bmake ((?:--silent )?[a-z ]+)", step.body.get("run", ""))
        for word in words.removeprefix("--silent ").split()
    }
    assert named <= targets


NEEDS_TERRAFORM = re.compile(r"\bmake (?:--silent )?(?:gate|test|review|deploy|plan)\b(?!.*--no-plan)")


def test_every_job_that_needs_terraform_sets_it_up_first() -> None:
    for file in FILES:
        for name, job in jobs(file).items():
            used = [step.get("uses") == "./.github/actions/terraform" for step in job.get("steps", [])]
            needed = [bool(NEEDS_TERRAFORM.search(step.get("run", ""))) for step in job.get("steps", [])]
            if any(needed):
                assert True in used[: needed.index(True)], f"{file.stem}: {name}"


def test_the_scan_leaves_all_its_reports() -> None:
    (kept,) = [step.body["with"] for step in steps(FOLDER / "pr.yml") if step.body.get("with", {}).get("name") == "scan"]
    assert kept["path"] == ".cache/gate/gate.*"  # gate.md, gate.sarif, gate.xml


def test_by_hand_only_what_is_on_main_is_deployed() -> None:
    by_hand = jobs(FOLDER / "deploy.yml")["by-hand"]
    assert by_hand["if"] == "github.event_name == 'workflow_dispatch' && github.ref == 'refs/heads/main'"


def test_a_system_goes_from_environment_to_environment_by_itself() -> None:
    chain = jobs(FOLDER / "promote.yml")
    assert {*chain, "local"} == set(environment_names())
    assert {name: job.get("needs") for name, job in chain.items()} == {"dev": None, "staging": "dev", "production": "staging"}
    assert [job["with"]["environment"] for job in chain.values()] == list(chain)
    systems = jobs(FOLDER / "deploy.yml")["systems"]
    assert (systems["uses"], systems["strategy"]["fail-fast"]) == ("./.github/workflows/promote.yml", False)
    assert systems["needs"] == ["changes", "foundation"]


def test_a_deployment_waits_only_for_the_same_system_in_the_same_environment() -> None:
    """GitHub cancels all but the newest waiting run of a group, so each system needs its own."""
    callers = [yaml.safe_load((FOLDER / f"{file}.yml").read_text()) for file in ("deploy", "promote")]
    assert [caller.get("concurrency", {}).get("group") for caller in callers] == ["deploy-${{ github.run_id }}", None]
    workflow = yaml.safe_load((FOLDER / "deploy-system.yml").read_text())
    assert workflow["concurrency"] == {
        "group": "deploy-${{ inputs.system }}-${{ inputs.environment }}",
        "cancel-in-progress": False,
    }
    assert not any("concurrency" in job for caller in (*callers, workflow) for job in caller["jobs"].values())


def test_a_run_that_waited_or_is_run_again_plans_what_is_there_by_then_and_applies_that() -> None:
    both = jobs(FOLDER / "deploy-system.yml")
    refs = {name: job["steps"][0]["with"]["ref"] for name, job in both.items()}
    assert refs == {"plan": "${{ github.ref }}", "apply": "${{ needs.plan.outputs.commit }}"}


def test_every_system_is_compared_with_what_was_deployed_last_in_every_environment() -> None:
    """The next plan includes failed and skipped runs since then, so its review must too."""
    deploy = jobs(FOLDER / "deploy.yml")
    assert {deploy[name]["with"]["base"] for name in ("foundation", "systems")} == {"${{ needs.changes.outputs.base }}"}
    assert {job["with"]["base"] for job in jobs(FOLDER / "promote.yml").values()} == {"${{ inputs.base }}"}

"""Synthesis: what is asked for, or nothing at all."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from dynawright.errors import UserError
from dynawright.settings import load_named
from dynawright.stack import SystemStack
from dynawright.synthesis import stack_of, synthesize
from dynawright.systems import FOUNDATION, stack_names, system_names, systems


def run_main(project_root: Path, outdir: Path, **environ: str) -> subprocess.CompletedProcess[str]:
    """`python main.py`, just as a user runs it."""
    cleaned = {name: value for name, value in os.environ.items() if name != "JSII_NODE"}
    return subprocess.run(
        [sys.executable, "main.py"],
        cwd=project_root,
        env={**cleaned, "CDKTF_OUTDIR": str(outdir), **environ},
        capture_output=True,
        text=True,
        check=False,
    )


def test_every_model_has_its_stack_and_every_stack_its_model() -> None:
    assert [system.name for system in systems()] == list(system_names())
    stacks = [stack_of(name) for name in stack_names()]
    assert [stack.system for stack in stacks if issubclass(stack, SystemStack)] == list(systems())


def test_every_folder_of_a_stack_is_named_and_the_foundation_comes_first(project_root: Path) -> None:
    assert sorted(stack_names()) == sorted(path.parent.name for path in (project_root / "stacks").glob("*/stack.py"))
    assert stack_names()[0] == FOUNDATION


def test_main_writes_the_local_environment_and_says_nothing_but_warnings(project_root: Path, tmp_path: Path) -> None:
    done = run_main(project_root, tmp_path)
    assert (done.returncode, done.stdout) == (0, "")
    assert done.stderr.splitlines() == [f"warning: {warning}" for system in systems() for warning in system.warnings]
    assert {folder.name for folder in (tmp_path / "stacks").iterdir()} == {f"{name}-local" for name in stack_names()}


def test_a_model_without_warnings_says_nothing(project_root: Path, tmp_path: Path) -> None:
    done = run_main(project_root, tmp_path, DYNAWRIGHT_SYSTEM="ai_chef")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_environment_and_system_are_chosen_by_variables(project_root: Path, tmp_path: Path) -> None:
    done = run_main(project_root, tmp_path, DYNAWRIGHT_ENV="production", DYNAWRIGHT_SYSTEM="ai_chef")
    assert done.returncode == 0, done.stderr
    assert [folder.name for folder in (tmp_path / "stacks").iterdir()] == ["ai_chef-production"]


def test_an_unknown_environment_is_one_line_and_status_2(project_root: Path, tmp_path: Path) -> None:
    done = run_main(project_root, tmp_path, DYNAWRIGHT_ENV="prodution")
    assert done.returncode == 2
    assert done.stderr == (
        "error: environment 'prodution' is not allowed: one of dev, local, production, staging; did you mean 'production'?\n"
    )
    assert not list(tmp_path.iterdir())


def test_an_unknown_system_is_one_line_and_status_2(project_root: Path, tmp_path: Path) -> None:
    done = run_main(project_root, tmp_path, DYNAWRIGHT_SYSTEM="ai_shef")
    assert done.returncode == 2
    assert done.stderr == (
        "error: there is no system 'ai_shef'; there is foundation, ai_chef, feature_flags, miyabi_lambda, miyabi_progress, shop; "
        "did you mean 'ai_chef'?\n"
    )


def test_a_rejected_synthesis_leaves_what_was_there(tmp_path: Path) -> None:
    synthesize(load_named("local"), system=None, outdir=tmp_path)
    before = (tmp_path / "stacks/ai_chef-local/cdk.tf.json").read_bytes()
    with pytest.raises(UserError):
        synthesize(load_named("dev"), system="nothing", outdir=tmp_path)
    assert (tmp_path / "stacks/ai_chef-local/cdk.tf.json").read_bytes() == before


BY_HAND = """\
import sys; sys.path.insert(0, '.')
from dynawright.app import main
from dynawright.bindings.aws.cloudwatch_metric_alarm import CloudwatchMetricAlarm
from stacks.ai_chef.stack import AiChefStack

class ByHand(AiChefStack):
    def __init__(self, scope, environment):
        super().__init__(scope, environment)
        CloudwatchMetricAlarm(
            self, "ByHand", alarm_name="by-hand", namespace="AWS/DynamoDB", metric_name="UserErrors", statistic="Sum", period=60,
            dimensions={"TableName": "ai-chef-sessions-local"}, comparison_operator="GreaterThanThreshold", threshold=0,
            evaluation_periods=1, alarm_actions=[self.alarm_topic_arn],
        )

import dynawright.synthesis
dynawright.synthesis.stack_of = lambda name: ByHand
main()
"""


def test_an_alarm_by_hand_that_can_never_fire_ends_synthesis_before_anything_is_written(
    project_root: Path, tmp_path: Path
) -> None:
    environ = {**os.environ, "CDKTF_OUTDIR": str(tmp_path), "DYNAWRIGHT_SYSTEM": "ai_chef"}
    done = subprocess.run(
        [sys.executable, "-c", BY_HAND], cwd=project_root, env=environ, capture_output=True, text=True, check=False
    )
    assert done.returncode == 2, done.stderr
    assert done.stderr == (
        "error: ai_chef-local/ByHand: UserErrors by TableName never has data: AWS/DynamoDB publishes it by nothing (the whole account)\n"
    )
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == []


@pytest.mark.parametrize("environment", ["local", "dev", "staging", "production"])
def test_two_syntheses_give_the_same_bytes(environment: str, tmp_path: Path) -> None:
    for run in ("first", "second"):
        synthesize(load_named(environment), system=None, outdir=tmp_path / run)
    for document in (tmp_path / "first/stacks").glob("*/cdk.tf.json"):
        twin = tmp_path / "second/stacks" / document.parent.name / "cdk.tf.json"
        assert json.loads(document.read_text()) == json.loads(twin.read_text())
        assert document.read_bytes() == twin.read_bytes()


@pytest.mark.parametrize("module", ["dynawright.systems", "dynawright.settings", "dynawright.model"])
def test_models_and_settings_load_without_cdktf_or_boto3(module: str, project_root: Path) -> None:
    code = f"import sys, {module}; print(sorted({{'cdktf', 'jsii', 'boto3', 'moto', 'checkov'}} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], cwd=project_root, capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_one_system_is_built_without_importing_the_others(project_root: Path, tmp_path: Path) -> None:
    code = (
        "import dynawright.app; dynawright.app.synth(); import sys;"
        "print(sorted(name for name in sys.modules if name.startswith('stacks.') and name.endswith('.stack')))"
    )
    environ = {**os.environ, "CDKTF_OUTDIR": str(tmp_path), "DYNAWRIGHT_SYSTEM": "ai_chef"}
    done = subprocess.run([sys.executable, "-c", code], cwd=project_root, env=environ, capture_output=True, text=True, check=True)
    assert done.stdout == "['stacks.ai_chef.stack']\n"


def test_main_imports_nothing_heavy_that_it_does_without(project_root: Path, tmp_path: Path) -> None:
    code = (
        "import dynawright.app; dynawright.app.synth(); import sys;"
        "print(sorted({'boto3', 'botocore', 'moto', 'checkov', 'pytest'} & set(sys.modules)))"
    )
    environ = {**os.environ, "CDKTF_OUTDIR": str(tmp_path)}
    done = subprocess.run([sys.executable, "-c", code], cwd=project_root, env=environ, capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"

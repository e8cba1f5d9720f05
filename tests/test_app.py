"""Synthesis writes the requested stacks, or nothing after an error."""

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
from tests.problems import codes

NOTHING_CHOSEN = {name: value for name, value in os.environ.items() if not name.startswith(("DYNAWRIGHT_", "JSII_"))}


def run_main(application: Path, outdir: Path, **environ: str) -> subprocess.CompletedProcess[str]:
    """`python main.py`, just as a user runs it."""
    return subprocess.run(
        [sys.executable, "main.py"],
        cwd=application,
        env={**NOTHING_CHOSEN, "CDKTF_OUTDIR": str(outdir), **environ},
        capture_output=True,
        text=True,
        check=False,
    )


def run_code(code: str, application: Path, outdir: Path, **environ: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", code],
        cwd=application,
        env={**NOTHING_CHOSEN, "CDKTF_OUTDIR": str(outdir), **environ},
        capture_output=True,
        text=True,
        check=False,
    )


def add_system(application: Path, name: str) -> None:
    """Add another system with the tables of orders."""
    folder = application / "stacks" / name
    folder.mkdir()
    for file in ("model.py", "stack.py"):
        text = (application / "stacks" / "orders" / file).read_text()
        text = text.replace('System("orders"', f'System("{name}"').replace("OrdersStack", f"{name.capitalize()}Stack")
        (folder / file).write_text(text)


def test_systems_are_discovered_and_the_foundation_comes_first(application: Path) -> None:
    add_system(application, "billing")
    assert system_names() == ("billing", "orders")
    assert stack_names() == (FOUNDATION, "billing", "orders")
    stacks = [stack_of(name) for name in stack_names()]
    assert [stack.system for stack in stacks if issubclass(stack, SystemStack)] == list(systems())


def test_an_application_without_systems_has_a_foundation(application: Path, tmp_path: Path) -> None:
    (application / "stacks/orders/model.py").unlink()
    done = run_main(application, tmp_path / "out")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert [folder.name for folder in (tmp_path / "out/stacks").iterdir()] == ["foundation-local"]


def test_main_writes_the_local_environment_and_says_nothing(application: Path, tmp_path: Path) -> None:
    done = run_main(application, tmp_path / "out")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert {folder.name for folder in (tmp_path / "out/stacks").iterdir()} == {"foundation-local", "orders-local"}


def test_warnings_of_a_model_are_printed(application: Path, tmp_path: Path) -> None:
    model = application / "stacks/orders/model.py"
    model.write_text(model.read_text().replace('        Put("PO8", "archive an order", entity="ARCHIVED", used_by=[API]),\n', ""))
    done = run_main(application, tmp_path / "out")
    (warning,) = systems()[0].warnings
    assert (done.returncode, done.stdout, done.stderr) == (0, "", f"warning[DW263] {warning}\n")


def test_environment_and_system_are_chosen_by_variables(application: Path, tmp_path: Path) -> None:
    done = run_main(application, tmp_path / "out", DYNAWRIGHT_ENV="production", DYNAWRIGHT_SYSTEM="orders")
    assert done.returncode == 0, done.stderr
    assert [folder.name for folder in (tmp_path / "out/stacks").iterdir()] == ["orders-production"]


@pytest.mark.parametrize(
    ("variable", "value", "near"), [("DYNAWRIGHT_ENV", "prodution", "production"), ("DYNAWRIGHT_SYSTEM", "order", "orders")]
)
def test_an_unknown_name_is_one_line_and_status_2(
    application: Path, tmp_path: Path, variable: str, value: str, near: str
) -> None:
    done = run_main(application, tmp_path / "out", **{variable: value})
    assert done.returncode == 2
    (line,) = done.stderr.splitlines()
    assert line.startswith("error")
    assert f"'{value}'" in line
    assert f"id you mean '{near}'?" in line
    assert not (tmp_path / "out").exists()


def test_the_folder_may_have_parents_that_do_not_exist_yet(application: Path, tmp_path: Path) -> None:
    done = run_main(application, tmp_path / "not" / "there" / "out", DYNAWRIGHT_SYSTEM="orders")
    assert (done.returncode, done.stderr) == (0, "")
    assert (tmp_path / "not/there/out/stacks/orders-local/cdk.tf.json").exists()


def test_a_rejected_synthesis_leaves_what_was_there(application: Path, tmp_path: Path) -> None:
    synthesize(load_named("local"), system=None, outdir=tmp_path / "out")
    before = (tmp_path / "out/stacks/orders-local/cdk.tf.json").read_bytes()
    with pytest.raises(UserError):
        synthesize(load_named("production"), system="nothing", outdir=tmp_path / "out")
    assert (tmp_path / "out/stacks/orders-local/cdk.tf.json").read_bytes() == before


BY_HAND = """\
        CloudwatchMetricAlarm(
            self, "ByHand", alarm_name="by-hand", namespace="AWS/DynamoDB", metric_name="UserErrors", statistic="Sum", period=60,
            dimensions={"TableName": "orders-local"}, comparison_operator="GreaterThanThreshold", threshold=0,
            evaluation_periods=1, alarm_actions=[self.alarm_topic_arn],
        )
"""


def test_an_alarm_by_hand_that_can_never_fire_ends_synthesis_before_anything_is_written(
    application: Path, tmp_path: Path
) -> None:
    stack = application / "stacks/orders/stack.py"
    binding = "from dynawright.bindings.aws.cloudwatch_metric_alarm import CloudwatchMetricAlarm\n"
    before = "from dynawright.constructs.access"
    stack.write_text(stack.read_text().replace(before, binding + before) + BY_HAND)
    done = run_main(application, tmp_path / "out", DYNAWRIGHT_SYSTEM="orders")
    assert done.returncode == 2, done.stderr
    (line,) = done.stderr.splitlines()
    assert "orders-local/ByHand" in line
    assert "UserErrors" in line
    assert [path for path in (tmp_path / "out").rglob("*") if path.is_file()] == []


@pytest.mark.parametrize("environment", ["local", "production"])
def test_two_syntheses_give_the_same_bytes(application: Path, environment: str, tmp_path: Path) -> None:
    for run in ("first", "second"):
        synthesize(load_named(environment), system=None, outdir=tmp_path / run)
    documents = sorted((tmp_path / "first/stacks").glob("*/cdk.tf.json"))
    assert len(documents) == 2
    for document in documents:
        assert document.read_bytes() == (tmp_path / "second/stacks" / document.parent.name / "cdk.tf.json").read_bytes()


@pytest.mark.parametrize("module", ["dynawright.systems", "dynawright.settings", "dynawright.model"])
def test_models_and_settings_load_without_cdktf_or_boto3(module: str, application: Path, tmp_path: Path) -> None:
    code = f"import sys, {module}; print(sorted({{'cdktf', 'jsii', 'boto3', 'moto', 'checkov'}} & set(sys.modules)))"
    assert run_code(code, application, tmp_path).stdout == "[]\n"


def test_one_system_is_built_without_importing_the_others(application: Path, tmp_path: Path) -> None:
    add_system(application, "billing")
    code = (
        "import dynawright.app; dynawright.app.synth(); import sys;"
        "print(sorted(name for name in sys.modules if name.startswith('stacks.') and name.endswith('.stack')))"
    )
    done = run_code(code, application, tmp_path / "out", DYNAWRIGHT_SYSTEM="orders")
    assert done.stdout == "['stacks.orders.stack']\n", done.stderr


def test_main_imports_nothing_heavy_that_it_does_without(application: Path, tmp_path: Path) -> None:
    code = (
        "import dynawright.app; dynawright.app.synth(); import sys;"
        "print(sorted({'boto3', 'botocore', 'moto', 'checkov', 'pytest'} & set(sys.modules)))"
    )
    assert run_code(code, application, tmp_path / "out").stdout == "[]\n"


WEAK = "systems: {orders: {tables: {orders: {deletion_protection: false}}}}\n"


def run_by_cdktf(application: Path, outdir: Path, **environ: str) -> subprocess.CompletedProcess[str]:
    """`python main.py`, as the cdktf command line runs it."""
    return run_main(application, outdir, DYNAWRIGHT_ENV="production", CDKTF_CONTINUE_SYNTH_ON_ERROR_ANNOTATIONS="true", **environ)


def test_the_cdktf_command_line_gets_nothing_that_a_rule_finds(application: Path, tmp_path: Path) -> None:
    settings = application / "environments" / "production.yaml"
    settings.write_text(settings.read_text() + WEAK)
    refused = run_by_cdktf(application, tmp_path / "out")
    assert (refused.returncode, codes(refused.stderr)) == (2, ["DW506"])
    assert not (tmp_path / "out").exists()


def test_the_cdktf_command_line_gets_what_main_writes(application: Path, tmp_path: Path) -> None:
    by_cdktf = run_by_cdktf(application, tmp_path / "cdktf", TERRAFORM_BINARY_NAME="/opt/dynawright-terraform")
    assert by_cdktf.returncode == 0, by_cdktf.stderr
    assert run_main(application, tmp_path / "main", DYNAWRIGHT_ENV="production").returncode == 0
    written = {folder: files_in(tmp_path / folder) for folder in ("cdktf", "main")}
    assert written["cdktf"] == written["main"]


def test_cdktf_without_the_guard_is_warned(application: Path, tmp_path: Path) -> None:
    plain = run_by_cdktf(application, tmp_path / "plain", TERRAFORM_BINARY_NAME="terraform")
    judging = run_by_cdktf(application, tmp_path / "judging", TERRAFORM_BINARY_NAME="dynawright-terraform")
    assert ["dynawright-terraform" in done.stderr for done in (plain, judging)] == [True, False]


def files_in(folder: Path) -> dict[str, bytes]:
    return {str(file.relative_to(folder)): file.read_bytes() for file in folder.rglob("*") if file.is_file()}

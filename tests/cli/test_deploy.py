"""Plan, apply, destroy and deploy, with a Terraform that only logs its calls."""

import zipfile
from datetime import timedelta
from pathlib import Path

import pytest

from dynawright.rules.exceptions import today
from tests.cli.conftest import Dynawright, example
from tests.problems import codes

pytestmark = pytest.mark.usefixtures("application")


def asked(log: Path) -> list[str]:
    """Return the folder and the command of each call."""
    return [" ".join(line.split()[:2]) for line in log.read_text().splitlines()]


def test_plan_shows_and_applies_nothing(dynawright: Dynawright, terraform_log: Path) -> None:
    done = dynawright(*example("plan"))
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith(f"• Terraform 1.11.0 ({terraform_log.parent}/bin/terraform)\n• step 1 of 2: ")
    assert "• step 2 of 2: orders in production: " in done.stdout
    assert done.stdout.endswith("guard: nothing that destroys data or service\n")
    assert asked(terraform_log) == [f"orders-production {word}" for word in ("init", "plan", "show", "show")]


def test_apply_asks_for_each_stack(dynawright: Dynawright, terraform_log: Path) -> None:
    done = dynawright(*example("apply"), answer="yes\nno\n")
    assert done.returncode == 1
    assert [line for line in asked(terraform_log) if line.endswith("apply")] == ["foundation-production apply"]


def test_destroy_begins_with_the_systems(dynawright: Dynawright, terraform_log: Path) -> None:
    assert dynawright(*example("destroy")).returncode == 0
    assert asked(terraform_log) == ["orders-production init", "orders-production destroy"]
    terraform_log.unlink()
    assert dynawright("destroy", "-e", "production").returncode == 0
    assert asked(terraform_log)[1::2] == ["orders-production destroy", "foundation-production destroy"]


def test_deploy_applies_what_review_left(repository: Path, dynawright: Dynawright, terraform_log: Path) -> None:
    assert dynawright(*example("deploy")).returncode == 2
    reviewed = dynawright(*example("review"))
    assert reviewed.returncode == 0, reviewed.stderr
    terraform_log.unlink()
    done = dynawright(*example("deploy"))
    assert (done.returncode, done.stdout.splitlines()[-1]) == (0, "2 plans applied")
    assert [line for line in asked(terraform_log) if line.endswith("apply")] == [
        "foundation-production apply",
        "orders-production apply",
    ]


@pytest.mark.parametrize("command", ["plan", "apply", "destroy", "review"])
def test_a_real_deployment_wants_a_terraform_of_the_users_own(
    repository: Path, dynawright: Dynawright, tmp_path: Path, command: str
) -> None:
    tools = tmp_path / "tools"
    tools.mkdir()
    (tools / "git").symlink_to("/usr/bin/git")
    options = ["--base", "HEAD"] if command == "review" else []
    done = dynawright(command, "-e", "production", "-s", "orders", *options, PATH=str(tools))
    assert done.returncode == 2
    assert "--bundled-terraform" in done.stderr
    assert not (repository / "cdktf.out").exists()


EXCEPTION = """\
exceptions:
  - system: orders
    rule: tables-refuse-deletion
    resource: Orders/Table
    reason: it is emptied every night, for now
    expires: {expires}
"""


@pytest.fixture
def weakened(repository: Path) -> Path:
    """Cause a finding on a table of the application's production; return the environment's file."""
    file = repository / "environments" / "production.yaml"
    weak = "systems: {orders: {tables: {orders: {deletion_protection: false}}}}\n"
    file.write_text(file.read_text() + weak)
    return file


@pytest.mark.parametrize("command", ["plan", "apply", "review"])
def test_what_a_rule_finds_is_refused(weakened: Path, dynawright: Dynawright, terraform_log: Path, command: str) -> None:
    options = ["--base", "HEAD"] if command == "review" else []
    done = dynawright(command, "-e", "production", "-s", "orders", *options, answer="yes\n")
    assert done.returncode == 1, done.stderr
    shown = Path("review.md").read_text() if command == "review" else done.stdout
    assert "tables-refuse-deletion" in shown
    assert not [line for line in asked(terraform_log) if line.endswith("apply")]
    assert not list(Path().glob("cdktf.out/stacks/*/reviewed.tfplan"))


def test_an_exception_is_honoured_and_shown_until_it_expires(weakened: Path, dynawright: Dynawright, terraform_log: Path) -> None:
    weak = weakened.read_text()
    arguments = ("-e", "production", "-s", "orders")
    weakened.write_text(weak + EXCEPTION.format(expires=today()))
    planned = dynawright("plan", *arguments)
    assert (planned.returncode, "it is emptied every night, for now" in planned.stdout) == (0, True), planned.stdout
    assert dynawright("review", *arguments, "--base", "HEAD").returncode == 0
    assert f"| {today()} | orders | `Orders/Table` | `tables-refuse-deletion` |" in Path("review.md").read_text()

    weakened.write_text(weak + EXCEPTION.format(expires=today() - timedelta(days=1)))
    deployed = dynawright("deploy", *arguments)  # the plan was reviewed before it expired
    assert (deployed.returncode, "tables-refuse-deletion" in deployed.stdout) == (1, True), deployed.stderr
    assert not [line for line in asked(terraform_log) if line.endswith("apply")]
    assert dynawright("review", *arguments, "--base", "HEAD").returncode == 1
    assert f"| ❌ expired {today() - timedelta(days=1)} | orders |" in Path("review.md").read_text()


def test_what_is_put_into_a_reviewed_plan_is_refused(repository: Path, dynawright: Dynawright, terraform_log: Path) -> None:
    arguments = ("-e", "production", "-s", "orders")
    assert dynawright("review", *arguments, "--base", "HEAD").returncode == 0
    with zipfile.ZipFile(Path("cdktf.out/stacks/orders-production/reviewed.tfplan"), "a") as plan:
        plan.writestr("tfconfig/m-/main.tf", 'resource "aws_iam_user" "u" { name = "u" }')
    deployed = dynawright("deploy", *arguments)
    assert (deployed.returncode, codes(deployed.stderr)) == (2, ["DW413"])
    assert not [line for line in asked(terraform_log) if line.endswith("apply")]

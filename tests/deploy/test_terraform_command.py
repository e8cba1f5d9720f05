"""Terraform's command lines, as Terraform itself reads them."""

import pytest

from dynawright.deploy.terraform_command import TerraformCommand


@pytest.mark.parametrize(
    ("arguments", "name", "folder", "positional"),
    [
        (["apply", "-auto-approve", "-var", "a=b", "plan"], "apply", "", ("plan",)),
        (["apply", "-var=a=b", "-parallelism", "4"], "apply", "", ()),
        (["-chdir=stacks/a", "apply"], "apply", "stacks/a", ()),
        (["-version"], "", "", ()),
        ([], "", "", ()),
    ],
    ids=str,
)
def test_a_command_line_is_taken_apart(arguments: list[str], name: str, folder: str, positional: tuple[str, ...]) -> None:
    command = TerraformCommand.parsed(arguments)
    assert (command.name, command.folder, command.positional) == (name, folder, positional)


@pytest.mark.parametrize(
    ("option", "is_on"),
    [
        ("-auto-approve", True),
        ("--auto-approve", True),
        ("-auto-approve=true", True),
        ("-auto-approve=1", True),
        ("-auto-approve=false", False),
        ("-no-color", False),
    ],
)
def test_a_switch_is_on_as_go_reads_it(option: str, is_on: bool) -> None:
    assert TerraformCommand.parsed(["apply", option]).is_on("auto-approve") == is_on


def test_the_last_one_of_an_option_counts() -> None:
    command = TerraformCommand.parsed(["plan", "-out", "a", "-out=b"])
    assert command.value("out") == "b"
    assert TerraformCommand.parsed(["apply", "-auto-approve", "-auto-approve=false"]).is_on("auto-approve") is False


def test_plan_and_apply_share_the_options() -> None:
    command = TerraformCommand.parsed(
        ["apply", "-auto-approve", "-var", "a=b", "-target=t", "-refresh-only", "-parallelism=4", "-no-color"]
    )
    assert command.for_plan() == ["-var=a=b", "-target=t", "-refresh-only", "-parallelism=4", "-no-color"]
    assert command.for_saved_plan() == ["-parallelism=4", "-no-color"]


def test_the_variable_of_a_command_comes_first() -> None:
    command = TerraformCommand.parsed(
        ["apply", "-target=b"], {"TF_CLI_ARGS_apply": "-var 'a=b c' -destroy", "TF_CLI_ARGS_plan": "-x"}
    )
    assert command.for_plan() == ["-var=a=b c", "-destroy", "-target=b"]

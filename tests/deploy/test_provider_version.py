"""Which provider runs on the emulator."""

import json
from pathlib import Path

import pytest

from dynawright.deploy.provider_mirror import Installation
from dynawright.deploy.provider_version import asked_for, on_emulator
from dynawright.errors import UserError
from dynawright.provider_versions import DEFAULT
from tests.deploy.test_provider_mirror import UNPACKED, make_mirror
from tests.problems import told

REGISTRY = Installation("registry", None, "")


def mirror(folder: Path, *versions: str) -> Installation:
    for version in versions:
        make_mirror(folder, UNPACKED.replace("5.100.0", version))
    return Installation("mirror", folder, "")


@pytest.mark.parametrize(
    ("wanted", "offered", "chosen"),
    [
        ("6.61.0", ("5.100.0", "6.61.0", "6.70.0"), "6.61.0"),
        ("5.100.0", ("5.100.0", "6.61.0"), "5.100.0"),
        ("6.61.0", ("5.100.0",), "5.100.0"),
        ("6.61.0", ("5.100.0", "6.20.0", "6.40.0", "7.0.0"), "6.40.0"),
        (">= 6.39.0, < 6.62.0", ("5.100.0", "6.60.0", "6.61.0", "6.70.0"), "6.61.0"),
        (">= 6.39.0, < 7.0.0", ("5.100.0",), "5.100.0"),
    ],
)
def test_a_mirror_gives_the_stacks_version_else_its_newest_supported_one(
    tmp_path: Path, wanted: str, offered: tuple[str, ...], chosen: str
) -> None:
    assert on_emulator(wanted, mirror(tmp_path, *offered)).version == chosen


@pytest.mark.parametrize(
    ("wanted", "chosen"),
    [("6.62.0", "6.62.0"), ("5.100.0", "5.100.0"), (">= 6.39.0, < 7.0.0", "6.61.0"), (">= 5.100.0, < 6.13.0", "5.100.0")],
)
def test_the_registry_gives_the_stacks_version_and_of_a_range_the_newest_tested_one(wanted: str, chosen: str) -> None:
    assert on_emulator(wanted, REGISTRY).version == chosen


def test_a_mirror_without_a_supported_version_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(UserError) as error:
        on_emulator("6.61.0", mirror(tmp_path, "6.20.0", "7.1.0"))
    assert told(error.value.problems) == [("DW412", "", str(tmp_path))]


def test_it_says_which_version_runs_and_which_one_is_missing(tmp_path: Path) -> None:
    offered = mirror(tmp_path, "5.100.0")
    assert "6.61.0" in str(on_emulator("6.61.0", offered))
    assert str(on_emulator("5.100.0", offered)) == f"AWS provider 5.100.0 ({tmp_path})"


def test_the_stack_says_what_it_asks_for(tmp_path: Path) -> None:
    assert asked_for(tmp_path) == DEFAULT
    providers = {"aws": {"source": "aws", "version": "5.100.0"}}
    (tmp_path / "cdk.tf.json").write_text(json.dumps({"terraform": {"required_providers": providers}}))
    assert asked_for(tmp_path) == "5.100.0"

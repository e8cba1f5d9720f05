"""The configuration in a saved plan, which the rules judge."""

import json
import zipfile
from collections.abc import Mapping
from pathlib import Path

import pytest

from dynawright.deploy import configuration
from dynawright.deploy.terraform import PIN, pin_of
from tests.problems import refused

STACK = json.dumps({"terraform": {}, "resource": {}})


def saved(folder: Path, files: Mapping[str, str]) -> Path:
    path = folder / "plan"
    with zipfile.ZipFile(path, "w") as plan:
        plan.writestr("tfplan", b"\x00")
        for name, text in files.items():
            plan.writestr(f"tfconfig/m-/{name}", text)
    return path


def test_the_stack_is_read_from_the_plan_itself(tmp_path: Path) -> None:
    files = configuration.in_plan(saved(tmp_path, {"cdk.tf.json": STACK}))
    assert configuration.stack_in(files, "orders") == json.loads(STACK)


def test_the_version_of_a_supported_provider_may_be_beside_it(tmp_path: Path) -> None:
    files = configuration.in_plan(saved(tmp_path, {"cdk.tf.json": STACK, PIN: json.dumps(pin_of("6.61.0"))}))
    assert configuration.stack_in(files, "orders")


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("main.tf", 'resource "aws_iam_user" "u" { name = "u" }'),
        ("more.tf.json", "{}"),
        (PIN, "{"),
        (PIN, json.dumps(pin_of("6.20.0"))),
        (PIN, json.dumps({**pin_of("6.61.0"), "resource": {}})),
        (PIN, json.dumps({"terraform": []})),
        (PIN, json.dumps(pin_of([]))),  # type: ignore[arg-type]
    ],
)
def test_anything_else_beside_it_is_refused(tmp_path: Path, name: str, text: str) -> None:
    files = configuration.in_plan(saved(tmp_path, {"cdk.tf.json": STACK, name: text}))
    assert refused(lambda: configuration.stack_in(files, "orders")) == [("DW413", "stack orders", name)]


def test_a_plan_without_the_stack_is_refused(tmp_path: Path) -> None:
    files = configuration.in_plan(saved(tmp_path, {}))
    assert refused(lambda: configuration.stack_in(files, "orders")) == [("DW413", "stack orders", "cdk.tf.json")]


def test_what_is_no_plan_is_refused(tmp_path: Path) -> None:
    (tmp_path / "plan").write_text("encrypted")
    assert refused(lambda: configuration.in_plan(tmp_path / "plan")) == [("DW413", "", None)]


def test_a_second_object_of_the_same_name_is_refused(tmp_path: Path) -> None:
    """Terraform builds the resources of both, and rules would judge those of the last one."""
    twice = '{"resource": {"aws_iam_user": {"u": {"name": "u"}}}, "resource": {}}'
    files = configuration.in_plan(saved(tmp_path, {"cdk.tf.json": twice}))
    assert refused(lambda: configuration.stack_in(files, "orders")) == [("DW413", "stack orders", "cdk.tf.json")]

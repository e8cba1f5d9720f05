"""A stack as a Terraform module: what belongs to the caller is gone, everything else stays."""

import json
from pathlib import Path
from typing import Any

import pytest

from dynawright.errors import UserError
from dynawright.terraform_module import as_module, write_module

STACK: dict[str, Any] = {
    "//": {"metadata": {"version": "0.21.0"}},
    "terraform": {
        "backend": {"s3": {"bucket": "state"}},
        "required_providers": {"aws": {"source": "aws", "version": "6.61.0"}},
    },
    "provider": {"aws": [{"region": "eu-west-1"}, {"alias": "eu-west-3", "region": "eu-west-3"}]},
    "data": {"aws_sns_topic": {"AlarmTopic": {"//": {}, "name": "alarms"}}},
    "resource": {
        "aws_lambda_function": {"Notify": {"//": {"metadata": {}}, "filename": "assets/notify-1.zip", "function_name": "notify"}},
        "aws_dynamodb_table": {"Items": {"name": "items"}},
    },
    "output": {"ItemsTableName": {"value": "${aws_dynamodb_table.Items.name}"}},
}


def test_backend_providers_and_notes_belong_to_the_caller() -> None:
    module = as_module(STACK)
    assert module.keys() == {"terraform", "data", "resource", "output"}
    assert module["terraform"].keys() == {"required_providers"}
    assert "//" not in json.dumps(module)


def test_resources_lookups_and_outputs_stay() -> None:
    module = as_module(STACK)
    assert module["resource"]["aws_dynamodb_table"] == STACK["resource"]["aws_dynamodb_table"]
    assert module["data"] == {"aws_sns_topic": {"AlarmTopic": {"name": "alarms"}}}
    assert module["output"] == STACK["output"]


def test_code_is_found_relative_to_the_module() -> None:
    function = as_module(STACK)["resource"]["aws_lambda_function"]["Notify"]
    assert function["filename"] == "${path.module}/assets/notify-1.zip"


def test_providers_of_other_regions_are_asked_of_the_caller() -> None:
    assert as_module(STACK)["terraform"]["required_providers"]["aws"]["configuration_aliases"] == ["aws.eu-west-3"]


@pytest.mark.parametrize(("asked", "admitted"), [("6.61.0", ">= 5.100.0, < 7.0.0"), (">= 6.39.0, < 7.0.0", ">= 6.39.0, < 7.0.0")])
def test_the_caller_picks_the_providers_version(asked: str, admitted: str) -> None:
    stack = STACK | {"terraform": {"required_providers": {"aws": {"source": "aws", "version": asked}}}}
    assert as_module(stack)["terraform"]["required_providers"]["aws"]["version"] == admitted


def test_the_stack_itself_is_not_changed() -> None:
    before = json.dumps(STACK)
    as_module(STACK)
    assert json.dumps(STACK) == before


def test_code_is_copied_and_a_folder_with_files_is_left_alone(tmp_path: Path) -> None:
    stack = tmp_path / "stack"
    (stack / "assets").mkdir(parents=True)
    (stack / "assets" / "notify-1.zip").write_bytes(b"zip")
    (stack / "cdk.tf.json").write_text(json.dumps(STACK))
    files = write_module(stack, tmp_path / "module")
    assert [file.relative_to(tmp_path / "module").as_posix() for file in files] == ["main.tf.json", "assets/notify-1.zip"]
    with pytest.raises(UserError) as caught:
        write_module(stack, tmp_path / "module")
    assert [problem.code for problem in caught.value.problems] == ["DW809"]

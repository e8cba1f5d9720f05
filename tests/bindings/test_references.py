"""A reference is text that goes anywhere: JSON, cdktf constructs and functions, other stacks."""

import json
from pathlib import Path
from typing import Any

import pytest
from jsii import _kernel

from dynawright.bindings.aws.dynamodb_table import DynamodbTable, DynamodbTableAttribute
from dynawright.bindings.aws.kms_key import KmsKey
from dynawright.bindings.aws.provider import AwsProvider
from dynawright.bindings.engine import references
from dynawright.framework import cdktf


@pytest.fixture
def app(tmp_path: Path) -> cdktf.App:
    return cdktf.App(outdir=str(tmp_path))


def new_stack(app: cdktf.App, name: str) -> cdktf.TerraformStack:
    stack = cdktf.TerraformStack(app, name)
    AwsProvider(stack, "aws")
    return stack


def written(app: cdktf.App, stack: str) -> dict[str, Any]:
    app.synth()
    document: dict[str, Any] = json.loads((Path(app.outdir) / f"stacks/{stack}/cdk.tf.json").read_text())
    return document


def test_a_reference_stands_in_texts_lists_and_keys(app: cdktf.App) -> None:
    stack = new_stack(app, "stack")
    key = KmsKey(stack, "Key")
    KmsKey(stack, "Other", description=f"{key.arn}/{key.key_id}", tags={key.key_id: key.arn})
    other = written(app, "stack")["resource"]["aws_kms_key"]["Other"]
    assert other["description"] == "${aws_kms_key.Key.arn}/${aws_kms_key.Key.key_id}"
    assert other["tags"] == {"${aws_kms_key.Key.key_id}": "${aws_kms_key.Key.arn}"}


def test_cdktfs_own_constructs_and_functions_take_references(app: cdktf.App) -> None:
    stack = new_stack(app, "stack")
    key = KmsKey(stack, "Key")
    assert cdktf.Token.is_unresolved(key.arn)
    cdktf.TerraformOutput(stack, "Arn", value={"arn": key.arn, key.key_id: "a key"})
    cdktf.TerraformLocal(stack, "Joined", cdktf.Fn.join("-", [key.arn, "x"]))
    KmsKey(stack, "Other", description=cdktf.Fn.upper(key.arn))
    document = written(app, "stack")
    assert document["output"]["Arn"]["value"] == {"arn": "${aws_kms_key.Key.arn}", "${aws_kms_key.Key.key_id}": "a key"}
    assert document["locals"]["Joined"] == '${join("-", [aws_kms_key.Key.arn, "x"])}'
    assert document["resource"]["aws_kms_key"]["Other"]["description"] == "${upper(aws_kms_key.Key.arn)}"


def test_a_reference_read_before_its_resource_is_renamed_follows_it(app: cdktf.App) -> None:
    stack = new_stack(app, "stack")
    key = KmsKey(stack, "Key")
    KmsKey(stack, "Other", description=key.arn)
    key.override_logical_id("legacy")
    assert written(app, "stack")["resource"]["aws_kms_key"]["Other"]["description"] == "${aws_kms_key.legacy.arn}"


def test_texts_and_numbers_travel_to_another_stack_through_its_state(app: cdktf.App) -> None:
    first, second = new_stack(app, "first"), new_stack(app, "second")
    table = DynamodbTable(first, "Table", name="t", hash_key="PK", attribute=[DynamodbTableAttribute(name="PK", type="S")])
    KmsKey(second, "Key", description=f"for {table.arn}", deletion_window_in_days=table.read_capacity)
    key = written(app, "second")["resource"]["aws_kms_key"]["Key"]
    state = "data.terraform_remote_state.cross-stack-reference-input-first.outputs.cross-stack-output-aws_dynamodb_tableTable"
    assert key["description"] == f"for ${{{state}arn}}"
    assert key["deletion_window_in_days"] == f"${{{state}read_capacity}}"
    outputs = written(app, "first")["output"]
    assert outputs["cross-stack-output-aws_dynamodb_tableTablearn"]["value"] == "${aws_dynamodb_table.Table.arn}"


def test_a_reference_that_reaches_node_as_it_is_would_be_refused(app: cdktf.App, monkeypatch: pytest.MonkeyPatch) -> None:
    stack = new_stack(app, "stack")
    monkeypatch.setattr(_kernel, "_make_reference_for_native", references._for_node)
    cdktf.TerraformOutput(stack, "Arn", value=KmsKey(stack, "Key").arn)
    with pytest.raises(RuntimeError, match="Unrecognized Token Key 'dynawright"):
        app.synth()


def test_a_reference_within_a_stack_takes_no_call_to_node(app: cdktf.App, monkeypatch: pytest.MonkeyPatch) -> None:
    stack = new_stack(app, "stack")

    def refuse(*_: Any) -> None:
        pytest.fail("Node was called")

    monkeypatch.setattr("jsii._kernel.providers.process._NodeProcess.send", refuse)
    KmsKey(stack, "Other", description=KmsKey(stack, "Key").arn)

"""Resources of our bindings are ordinary cdktf resources whose mistakes show at the line that wrote them."""

import inspect
import json
from collections.abc import Callable
from enum import StrEnum
from pathlib import Path
from types import MappingProxyType
from typing import Any

import cdktf
import jsii
import pytest
from constructs import Construct, IConstruct

from dynawright.bindings.aws.backup_plan import BackupPlanRule, BackupPlanRuleLifecycle
from dynawright.bindings.aws.cloudwatch_metric_alarm import CloudwatchMetricAlarmMetricQuery
from dynawright.bindings.aws.data_aws_caller_identity import DataAwsCallerIdentity
from dynawright.bindings.aws.dynamodb_table import DynamodbTable, DynamodbTableAttribute, DynamodbTableReplica, DynamodbTableTtl
from dynawright.bindings.aws.kms_key import KmsKey
from dynawright.bindings.aws.lambda_event_source_mapping import (
    LambdaEventSourceMapping,
    LambdaEventSourceMappingDestinationConfig,
    LambdaEventSourceMappingDestinationConfigOnFailure,
)
from dynawright.bindings.aws.provider import AwsProvider, AwsProviderDefaultTags
from dynawright.bindings.aws.s3_bucket_lifecycle_configuration import (
    S3BucketLifecycleConfiguration,
    S3BucketLifecycleConfigurationRule,
)
from dynawright.bindings.engine.arguments import SchemaError


@pytest.fixture
def stack() -> cdktf.TerraformStack:
    stack = cdktf.TerraformStack(cdktf.Testing.app(), "stack")
    AwsProvider(stack, "aws", region="ap-northeast-1")
    return stack


def table(scope: Construct, id: str = "Table", **more: Any) -> DynamodbTable:
    attribute = [DynamodbTableAttribute(name="PK", type="S")]
    return DynamodbTable(scope, id, name="orders", hash_key="PK", attribute=attribute, **more)


def synthesized(stack: cdktf.TerraformStack) -> dict[str, Any]:
    document: dict[str, Any] = json.loads(cdktf.Testing.synth(stack))
    return document


def only_table(stack: cdktf.TerraformStack) -> dict[str, Any]:
    (found,) = synthesized(stack)["resource"]["aws_dynamodb_table"].values()
    return dict(found)


def message(write: Callable[[], object]) -> str:
    with pytest.raises(SchemaError) as caught:
        write()
    return str(caught.value)


class Billing(StrEnum):
    ON_DEMAND = "PAY_PER_REQUEST"


# ---- mistakes


def test_an_unknown_attribute_names_the_nearest_right_one_and_the_line(stack: cdktf.TerraformStack) -> None:
    frame = inspect.currentframe()
    assert frame is not None
    line = frame.f_lineno + 1
    text = message(lambda: DynamodbTable(stack, "Table", name="orders", hash_kye="PK"))  # type: ignore[call-arg]
    where, what = text.split(": ", 1)
    assert where == f"tests/bindings/test_element.py:{line}"
    assert what == "aws_dynamodb_table 'Table': unknown attribute 'hash_kye'; did you mean 'hash_key'?"


def test_an_attribute_near_to_nothing_lists_what_is_allowed(stack: cdktf.TerraformStack) -> None:
    text = message(lambda: DynamodbTableTtl(zzz=1))  # type: ignore[call-arg]
    assert text.endswith("DynamodbTableTtl: unknown attribute 'zzz'; allowed: attribute_name, enabled")


def test_a_wrong_type_says_what_it_must_be(stack: cdktf.TerraformStack) -> None:
    text = message(lambda: table(stack, read_capacity="five"))
    assert text.endswith("aws_dynamodb_table 'Table': 'read_capacity' must be a number, not str 'five'")


def test_true_is_not_a_number(stack: cdktf.TerraformStack) -> None:
    assert "'read_capacity' must be a number, not bool True" in message(lambda: table(stack, read_capacity=True))


def test_a_number_that_json_lacks_is_refused(stack: cdktf.TerraformStack) -> None:
    assert "'read_capacity' must be a number, not float nan" in message(lambda: table(stack, read_capacity=float("nan")))


def test_a_missing_required_attribute_is_named(stack: cdktf.TerraformStack) -> None:
    text = message(lambda: DynamodbTable(stack, "Table"))  # type: ignore[call-arg]
    assert text.endswith("aws_dynamodb_table 'Table': 'name' is required: give a string")


def test_a_block_where_an_attribute_belongs_is_named(stack: cdktf.TerraformStack) -> None:
    text = message(lambda: table(stack, tags=DynamodbTableTtl(enabled=True)))
    assert text.endswith("'tags' must be a map, each value a string, not a DynamodbTableTtl block, but 'tags' is an attribute")


def test_an_attribute_where_a_block_belongs_is_named(stack: cdktf.TerraformStack) -> None:
    text = message(lambda: table(stack, ttl={"enabled": True}))
    assert text.endswith("'ttl' must be one DynamodbTableTtl(...) block, not dict {'enabled': True}")


def test_a_wrong_block_in_a_list_is_named_by_its_place(stack: cdktf.TerraformStack) -> None:
    text = message(lambda: table(stack, replica=[DynamodbTableReplica(region_name="eu-west-1"), "us-east-1"]))
    assert text.endswith("'replica[1]' must be one DynamodbTableReplica(...) block, not str 'us-east-1'")


def test_a_construct_in_place_of_its_attribute_says_so(stack: cdktf.TerraformStack) -> None:
    key = KmsKey(stack, "Key")
    text = message(lambda: table(stack, restore_source_table_arn=key))
    assert text.endswith("must be a string, not the construct KmsKey; take one of its attributes, such as .arn or .name")


def test_a_wrong_value_in_a_map_is_named_by_its_key(stack: cdktf.TerraformStack) -> None:
    assert "'tags['Team']' must be a string, not int 5" in message(lambda: table(stack, tags={"Team": 5}))


def test_an_unknown_attribute_that_is_assigned_is_named_not_lost(stack: cdktf.TerraformStack) -> None:
    found = table(stack)
    text = message(lambda: setattr(found, "deletion_protection_enable", True))
    assert text.startswith("tests/bindings/test_element.py:")
    assert text.endswith(
        "aws_dynamodb_table 'Table': unknown attribute 'deletion_protection_enable'; did you mean 'deletion_protection_enabled'?"
    )
    assert message(lambda: setattr(found, "lifecyle", {})).endswith("unknown attribute 'lifecyle'; did you mean 'lifecycle'?")


def test_a_block_that_is_assigned_to_says_that_this_changes_nothing() -> None:
    ttl = DynamodbTableTtl(enabled=True, attribute_name="ttl")
    text = message(lambda: setattr(ttl, "enabled", False))
    assert text.endswith("DynamodbTableTtl: 'enabled' can't be assigned; write a new block with it")


RULES = "create_before_destroy, ignore_changes, postcondition, precondition, prevent_destroy, replace_triggered_by"


@pytest.mark.parametrize(
    ("meta", "problem"),
    [
        (
            {"lifecycle": {"prevent_destory": True}},
            "unknown rule 'prevent_destory' in 'lifecycle'; did you mean 'prevent_destroy'?",
        ),
        ({"lifecycle": {"zzz": True}}, f"unknown rule 'zzz' in 'lifecycle'; allowed: {RULES}"),
        ({"lifecycle": {"prevent_destroy": "yes"}}, "'lifecycle.prevent_destroy' must be true or false, not str 'yes'"),
        ({"lifecycle": True}, "'lifecycle' must be a map, or cdktf.TerraformResourceLifecycle(...), not bool True"),
        (
            {"lifecycle": {"ignore_changes": ["read_capcity"]}},
            "'lifecycle.ignore_changes' names 'read_capcity', which is no attribute; did you mean 'read_capacity'?",
        ),
        (
            {"lifecycle": {"ignore_changes": "tags"}},
            "'lifecycle.ignore_changes' must be a list of attributes, or 'all', not str 'tags'",
        ),
        (
            {"depends_on": ["aws_kms_key.Key"]},
            "'depends_on[0]' must be a resource or data source itself, not str 'aws_kms_key.Key'",
        ),
        ({"depends_on": "aws_kms_key.Key"}, "'depends_on' must be a list of resources, not str 'aws_kms_key.Key'"),
        ({"provider": "aws.tokyo"}, "'provider' must be a provider, such as AwsProvider(...), not str 'aws.tokyo'"),
        ({"count": "2"}, "'count' must be a whole number or a TerraformCount, not str '2'"),
        (
            {"for_each": ["a"]},
            "'for_each' must be a TerraformIterator, such as TerraformIterator.from_list([...]), not list ['a']",
        ),
    ],
)
def test_a_mistake_in_what_terraform_itself_reads_is_named_with_its_line(
    stack: cdktf.TerraformStack, meta: dict[str, Any], problem: str
) -> None:
    text = message(lambda: table(stack, **meta))
    assert text.startswith("tests/bindings/test_element.py:")
    assert text.endswith(f": aws_dynamodb_table 'Table': {problem}")


def test_a_construct_that_terraform_does_not_know_is_nothing_to_depend_on(stack: cdktf.TerraformStack) -> None:
    text = message(lambda: table(stack, depends_on=[Construct(stack, "Group")]))
    assert text.endswith(
        "'depends_on[0]' must be a resource or data source itself, not a construct, but no element of Terraform's"
    )


def test_a_member_of_an_enumeration_is_its_text(stack: cdktf.TerraformStack) -> None:
    table(stack, billing_mode=Billing.ON_DEMAND, lifecycle=MappingProxyType({"ignore_changes": ['tags["Team"]', "tags_all"]}))
    found = only_table(stack)
    assert (found["billing_mode"], found["lifecycle"]) == ("PAY_PER_REQUEST", {"ignore_changes": ['tags["Team"]', "tags_all"]})


def test_a_computed_attribute_cannot_be_set(stack: cdktf.TerraformStack) -> None:
    text = message(lambda: DynamodbTable(stack, "Table", name="orders", arn="x"))  # type: ignore[call-arg]
    assert text.endswith("'arn' is computed by AWS and can't be set")


def test_all_mistakes_of_one_resource_come_at_once(stack: cdktf.TerraformStack) -> None:
    text = message(lambda: DynamodbTable(stack, "Table", hash_kye="PK", read_capacity="five"))  # type: ignore[call-arg, arg-type]
    assert [line.split("'Table': ")[1].split(" ")[0] for line in text.splitlines()] == ["unknown", "'read_capacity'", "'name'"]


def test_a_second_construct_of_the_same_id_is_refused_at_its_line(stack: cdktf.TerraformStack) -> None:
    table(stack)
    text = message(lambda: table(stack))
    assert text.startswith("tests/bindings/test_element.py:")
    assert "There is already a Construct with name 'Table'" in text


@pytest.mark.parametrize("scope", [None, "stack", 5])
def test_a_scope_that_is_no_construct_is_refused(scope: Any) -> None:
    assert "the scope must be a construct" in message(lambda: table(scope))


def test_an_empty_id_is_refused(stack: cdktf.TerraformStack) -> None:
    assert "the id must be a string that is not empty" in message(lambda: table(stack, ""))


def test_reading_an_attribute_that_does_not_exist_names_the_nearest(stack: cdktf.TerraformStack) -> None:
    with pytest.raises(AttributeError, match="has no attribute 'stream_arm'; did you mean 'stream_arn'"):
        table(stack).stream_arm  # type: ignore[attr-defined]  # noqa: B018


# ---- what is emitted


def test_an_underscore_that_only_avoids_a_clash_is_not_written() -> None:
    rule = BackupPlanRule(rule_name="daily", target_vault_name="vault", lifecycle_=BackupPlanRuleLifecycle(delete_after=7))
    assert rule.arguments["lifecycle"] == {"delete_after": 7}


def test_nested_blocks_keep_their_structure(stack: cdktf.TerraformStack) -> None:
    LambdaEventSourceMapping(
        stack,
        "Mapping",
        function_name="f",
        destination_config=LambdaEventSourceMappingDestinationConfig(
            on_failure=LambdaEventSourceMappingDestinationConfigOnFailure(destination_arn="arn:aws:s3:::failures")
        ),
    )
    (mapping,) = synthesized(stack)["resource"]["aws_lambda_event_source_mapping"].values()
    assert mapping["destination_config"] == {"on_failure": {"destination_arn": "arn:aws:s3:::failures"}}


def test_a_blocks_argument_that_python_has_taken_is_emitted_by_terraforms_name(stack: cdktf.TerraformStack) -> None:
    rule = S3BucketLifecycleConfigurationRule(id_="objects", status="Enabled")
    S3BucketLifecycleConfiguration(stack, "Lifecycle", bucket="b", rule=[rule])
    (lifecycle,) = synthesized(stack)["resource"]["aws_s3_bucket_lifecycle_configuration"].values()
    assert lifecycle["rule"] == [{"id": "objects", "status": "Enabled"}]


def test_a_reference_is_a_token_of_the_resource(stack: cdktf.TerraformStack) -> None:
    orders = table(stack)
    KmsKey(stack, "Key", description=f"for {orders.arn}")
    (key,) = synthesized(stack)["resource"]["aws_kms_key"].values()
    assert key["description"] == "for ${aws_dynamodb_table.Table.arn}"


def test_a_reference_to_another_stack_travels_through_its_state(tmp_path: Path) -> None:
    app = cdktf.App(outdir=str(tmp_path))
    first, second = cdktf.TerraformStack(app, "first"), cdktf.TerraformStack(app, "second")
    AwsProvider(first, "aws")
    AwsProvider(second, "aws")
    KmsKey(second, "Key", description=table(first).arn)
    table(second)  # the same address in the second stack must not be taken for the first's
    app.synth()
    (key,) = json.loads((tmp_path / "stacks/second/cdk.tf.json").read_text())["resource"]["aws_kms_key"].values()
    assert key["description"].startswith("${data.terraform_remote_state.")


def test_a_data_source_is_emitted_as_data(stack: cdktf.TerraformStack) -> None:
    identity = DataAwsCallerIdentity(stack, "Me")
    KmsKey(stack, "Key", description=identity.account_id)
    document = synthesized(stack)
    assert "Me" in document["data"]["aws_caller_identity"]
    assert document["resource"]["aws_kms_key"]["Key"]["description"] == "${data.aws_caller_identity.Me.account_id}"


def test_meta_arguments_work_as_in_any_cdktf_resource(stack: cdktf.TerraformStack) -> None:
    key = KmsKey(stack, "Key")
    other = AwsProvider(stack, "tokyo", alias="tokyo", region="ap-northeast-1")
    names = cdktf.TerraformIterator.from_list(["a", "b"])
    table(
        stack,
        depends_on=[key],
        provider=other,
        for_each=names,
        lifecycle={"prevent_destroy": True, "ignore_changes": ["read_capacity"]},
    )
    found = only_table(stack)
    assert found["depends_on"] == ["aws_kms_key.Key"]
    assert found["provider"] == "aws.tokyo"
    assert found["for_each"] == '${toset(["a", "b"])}'
    assert found["lifecycle"] == {"prevent_destroy": True, "ignore_changes": ["read_capacity"]}


def test_none_means_not_written(stack: cdktf.TerraformStack) -> None:
    table(stack, lifecycle=None, depends_on=None, tags=None)
    assert {"lifecycle", "depends_on", "tags"}.isdisjoint(only_table(stack))


def test_an_override_changes_the_emitted_json(stack: cdktf.TerraformStack) -> None:
    orders = table(stack, ttl=DynamodbTableTtl(enabled=True, attribute_name="TTL"))
    orders.add_override("ttl.attribute_name", "expiresAt")
    orders.add_override("billing_mode", "PAY_PER_REQUEST")
    orders.add_override("attribute", [{"name": "SK", "type": "S"}])
    orders.add_override("hash_key", None)
    found = only_table(stack)
    assert found["ttl"] == {"enabled": True, "attribute_name": "expiresAt"}
    assert found["billing_mode"] == "PAY_PER_REQUEST"
    assert [attribute["name"] for attribute in found["attribute"]] == ["PK", "SK"]
    assert "hash_key" not in found


def test_an_overridden_logical_id_moves_the_attributes_with_it(stack: cdktf.TerraformStack) -> None:
    orders = table(stack)
    orders.override_logical_id("legacy")
    assert synthesized(stack)["resource"]["aws_dynamodb_table"]["legacy"]["name"] == "orders"
    orders.reset_override_logical_id()
    assert orders.logical_id == "Table"


def test_a_moved_resource_leaves_no_attributes_behind(stack: cdktf.TerraformStack) -> None:
    table(stack, "Old").move_to("new home")
    table(stack, "New").add_move_target("new home")
    document = synthesized(stack)
    assert list(document["resource"]["aws_dynamodb_table"]) == ["New"]
    assert document["moved"] == [{"from": "aws_dynamodb_table.Old", "to": "aws_dynamodb_table.New"}]


def test_aspects_read_and_change_inputs(stack: cdktf.TerraformStack) -> None:
    table(stack, tags={"Team": "sales"})

    @jsii.implements(cdktf.IAspect)
    class AddTag:
        def visit(self, node: IConstruct) -> None:
            if isinstance(node, DynamodbTable):
                node.tags = {**node.inputs["tags"], "Seen": "yes"}

    cdktf.Aspects.of(stack).add(AddTag())
    assert only_table(stack)["tags"] == {"Team": "sales", "Seen": "yes"}


def test_an_assigned_input_is_checked_again(stack: cdktf.TerraformStack) -> None:
    orders = table(stack)
    with pytest.raises(SchemaError, match="'tags' must be a map"):
        orders.tags = 5  # type: ignore[assignment]
    with pytest.raises(SchemaError, match="'arn' is computed by AWS"):
        orders.arn = "x"


def test_cdktf_testing_finds_our_resources(stack: cdktf.TerraformStack) -> None:
    table(stack)
    document = cdktf.Testing.synth(stack)
    assert cdktf.Testing.to_have_resource_with_properties(document, DynamodbTable.TF_RESOURCE_TYPE, {"name": "orders"})


def test_the_provider_keeps_the_case_of_default_tags_and_admits_both_majors(stack: cdktf.TerraformStack) -> None:
    AwsProvider(stack, "tagged", alias="tagged", default_tags=[AwsProviderDefaultTags(tags={"ManagedBy": "terraform"})])
    document = synthesized(stack)
    assert document["provider"]["aws"][1]["default_tags"] == [{"tags": {"ManagedBy": "terraform"}}]
    assert document["terraform"]["required_providers"]["aws"] == {"source": "hashicorp/aws", "version": ">= 5.100.0, < 7.0.0"}


def test_hcl_output_is_refused_clearly(stack: cdktf.TerraformStack) -> None:
    table(stack)
    with pytest.raises(RuntimeError, match="synthesize JSON"):
        cdktf.Testing.synth_hcl(stack)


def test_an_argument_of_a_block_that_python_could_not_name_is_written_as_terraform_calls_it() -> None:
    query = CloudwatchMetricAlarmMetricQuery(id_="result", expression="a + b")
    assert query.arguments == {"id": "result", "expression": "a + b"}

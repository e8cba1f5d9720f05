"""Resources of the bindings are cdktf resources whose mistakes show at the line that wrote them."""

import inspect
import json
from collections.abc import Callable
from enum import StrEnum
from pathlib import Path
from types import MappingProxyType
from typing import Any

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
from dynawright.errors import Problem
from dynawright.framework import cdktf
from dynawright.provider_versions import DEFAULT
from tests.problems import Told, told


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


TABLE = "aws_dynamodb_table 'Table'"


def problem_of(write: Callable[[], object]) -> Problem:
    """Return the one problem of a mistake in this file."""
    with pytest.raises(SchemaError) as caught:
        write()
    (problem,) = caught.value.problems
    assert problem.place.file == "tests/bindings/test_element.py"
    return problem


def refused(write: Callable[[], object]) -> Told:
    (problem,) = told([problem_of(write)])
    return problem


class Billing(StrEnum):
    ON_DEMAND = "PAY_PER_REQUEST"


# ---- mistakes


def test_an_unknown_attribute_names_the_nearest_right_one_and_the_line(stack: cdktf.TerraformStack) -> None:
    frame = inspect.currentframe()
    assert frame is not None
    line = frame.f_lineno + 1
    problem = problem_of(lambda: DynamodbTable(stack, "Table", name="orders", hash_kye="PK"))  # type: ignore[call-arg]
    assert (problem.code, problem.place.line, problem.place.path, problem.value) == ("DW311", line, TABLE, "hash_kye")
    assert "'hash_key'" in problem.fix


def test_an_attribute_near_to_nothing_lists_what_is_allowed(stack: cdktf.TerraformStack) -> None:
    problem = problem_of(lambda: DynamodbTableTtl(zzz=1))  # type: ignore[call-arg]
    assert told([problem]) == [("DW311", "DynamodbTableTtl", "zzz")]
    assert problem.allowed == "attribute_name, enabled"


@pytest.mark.parametrize("value", ["five", True])
def test_a_wrong_type_says_what_it_must_be(stack: cdktf.TerraformStack, value: object) -> None:
    problem = problem_of(lambda: table(stack, read_capacity=value))
    assert told([problem]) == [("DW312", f"{TABLE} read_capacity", value)]
    assert problem.allowed == "a number"


def test_a_number_that_json_lacks_is_refused(stack: cdktf.TerraformStack) -> None:
    code, place, _ = refused(lambda: table(stack, read_capacity=float("nan")))
    assert (code, place) == ("DW312", f"{TABLE} read_capacity")


def test_a_missing_required_attribute_is_named(stack: cdktf.TerraformStack) -> None:
    missing = lambda: DynamodbTable(stack, "Table")  # type: ignore[call-arg]  # noqa: E731
    assert refused(missing) == ("DW312", f"{TABLE} name", None)


def test_a_block_where_an_attribute_belongs_is_named(stack: cdktf.TerraformStack) -> None:
    block = DynamodbTableTtl(enabled=True)
    assert refused(lambda: table(stack, tags=block)) == ("DW312", f"{TABLE} tags", block)


def test_an_attribute_where_a_block_belongs_is_named(stack: cdktf.TerraformStack) -> None:
    assert refused(lambda: table(stack, ttl={"enabled": True})) == ("DW312", f"{TABLE} ttl", {"enabled": True})


def test_a_wrong_block_in_a_list_is_named_by_its_place(stack: cdktf.TerraformStack) -> None:
    replicas = [DynamodbTableReplica(region_name="eu-west-1"), "us-east-1"]
    assert refused(lambda: table(stack, replica=replicas)) == ("DW312", f"{TABLE} replica[1]", "us-east-1")


def test_a_construct_in_place_of_its_attribute_says_so(stack: cdktf.TerraformStack) -> None:
    key = KmsKey(stack, "Key")
    problem = problem_of(lambda: table(stack, restore_source_table_arn=key))
    assert told([problem]) == [("DW312", f"{TABLE} restore_source_table_arn", key)]
    assert ".arn" in problem.fix


def test_a_wrong_value_in_a_map_is_named_by_its_key(stack: cdktf.TerraformStack) -> None:
    assert refused(lambda: table(stack, tags={"Team": 5})) == ("DW312", f"{TABLE} tags['Team']", 5)


@pytest.mark.parametrize(
    ("wrong", "near"), [("deletion_protection_enable", "deletion_protection_enabled"), ("lifecyle", "lifecycle")]
)
def test_an_unknown_attribute_that_is_assigned_is_named_not_lost(stack: cdktf.TerraformStack, wrong: str, near: str) -> None:
    orders = table(stack)
    problem = problem_of(lambda: setattr(orders, wrong, True))
    assert told([problem]) == [("DW311", TABLE, wrong)]
    assert f"'{near}'" in problem.fix


def test_a_block_that_is_assigned_to_says_that_this_changes_nothing() -> None:
    ttl = DynamodbTableTtl(enabled=True, attribute_name="ttl")
    assert refused(lambda: setattr(ttl, "enabled", False)) == ("DW312", "DynamodbTableTtl", "enabled")


@pytest.mark.parametrize(
    ("meta", "code", "place", "value"),
    [
        ({"lifecycle": {"prevent_destory": True}}, "DW311", "", "prevent_destory"),
        ({"lifecycle": {"zzz": True}}, "DW311", "", "zzz"),
        ({"lifecycle": {"prevent_destroy": "yes"}}, "DW312", " lifecycle.prevent_destroy", "yes"),
        ({"lifecycle": True}, "DW312", " lifecycle", True),
        ({"lifecycle": {"ignore_changes": ["read_capcity"]}}, "DW311", "", "read_capcity"),
        ({"lifecycle": {"ignore_changes": "tags"}}, "DW312", " lifecycle.ignore_changes", "tags"),
        ({"depends_on": ["aws_kms_key.Key"]}, "DW312", " depends_on[0]", "aws_kms_key.Key"),
        ({"depends_on": "aws_kms_key.Key"}, "DW312", " depends_on", "aws_kms_key.Key"),
        ({"provider": "aws.tokyo"}, "DW312", " provider", "aws.tokyo"),
        ({"count": "2"}, "DW312", " count", "2"),
        ({"for_each": ["a"]}, "DW312", " for_each", ["a"]),
    ],
)
def test_a_mistake_in_what_terraform_itself_reads_is_named_with_its_line(
    stack: cdktf.TerraformStack, meta: dict[str, Any], code: str, place: str, value: object
) -> None:
    assert refused(lambda: table(stack, **meta)) == (code, TABLE + place, value)


def test_a_construct_that_terraform_does_not_know_is_nothing_to_depend_on(stack: cdktf.TerraformStack) -> None:
    group = Construct(stack, "Group")
    assert refused(lambda: table(stack, depends_on=[group])) == ("DW312", f"{TABLE} depends_on[0]", group)


def test_a_member_of_an_enumeration_is_its_text(stack: cdktf.TerraformStack) -> None:
    table(stack, billing_mode=Billing.ON_DEMAND, lifecycle=MappingProxyType({"ignore_changes": ['tags["Team"]', "tags_all"]}))
    found = only_table(stack)
    assert (found["billing_mode"], found["lifecycle"]) == ("PAY_PER_REQUEST", {"ignore_changes": ['tags["Team"]', "tags_all"]})


def test_a_computed_attribute_cannot_be_set(stack: cdktf.TerraformStack) -> None:
    given: Any = {"name": "orders", "arn": "x"}
    assert refused(lambda: DynamodbTable(stack, "Table", **given)) == ("DW311", f"{TABLE} arn", "arn")


def test_all_mistakes_of_one_resource_come_at_once(stack: cdktf.TerraformStack) -> None:
    given: Any = {"hash_kye": "PK", "read_capacity": "five"}
    with pytest.raises(SchemaError) as caught:
        DynamodbTable(stack, "Table", **given)
    assert told(caught.value.problems) == [
        ("DW311", TABLE, "hash_kye"),
        ("DW312", f"{TABLE} read_capacity", "five"),
        ("DW312", f"{TABLE} name", None),
    ]


def test_a_second_construct_of_the_same_id_is_refused_at_its_line(stack: cdktf.TerraformStack) -> None:
    table(stack)
    assert refused(lambda: table(stack)) == ("DW314", TABLE, "Table")


@pytest.mark.parametrize("scope", [None, "stack", 5])
def test_a_scope_that_is_no_construct_is_refused(scope: Any) -> None:
    assert refused(lambda: table(scope)) == ("DW314", TABLE, "Table")


def test_an_empty_id_is_refused(stack: cdktf.TerraformStack) -> None:
    assert refused(lambda: table(stack, "")) == ("DW314", "aws_dynamodb_table ''", "")


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
    with pytest.raises(SchemaError, match="tags"):
        orders.tags = 5  # type: ignore[assignment]
    with pytest.raises(SchemaError, match="arn"):
        orders.arn = "x"


def test_cdktf_testing_finds_our_resources(stack: cdktf.TerraformStack) -> None:
    table(stack)
    document = cdktf.Testing.synth(stack)
    assert cdktf.Testing.to_have_resource_with_properties(document, DynamodbTable.TF_RESOURCE_TYPE, {"name": "orders"})


def test_the_provider_keeps_the_case_of_default_tags(stack: cdktf.TerraformStack) -> None:
    AwsProvider(stack, "tagged", alias="tagged", default_tags=[AwsProviderDefaultTags(tags={"ManagedBy": "terraform"})])
    document = synthesized(stack)
    assert document["provider"]["aws"][1]["default_tags"] == [{"tags": {"ManagedBy": "terraform"}}]


def test_the_stack_asks_for_one_exact_provider_unless_told_otherwise(stack: cdktf.TerraformStack) -> None:
    provider = AwsProvider(stack, "tagged", alias="tagged")
    assert provider.required_version == DEFAULT
    for asked in stack.node.children:
        if isinstance(asked, AwsProvider):
            asked.required_version = ">= 6.39.0, < 7.0.0"
    asked_for = synthesized(stack)["terraform"]["required_providers"]["aws"]
    assert asked_for == {"source": "hashicorp/aws", "version": ">= 6.39.0, < 7.0.0"}


def test_hcl_output_is_refused_clearly(stack: cdktf.TerraformStack) -> None:
    table(stack)
    with pytest.raises(RuntimeError, match="synthesize JSON"):
        cdktf.Testing.synth_hcl(stack)


def test_an_argument_of_a_block_that_python_could_not_name_is_written_as_terraform_calls_it() -> None:
    query = CloudwatchMetricAlarmMetricQuery(id_="result", expression="a + b")
    assert query.arguments == {"id": "result", "expression": "a + b"}

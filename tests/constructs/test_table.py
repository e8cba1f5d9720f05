"""Table's resources for a model and settings."""

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from dynawright.constructs.encryption import EncryptionKey
from dynawright.constructs.naming import NamingError
from dynawright.constructs.table import Table
from dynawright.errors import UserError
from dynawright.framework import cdktf
from dynawright.model import KEYS_ONLY, Entity, Index, Key, LocalIndex, Stream, TableModel, include
from dynawright.rules.catalogue import all_rules
from dynawright.rules.resources import document
from dynawright.settings import AutoscalingSettings, EncryptionSettings, ReplicaSettings, TableSettings
from dynawright.settings.region import Region
from dynawright.stack import SystemStack
from tests.constructs.conftest import MINIMAL, plain_stack, resources_of
from tests.problems import told

Resources = Callable[[str], list[dict[str, Any]]]

RICH = replace(
    MINIMAL,
    partition_key=Key("PK"),
    sort_key=Key("at", "N"),
    indexes=[
        Index("by-owner", Key("owner"), Key("at", "N"), include("status")),
        Index("by-day", Key("day"), projection=KEYS_ONLY),
    ],
    local_indexes=[LocalIndex("by-size", Key("size", "N"))],
    ttl="expiresAt",
    stream=Stream.NEW_AND_OLD_IMAGES,
    entities=[Entity("ORDER", PK="ORDER#{id}", at="{at}", owner="{owner}", day="{day}", size="{size}")],
    access_patterns=[],
)


def table(
    stack: SystemStack, model: TableModel = MINIMAL, key: str = "aws_owned", settings: TableSettings | None = None
) -> Table:
    chosen = EncryptionSettings.model_validate({"key": key})
    encryption = EncryptionKey(stack, "Key", name="orders-key", settings=chosen)
    return Table(stack, "Orders", model=model, key=encryption, settings=settings or TableSettings())


def test_a_forgotten_setting_is_the_safe_one(stack: SystemStack, resources: Resources) -> None:
    table(stack, key="customer_managed")
    (found,) = resources("aws_dynamodb_table")
    assert found == {
        "name": "orders-test",
        "hash_key": "id",
        "attribute": [{"name": "id", "type": "S"}],
        "billing_mode": "PAY_PER_REQUEST",
        "table_class": "STANDARD",
        "deletion_protection_enabled": True,
        "point_in_time_recovery": {"enabled": True, "recovery_period_in_days": 35},
        "server_side_encryption": {"enabled": True, "kms_key_arn": "${aws_kms_key.Key_43586C89.arn}"},
        "lifecycle": {"prevent_destroy": True},
        "tags": {"Name": "orders-test"},
    }


def test_attribute_definitions_are_exactly_the_keys(stack: SystemStack, resources: Resources) -> None:
    table(stack, RICH)
    (found,) = resources("aws_dynamodb_table")
    types = {attribute["name"]: attribute["type"] for attribute in found["attribute"]}
    assert types == {"PK": "S", "at": "N", "owner": "S", "day": "S", "size": "N"}
    assert len(found["attribute"]) == len(types)


def test_indexes_carry_what_the_model_projects(stack: SystemStack, resources: Resources) -> None:
    table(stack, RICH)
    (found,) = resources("aws_dynamodb_table")
    assert found["global_secondary_index"] == [
        {
            "name": "by-owner",
            "hash_key": "owner",
            "range_key": "at",
            "projection_type": "INCLUDE",
            "non_key_attributes": ["status"],
        },
        {"name": "by-day", "hash_key": "day", "projection_type": "KEYS_ONLY"},
    ]
    assert found["local_secondary_index"] == [{"name": "by-size", "range_key": "size", "projection_type": "ALL"}]


def test_ttl_and_stream_are_on_where_the_model_has_them(stack: SystemStack, resources: Resources) -> None:
    table(stack, RICH)
    (found,) = resources("aws_dynamodb_table")
    assert found["ttl"] == {"enabled": True, "attribute_name": "expiresAt"}
    assert (found["stream_enabled"], found["stream_view_type"]) == (True, "NEW_AND_OLD_IMAGES")


def test_a_table_without_ttl_has_no_ttl_block_at_all(stack: SystemStack, resources: Resources) -> None:
    table(stack)
    (found,) = resources("aws_dynamodb_table")
    assert {"ttl", "stream_enabled", "stream_view_type"}.isdisjoint(found)


def test_provisioned_capacity_reaches_the_table_and_each_index(stack: SystemStack, resources: Resources) -> None:
    fixed = AutoscalingSettings(enabled=False)
    units = TableSettings(capacity_mode="provisioned", read_capacity_units=7, write_capacity_units=3, autoscaling=fixed)
    table(stack, RICH, settings=units)
    (found,) = resources("aws_dynamodb_table")
    assert found["billing_mode"] == "PROVISIONED"
    for place in (found, *found["global_secondary_index"]):
        assert (place["read_capacity"], place["write_capacity"]) == (7, 3)


def test_an_on_demand_maximum_reaches_the_table_and_each_index(stack: SystemStack, resources: Resources) -> None:
    table(stack, RICH, settings=TableSettings(on_demand_max_read_units=100))
    (found,) = resources("aws_dynamodb_table")
    for place in (found, *found["global_secondary_index"]):
        assert place["on_demand_throughput"] == {"max_read_request_units": 100}


def test_an_environment_can_let_go_of_every_protection(stack: SystemStack, resources: Resources) -> None:
    loose = TableSettings(deletion_protection=False, prevent_destroy=False, point_in_time_recovery_days=0)
    table(stack, settings=loose)
    (found,) = resources("aws_dynamodb_table")
    assert found["deletion_protection_enabled"] is False
    assert found["point_in_time_recovery"] == {"enabled": False}
    assert "lifecycle" not in found


def test_changes_that_others_make_can_be_ignored(stack: SystemStack, resources: Resources) -> None:
    table(stack, settings=TableSettings(prevent_destroy=False, ignore_changes=("read_capacity", "write_capacity")))
    (found,) = resources("aws_dynamodb_table")
    assert found["lifecycle"] == {"ignore_changes": ["read_capacity", "write_capacity"]}


def test_an_argument_that_a_table_has_not_can_not_be_ignored(stack: SystemStack) -> None:
    with pytest.raises(UserError) as caught:
        table(stack, settings=TableSettings(ignore_changes=("read_capcity",)))
    assert told(caught.value.problems) == [("DW311", "table orders ignore_changes", "read_capcity")]


@pytest.mark.parametrize(("key", "expected"), [("aws_owned", {"enabled": False}), ("aws_managed", {"enabled": True})])
def test_awss_own_keys_need_no_key_of_ours(stack: SystemStack, resources: Resources, key: str, expected: Any) -> None:
    table(stack, key=key)
    (found,) = resources("aws_dynamodb_table")
    assert found["server_side_encryption"] == expected
    assert resources("aws_kms_key") == []


def test_the_table_class_is_a_setting(stack: SystemStack, resources: Resources) -> None:
    table(stack, settings=TableSettings(table_class="STANDARD_INFREQUENT_ACCESS"))
    (found,) = resources("aws_dynamodb_table")
    assert found["table_class"] == "STANDARD_INFREQUENT_ACCESS"


KEY_ARN = "arn:aws:kms:ap-northeast-3:111111111111:key/mrk-1"


AWAY: Region = "ap-northeast-3"


def replicated(*replicas: ReplicaSettings, **settings: Any) -> TableSettings:
    return TableSettings(replicas=replicas, **settings)


@pytest.fixture
def two_regions() -> SystemStack:
    return plain_stack(other_regions=(AWAY,), tags={"Team": "orders"})


def test_a_replica_is_a_protected_table_of_its_own(two_regions: SystemStack) -> None:
    table(two_regions, RICH, settings=replicated(ReplicaSettings(region=AWAY)))
    assert resources_of(two_regions, "aws_dynamodb_table_replica") == [
        {
            "provider": f"aws.{AWAY}",
            "global_table_arn": "${aws_dynamodb_table.Orders_Table_C3D8F3FA.arn}",
            "deletion_protection_enabled": True,
            "point_in_time_recovery": True,
            "lifecycle": {"prevent_destroy": True, "ignore_changes": ["table_class_override"]},
        }
    ]


def test_a_replica_has_its_own_key_tags_and_less_protection_if_asked(two_regions: SystemStack) -> None:
    replica = ReplicaSettings(
        region=AWAY, kms_key_arn=KEY_ARN, point_in_time_recovery=False, deletion_protection=False, tags={"Disaster": "recovery"}
    )
    table(two_regions, RICH, key="customer_managed", settings=replicated(replica, prevent_destroy=False))
    (found,) = resources_of(two_regions, "aws_dynamodb_table_replica")
    assert (found["kms_key_arn"], found["tags"]) == (KEY_ARN, {"Disaster": "recovery"})
    assert (found["point_in_time_recovery"], found["deletion_protection_enabled"]) == (False, False)
    assert found["lifecycle"] == {"ignore_changes": ["table_class_override"]}


def test_a_replica_passes_our_own_rules(two_regions: SystemStack) -> None:
    table(two_regions, RICH, key="customer_managed", settings=replicated(ReplicaSettings(region=AWAY, kms_key_arn=KEY_ARN)))
    synthesized = document(json.loads(cdktf.Testing.synth(two_regions)), "orders")
    built = replace(synthesized, default_tags={"Environment": "production"})
    found = [
        finding
        for rule in all_rules()
        for finding in rule.findings(built)
        if finding.resource.type == "aws_dynamodb_table_replica"
    ]
    assert (found, len(built.of_type("aws_dynamodb_table_replica"))) == ([], 1)


def test_replicas_of_provisioned_capacity_wait_for_its_autoscaling(two_regions: SystemStack) -> None:
    settings = replicated(ReplicaSettings(region=AWAY), capacity_mode="provisioned")
    table(two_regions, RICH, settings=settings)
    (found,) = resources_of(two_regions, "aws_dynamodb_table_replica")
    policies = json.loads(cdktf.Testing.synth(two_regions))["resource"]["aws_appautoscaling_policy"]
    assert set(found["depends_on"]) == {f"aws_appautoscaling_policy.{name}" for name in policies}


def test_a_table_leaves_replicas_alone_wherever_there_may_be_some(two_regions: SystemStack) -> None:
    """Also when the last one left the settings: its own resource deletes it, not the table."""
    table(two_regions, RICH, settings=TableSettings(ignore_changes=("ttl",)))
    (found,) = resources_of(two_regions, "aws_dynamodb_table")
    assert found["lifecycle"] == {"prevent_destroy": True, "ignore_changes": ["ttl", "replica"]}


def test_a_table_of_one_region_shows_a_replica_that_nobody_asked_for(stack: SystemStack, resources: Resources) -> None:
    table(stack, RICH)
    (found,) = resources("aws_dynamodb_table")
    assert found["lifecycle"] == {"prevent_destroy": True}


def test_a_replica_where_the_stack_has_no_provider_is_refused(stack: SystemStack) -> None:
    with pytest.raises(UserError) as caught:
        table(stack, RICH, settings=replicated(ReplicaSettings(region=AWAY)))
    assert told(caught.value.problems) == [("DW322", "other_regions", "ap-northeast-3")]


def test_replicas_need_the_right_stream_and_keys_and_all_is_said_at_once(stack: SystemStack) -> None:
    with pytest.raises(UserError) as caught:
        table(stack, key="customer_managed", settings=replicated(ReplicaSettings(region="ap-northeast-3")))
    assert told(caught.value.problems) == [
        ("DW325", "table orders", None),
        ("DW322", "table orders replica ap-northeast-3", None),
    ]


def test_a_stream_of_keys_alone_feeds_no_replica(stack: SystemStack) -> None:
    with pytest.raises(UserError) as caught:
        table(stack, replace(RICH, stream=Stream.KEYS_ONLY), settings=replicated(ReplicaSettings(region="ap-northeast-3")))
    assert told(caught.value.problems) == [("DW325", "table orders", Stream.KEYS_ONLY)]


def test_a_replica_has_no_key_where_the_table_has_none(stack: SystemStack) -> None:
    with pytest.raises(UserError) as caught:
        table(stack, RICH, settings=replicated(ReplicaSettings(region="ap-northeast-3", kms_key_arn=KEY_ARN)))
    assert told(caught.value.problems) == [
        ("DW322", "table orders replica ap-northeast-3", "arn:aws:kms:ap-northeast-3:111111111111:key/mrk-1")
    ]


def test_replication_takes_one_of_the_streams_two_readers(two_regions: SystemStack) -> None:
    found = table(two_regions, RICH, settings=replicated(ReplicaSettings(region="ap-northeast-3")))
    assert found.stream_readers_limit == 1


def test_a_stream_has_two_readers_without_replicas(stack: SystemStack) -> None:
    found = table(stack, RICH)
    assert found.stream_readers_limit == 2


def test_an_index_is_named_in_its_arn(stack: SystemStack) -> None:
    assert table(stack, RICH).index_arn("by-owner").endswith("/index/by-owner")


def test_the_arn_of_an_index_that_is_not_there_is_refused(stack: SystemStack) -> None:
    with pytest.raises(UserError) as refusal:
        table(stack, RICH).index_arn("by-ownr")
    assert told(refusal.value.problems) == [("DW211", "table orders", "by-ownr")]


def test_the_stream_of_a_table_without_one_is_refused(stack: SystemStack) -> None:
    with pytest.raises(UserError) as refusal:
        table(stack).stream_arn  # noqa: B018
    assert told(refusal.value.problems) == [("DW325", "table orders", None)]


def test_a_name_that_is_too_long_is_refused_not_cut(stack: SystemStack) -> None:
    long = replace(MINIMAL, name="o" * 251)
    with pytest.raises(NamingError) as caught:
        table(stack, long)
    assert told(caught.value.problems) == [("DW321", "table " + "o" * 251, "o" * 251 + "-test")]


@pytest.mark.parametrize("asked", [False, True])
def test_contributor_insights_watch_the_table_and_each_index_when_asked(
    stack: SystemStack, resources: Resources, asked: bool
) -> None:
    table(stack, RICH, settings=TableSettings(contributor_insights=asked))
    watched = {resource.get("index_name") for resource in resources("aws_dynamodb_contributor_insights")}
    assert watched == ({None, "by-owner", "by-day"} if asked else set())

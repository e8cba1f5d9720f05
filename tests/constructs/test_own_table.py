"""Settings of a single table, mostly for adopted tables."""

import json
from typing import Any

import pytest

from dynawright.constructs.encryption import EncryptionKey
from dynawright.constructs.table import Table
from dynawright.constructs.table_settings import problems
from dynawright.settings import OwnTableSettings, SystemSettings
from tests.constructs.conftest import PlainStack, plain_stack, resources_of
from tests.constructs.test_capacity import INDEXED
from tests.problems import told

KEY = "arn:aws:kms:ap-northeast-1:111111111111:key/mrk-1"
BACKUP = "arn:aws:dynamodb:ap-northeast-1:111111111111:table/orders/backup/01489602797149-73d8d5bc"
STREAM = "arn:aws:kinesis:ap-northeast-1:111111111111:stream/changes"


def settings(**own: Any) -> OwnTableSettings:
    """Return the settings of a table, read as they are read from a file."""
    return OwnTableSettings.model_validate_json(json.dumps(own))


def built(type: str, **own: Any) -> list[dict[str, Any]]:
    """Return the resources of a type of a stack with one table that has two indexes."""
    stack, chosen = plain_stack(), settings(**own)
    key = EncryptionKey(stack, "Key", name="orders-key", settings=chosen.encryption)
    Table(stack, "Orders", model=INDEXED, key=key, settings=chosen)
    return resources_of(stack, type)


def test_an_index_has_units_of_its_own() -> None:
    (table,) = built(
        "aws_dynamodb_table",
        capacity_mode="provisioned",
        read_capacity_units=7,
        autoscaling={"enabled": False},
        indexes={"by-day": {"read_capacity_units": 3}},
    )
    units = {entry["name"]: (entry["read_capacity"], entry["write_capacity"]) for entry in table["global_secondary_index"]}
    assert (table["read_capacity"], units) == (7, {"by-owner": (7, 5), "by-day": (3, 5)})


def test_an_index_may_lack_the_maximum_that_its_table_has() -> None:
    (table,) = built("aws_dynamodb_table", on_demand_max_read_units=10, indexes={"by-day": {"on_demand_max_read_units": None}})
    maxima = {entry["name"]: entry.get("on_demand_throughput") for entry in table["global_secondary_index"]}
    assert maxima == {"by-owner": {"max_read_request_units": 10}, "by-day": None}


def test_a_table_and_its_indexes_are_ready_for_what_the_settings_say() -> None:
    own = {"by-day": {"warm_read_units": None, "warm_write_units": None}}
    (table,) = built("aws_dynamodb_table", warm_read_units=20_000, warm_write_units=5_000, indexes=own)
    ready = {entry["name"]: entry.get("warm_throughput") for entry in table["global_secondary_index"]}
    both = {"read_units_per_second": 20_000, "write_units_per_second": 5_000}
    assert (table["warm_throughput"], ready) == (both, {"by-owner": both, "by-day": None})


def test_a_table_is_made_from_a_backup_and_never_replaced_by_one() -> None:
    (table,) = built("aws_dynamodb_table", restore_backup_arn=BACKUP)
    assert table["restore_backup_arn"] == BACKUP
    assert table["lifecycle"]["ignore_changes"] == ["restore_backup_arn"]


def test_an_index_is_scaled_by_limits_of_its_own_or_not_at_all() -> None:
    own: dict[str, Any] = {
        "capacity_mode": "provisioned",
        "indexes": {
            "by-owner": {"autoscaling": {"read_max_units": 50, "policy_name": "{resource_id}-{kind}"}},
            "by-day": {"autoscaling": {"enabled": False}},
        },
    }
    targets = {one["resource_id"].partition("/index/")[2]: one for one in built("aws_appautoscaling_target", **own)}
    assert set(targets) == {"", "by-owner"}
    names = {entry["name"] for entry in built("aws_appautoscaling_policy", **own)}
    index = "table/orders-test/index/by-owner"
    assert names == {"DynamoDBReadCapacityUtilization", "DynamoDBWriteCapacityUtilization", f"{index}-read", f"{index}-write"}


@pytest.mark.parametrize(
    ("whole", "own", "counted"),
    [(True, None, {None, "by-day", "by-owner"}), (True, False, {None, "by-owner"}), (False, True, {"by-day"})],
)
def test_keys_of_single_indexes_are_counted(whole: bool, own: bool | None, counted: set[str | None]) -> None:
    insights = built(
        "aws_dynamodb_contributor_insights", contributor_insights=whole, indexes={"by-day": {"contributor_insights": own}}
    )
    assert {insight.get("index_name") for insight in insights} == counted


def test_a_key_that_is_there_is_used_and_none_is_made() -> None:
    (table,) = built("aws_dynamodb_table", encryption={"kms_key_arn": KEY})
    assert table["server_side_encryption"] == {"enabled": True, "kms_key_arn": KEY}
    assert built("aws_kms_key", encryption={"kms_key_arn": KEY}) == []


def test_a_stream_and_a_policy_that_were_there_are_kept() -> None:
    policy = json.dumps({"Version": "2012-10-17", "Statement": [{"Effect": "Deny"}]})
    (destination,) = built("aws_dynamodb_kinesis_streaming_destination", kinesis_stream_arn=STREAM)
    (own,) = built("aws_dynamodb_resource_policy", resource_policy=policy)
    assert (destination["stream_arn"], own["policy"]) == (STREAM, policy)


def test_tags_come_besides_the_name_and_may_replace_it() -> None:
    assert built("aws_dynamodb_table", tags={"Team": "a"})[0]["tags"] == {"Name": "orders-test", "Team": "a"}
    assert built("aws_dynamodb_table", tags={"Name": "mine"})[0]["tags"] == {"Name": "mine"}


@pytest.mark.parametrize(
    ("own", "code", "path"),
    [
        ({"indexes": {"by-day": {"read_capacity_units": 5}}}, "DW120", ("indexes", "by-day", "read_capacity_units")),
        ({"encryption": {"key": "aws_owned", "kms_key_arn": KEY}}, "DW120", ("encryption", "kms_key_arn")),
        ({"encryption": {"kms_key_arn": KEY}}, "DW123", ("encryption", "kms_key_arn")),
        ({"tags": {"Environment": "x"}}, "DW170", ("tags", "Environment")),
    ],
)
def test_what_does_not_fit_together_is_refused(own: dict[str, Any], code: str, path: tuple[str, ...]) -> None:
    conflicts = settings(**own).conflicts("eu-west-1")
    assert {place: problem.code for place, problem in conflicts.items()} == {path: code}


@pytest.mark.parametrize("text", ["", "x", "[]", '{"Version": "2012-10-17"}'])
def test_a_policy_is_json_with_statements(text: str) -> None:
    with pytest.raises(ValueError, match="resource_policy"):
        settings(resource_policy=text)


def test_a_setting_of_an_index_that_the_model_does_not_have_is_refused() -> None:
    own = SystemSettings.model_validate({"tables": {"orders": {"indexes": {"by-day": {}}}}})
    (problem,) = problems(PlainStack.system, own, "environments/test.yaml")
    assert told([problem]) == [("DW211", "systems.orders.tables.orders.indexes", "by-day")]

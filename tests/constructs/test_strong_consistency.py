"""Strongly consistent replicas: blocks of their table, with the protections of other replicas."""

import json
from dataclasses import replace
from typing import Any

import cdktf
import pytest

from dynawright.errors import UserError
from dynawright.model import Consumer, PutItem, TransactWrite
from dynawright.monitoring.table_charts import table_charts
from dynawright.rules.catalogue import all_rules
from dynawright.rules.resources import document
from dynawright.settings import AlarmSettings, ReplicaSettings, TableSettings
from dynawright.settings.region import Region
from dynawright.stack import SystemStack
from tests.constructs.conftest import MINIMAL, plain_stack, resources_of
from tests.constructs.test_table import RICH, table
from tests.problems import told

AWAY: Region = "ap-northeast-3"
FAR: Region = "ap-northeast-2"
KEY = f"arn:aws:kms:{AWAY}:111111111111:key/mrk-1"
PLAIN = replace(RICH, ttl=None, local_indexes=[])


def strong(**replica: Any) -> TableSettings:
    copy = ReplicaSettings.model_validate({"region": AWAY, **replica})
    return TableSettings(replicas=(copy,), replica_consistency="strong", witness_region=FAR)


@pytest.fixture
def three_regions() -> SystemStack:
    return plain_stack(other_regions=(AWAY, FAR))


def test_copies_and_witness_are_blocks_of_the_table(three_regions: SystemStack) -> None:
    table(three_regions, PLAIN, key="customer_managed", settings=strong(kms_key_arn=KEY))
    (found,) = resources_of(three_regions, "aws_dynamodb_table")
    assert found["global_table_witness"] == {"region_name": FAR}
    assert found["replica"] == [
        {
            "region_name": AWAY,
            "consistency_mode": "STRONG",
            "kms_key_arn": KEY,
            "point_in_time_recovery": True,
            "deletion_protection_enabled": True,
            "propagate_tags": True,
        }
    ]
    assert found["lifecycle"] == {"prevent_destroy": True}
    assert resources_of(three_regions, "aws_dynamodb_table_replica") == []


def test_they_pass_our_own_rules(three_regions: SystemStack) -> None:
    table(three_regions, PLAIN, key="customer_managed", settings=strong(kms_key_arn=KEY))
    built = replace(
        document(json.loads(cdktf.Testing.synth(three_regions)), "orders"), default_tags={"Environment": "production"}
    )
    found = {finding.rule for rule in all_rules() for finding in rule.findings(built) if "replica" in finding.message}
    assert found == set()


def test_they_read_no_stream_and_are_never_behind(three_regions: SystemStack) -> None:
    built = table(three_regions, replace(PLAIN, stream=None), settings=strong())
    alarms = built.alarms(AlarmSettings(level="full"))
    assert built.stream_readers_limit == 2
    assert [alarm for alarm in alarms if "ReplicationLatency" in str(alarm)] == []
    assert "ReplicationLatency" not in str(table_charts(PLAIN, "orders", strong()))


def test_what_the_model_may_not_have_is_said_at_once(three_regions: SystemStack) -> None:
    api = Consumer("api", "the API")
    pay = TransactWrite("T1", "Pay", used_by=[api], items=[PutItem("ORDER")])
    with pytest.raises(UserError) as caught:
        table(three_regions, replace(RICH, entities=[*RICH.entities], access_patterns=[]), settings=strong())
    assert told(caught.value.problems) == [("DW330", "table orders", "expiresAt"), ("DW330", "table orders", "by-size")]
    with pytest.raises(UserError) as caught:
        table(plain_stack(other_regions=(AWAY, FAR)), replace(MINIMAL, access_patterns=[pay]), settings=strong())
    assert told(caught.value.problems) == [("DW330", "table orders", "T1")]

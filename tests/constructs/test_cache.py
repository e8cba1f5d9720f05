"""Cache's resources and refused consumers; tests/applied/test_surroundings.py applies them."""

import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import pytest

from dynawright.constructs.access import grant
from dynawright.constructs.cache import Cache
from dynawright.constructs.naming import NamingError
from dynawright.constructs.network import Network
from dynawright.errors import UserError
from dynawright.iam import trust
from dynawright.model import (
    Consumer,
    Entity,
    Get,
    GetItem,
    Key,
    Put,
    PutItem,
    Query,
    TableModel,
    TransactGet,
    TransactWrite,
)
from dynawright.settings import AlarmSettings, CacheSettings, NetworkSettings
from dynawright.stack import SystemStack
from tests.constructs.conftest import SOMEBODY
from tests.constructs.test_network import HERE
from tests.constructs.test_table import table
from tests.problems import told

Resources = Callable[[str], list[dict[str, Any]]]

WAREHOUSE = Consumer("warehouse", "another one")
NOBODY = Consumer("nobody", "uses no pattern")
TENANT = Consumer("tenant", "sees its own only", tenant_key="TENANT#{tenant}")
ORDERS = TableModel(
    "orders",
    partition_key=Key("PK"),
    sort_key=Key("SK"),
    entities=[Entity("ORDER", PK="ORDER#{id}", SK="METADATA"), Entity("STOCK", PK="STOCK#{id}", SK="METADATA")],
    access_patterns=[
        Get("P1", "an order", PK="ORDER#{id}", SK="METADATA", used_by=[SOMEBODY]),
        Get("P2", "an order, now", PK="ORDER#{id}", SK="METADATA", consistent=True, used_by=[SOMEBODY]),
        Query("P3", "all of an order, now", PK="ORDER#{id}", consistent=True, used_by=[SOMEBODY]),
        TransactGet("P4", "an order and its stock", items=[GetItem(PK="ORDER#{id}", SK="METADATA")], used_by=[SOMEBODY]),
        Put("P5", "a new order", entity="ORDER", used_by=[SOMEBODY]),
        Get("P6", "stock, now", PK="STOCK#{id}", SK="METADATA", consistent=True, used_by=[WAREHOUSE]),
        TransactWrite("P7", "stock goes down", items=[PutItem("STOCK")], used_by=[WAREHOUSE]),
    ],
)
ENABLED = CacheSettings(enabled=True)


def cache(
    stack: SystemStack,
    *,
    name: str = "orders",
    model: TableModel = ORDERS,
    consumers: Sequence[Consumer] = (SOMEBODY,),
    network: NetworkSettings = HERE,
    settings: CacheSettings = ENABLED,
    key: str = "aws_owned",
) -> Cache:
    orders = table(stack, model, key=key)
    ways = Network(stack, "Network", name="orders", tables=[orders], settings=network)
    return Cache(stack, "Cache", name=name, table=orders, consumers=consumers, network=ways, settings=settings)


def statements(resources: Resources, policy: str) -> list[dict[str, Any]]:
    (found,) = (resource for resource in resources("aws_iam_policy") if resource["name"] == policy)
    body: list[dict[str, Any]] = json.loads(found["policy"])["Statement"]
    return body


def test_a_cache_is_encrypted_and_has_three_nodes_unless_said_otherwise(stack: SystemStack, resources: Resources) -> None:
    cache(stack)
    (found,) = resources("aws_dax_cluster")
    assert (found["server_side_encryption"], found["cluster_endpoint_encryption_type"]) == ({"enabled": True}, "TLS")
    assert (found["replication_factor"], found["node_type"]) == (3, "dax.r5.large")


def test_nothing_is_built_and_nothing_granted_without_a_cache(stack: SystemStack, resources: Resources) -> None:
    built = cache(stack, settings=CacheSettings(), network=NetworkSettings())
    built.grant(stack.role(SOMEBODY, trust.ec2_instances()), SOMEBODY)
    assert built.endpoint is None
    assert [*built.alarms(AlarmSettings(level="full")), *built.charts()] == []
    assert resources("aws_dax_cluster") == resources("aws_iam_policy") == []


def test_the_cluster_may_do_what_its_consumers_patterns_need_and_no_more(stack: SystemStack, resources: Resources) -> None:
    cache(stack)
    limited = {"ForAllValues:StringLike": {"dynamodb:LeadingKeys": ["ORDER#*"]}, "Null": {"dynamodb:LeadingKeys": "false"}}
    found = statements(resources, "orders-cache-table-test")
    assert [(statement["Action"], statement.get("Condition")) for statement in found] == [
        ("dynamodb:DescribeTable", None),
        (["dynamodb:GetItem", "dynamodb:PutItem", "dynamodb:Query"], limited),
    ]


def test_the_cluster_may_read_what_a_transaction_has_written(stack: SystemStack, resources: Resources) -> None:
    writer = replace(WAREHOUSE)
    only_writes = replace(ORDERS, access_patterns=[pattern for pattern in ORDERS.access_patterns if pattern.id == "P7"])
    cache(stack, model=only_writes, consumers=[writer])
    actions = [statement["Action"] for statement in statements(resources, "orders-cache-table-test")]
    assert actions == ["dynamodb:DescribeTable", ["dynamodb:GetItem", "dynamodb:PutItem"]]


def test_the_cluster_may_use_the_tables_key_through_dynamodb(stack: SystemStack, resources: Resources) -> None:
    cache(stack, key="customer_managed")
    (found,) = (
        statement for statement in statements(resources, "orders-cache-table-test") if statement["Action"] == "kms:Decrypt"
    )
    assert found["Condition"]["StringEquals"]["kms:ViaService"] == "dynamodb.ap-northeast-1.amazonaws.com"


def test_only_dax_takes_on_the_clusters_role(stack: SystemStack, resources: Resources) -> None:
    cache(stack)
    (role,) = resources("aws_iam_role")
    (found,) = json.loads(role["assume_role_policy"])["Statement"]
    assert (found["Principal"], found["Action"]) == ({"Service": "dax.amazonaws.com"}, "sts:AssumeRole")


def test_a_consumer_may_ask_the_cache_what_it_asks_the_table(stack: SystemStack, resources: Resources) -> None:
    built = cache(stack)
    built.grant(stack.role(SOMEBODY, trust.ec2_instances()), SOMEBODY)
    (found,) = statements(resources, "orders-somebody-cache-test")
    assert found["Action"] == ["dax:GetItem", "dax:PutItem", "dax:Query"]
    assert found["Resource"].startswith("${aws_dax_cluster.")


def test_what_the_cache_fails_or_refuses_is_watched_for_the_whole_cluster(stack: SystemStack) -> None:
    found = {alarm.rule.name: alarm for alarm in cache(stack).alarms(AlarmSettings(level="full"))}
    assert {name: (*(term.metric.name for term in alarm.terms.values()), alarm.condition) for name, alarm in found.items()} == {
        "CacheFaults": ("FaultRequestCount", "Sum > 5 in 5 minutes"),
        "CacheThrottles": ("ThrottledRequestCount", "Sum > 5 in 5 minutes"),
        "CacheCpu": ("CPUUtilization", "Maximum > 80 % in 5 minutes, 3 of 3 times"),
    }
    assert {tuple(subject.subject.dimensions.items()) for subject in found.values()} == {(("ClusterId", "orders-test"),)}


def test_hits_and_misses_are_on_the_dashboard(stack: SystemStack) -> None:
    shown = [series for chart in cache(stack).charts() for _, series in chart.lines]
    assert {"ItemCacheHits", "ItemCacheMisses", "QueryCacheMisses", "EvictedSize"} <= {alarm.metric.name for alarm in shown}
    assert {(alarm.metric.namespace, *alarm.dimensions.items()) for alarm in shown} == {("AWS/DAX", ("ClusterId", "orders-test"))}


def test_a_cache_is_refused_to_tenants_and_strangers(stack: SystemStack) -> None:
    with pytest.raises(UserError) as caught:
        cache(stack, consumers=[TENANT, NOBODY])
    assert told(caught.value.problems) == [
        ("DW323", "consumer tenant", "tenant"),
        ("DW323", "consumer tenant", "tenant"),
        ("DW323", "consumer nobody", "nobody"),
    ]


def test_a_name_that_dax_refuses_is_refused_here(stack: SystemStack) -> None:
    with pytest.raises(NamingError) as caught:
        cache(stack, name="orders-of-everybody")
    assert told(caught.value.problems) == [("DW321", "cache orders-of-everybody", "orders-of-everybody-test")]


def projecting(
    stack: SystemStack, *, cache_first: bool, consumers: Sequence[Consumer], settings: CacheSettings = ENABLED
) -> None:
    """A grant relies on projections while a cache answers the consumers."""
    orders, role = table(stack, ORDERS), stack.role(SOMEBODY, trust.ec2_instances())
    ways = Network(stack, "Network", name="orders", tables=[orders], settings=HERE)
    steps: list[Callable[[], object]] = [
        lambda: Cache(stack, "Cache", name="orders", table=orders, consumers=consumers, network=ways, settings=settings),
        lambda: grant(role, SOMEBODY, orders, projections=True),
    ]
    for step in steps if cache_first else reversed(steps):
        step()


@pytest.mark.parametrize("cache_first", [True, False])
def test_a_projection_next_to_a_cache_is_refused_since_the_cache_decides(stack: SystemStack, cache_first: bool) -> None:
    with pytest.raises(UserError) as refusal:
        projecting(stack, cache_first=cache_first, consumers=[SOMEBODY])
    assert told(refusal.value.problems) == [("DW324", f"consumer {SOMEBODY.name}", SOMEBODY.name)]


def test_a_projection_holds_where_no_cache_answers_the_consumer(stack: SystemStack) -> None:
    projecting(stack, cache_first=True, consumers=[WAREHOUSE])


def test_a_projection_holds_where_the_cache_is_off(stack: SystemStack) -> None:
    projecting(stack, cache_first=True, consumers=[SOMEBODY], settings=CacheSettings())

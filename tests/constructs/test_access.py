"""The exact rights from a grant, for each kind of pattern."""

import json
from collections.abc import Callable, Sequence
from typing import Any

import pytest

from dynawright.constructs.access import grant, grant_stream
from dynawright.constructs.encryption import EncryptionKey
from dynawright.constructs.role import Role
from dynawright.constructs.table import Table
from dynawright.errors import UserError
from dynawright.iam import trust
from dynawright.model import (
    AccessPattern,
    BatchGet,
    BatchWrite,
    ConditionCheck,
    Consumer,
    Delete,
    DeleteItem,
    Entity,
    Get,
    GetItem,
    Index,
    Key,
    LocalIndex,
    Put,
    PutItem,
    Query,
    Scan,
    Stream,
    TransactGet,
    TransactWrite,
    Update,
    UpdateItem,
)
from dynawright.model.limits import Returns
from dynawright.settings import EncryptionSettings, RoleSettings, TableSettings
from dynawright.stack import SystemStack
from tests.model.builders import API, ORDER, table
from tests.problems import told

Statements = list[dict[str, Any]]
Resources = Callable[[str], list[dict[str, Any]]]

TABLE = "${aws_dynamodb_table.Orders_Table_C3D8F3FA.arn}"
ITEM: dict[str, Any] = {"PK": "CUSTOMER#{customerId}", "SK": "ORDER#{orderId}"}
BY: dict[str, Any] = {"used_by": [API]}
SETTINGS = Entity("SETTINGS", PK="SETTINGS", SK="CURRENT")
TENANT = Consumer("tenant", "for tests", tenant_key="CUSTOMER#{customerId}")


@pytest.fixture
def role(stack: SystemStack) -> Role:
    return Role(stack, "ApiRole", name="api", description="for tests", trust=trust.lambda_functions(), settings=RoleSettings())


def orders(stack: SystemStack, *patterns: AccessPattern, key: str = "aws_owned", **parts: Any) -> Table:
    """The table of orders, of which these patterns are asked."""
    chosen = EncryptionSettings.model_validate({"key": key})
    encryption = EncryptionKey(stack, "Key", name="orders-key", settings=chosen)
    return Table(stack, "Orders", model=table(access_patterns=patterns, **parts), key=encryption, settings=TableSettings())


def statements(resources: Resources) -> Statements:
    return [statement for policy in resources("aws_iam_policy") for statement in json.loads(policy["policy"])["Statement"]]


def leading(*keys: str, operator: str = "StringLike") -> dict[str, Any]:
    """The condition that a request names a partition key, and only such ones."""
    return {f"ForAllValues:{operator}": {"dynamodb:LeadingKeys": list(keys)}, "Null": {"dynamodb:LeadingKeys": "false"}}


def returning(*values: str, operator: str = "StringEquals") -> dict[str, Any]:
    """The condition that the answer shows these of an item."""
    return {operator: {"dynamodb:ReturnValues": values[0] if len(values) == 1 else list(values)}}


ALONE, IN_TRANSACTION = returning("NONE"), returning("NONE", operator="StringEqualsIfExists")


def allow(action: str | list[str], resource: str | list[str], condition: dict[str, Any] | None = None) -> dict[str, Any]:
    found: dict[str, Any] = {"Effect": "Allow", "Action": action, "Resource": resource}
    return {**found, "Condition": condition} if condition else found


@pytest.mark.parametrize(
    ("pattern", "action", "returns"),
    [
        (Get("P1", "?", **ITEM, **BY), "GetItem", {}),
        (BatchGet("P1", "?", **ITEM, **BY), "BatchGetItem", {}),
        (Query("P1", "?", PK=ITEM["PK"], **BY), "Query", {}),
        (Put("P1", "?", entity="ORDER", **BY), "PutItem", ALONE),
        (Update("P1", "?", **ITEM, update="REMOVE tags", **BY), "UpdateItem", ALONE),
        (Delete("P1", "?", **ITEM, **BY), "DeleteItem", ALONE),
        (BatchWrite("P1", "?", entities=["ORDER"], **BY), "BatchWriteItem", {}),
        (TransactGet("P1", "?", items=[GetItem(**ITEM)], **BY), "GetItem", {}),
        (Put("P1", "?", entity="ORDER", in_transaction=True, **BY), "PutItem", IN_TRANSACTION),
        (TransactWrite("P1", "?", items=[PutItem("ORDER")], **BY), "PutItem", IN_TRANSACTION),
        (TransactWrite("P1", "?", items=[UpdateItem("REMOVE tags", **ITEM)], **BY), "UpdateItem", IN_TRANSACTION),
        (TransactWrite("P1", "?", items=[DeleteItem(**ITEM)], **BY), "DeleteItem", IN_TRANSACTION),
        (
            TransactWrite("P1", "?", items=[ConditionCheck("attribute_exists(PK)", **ITEM)], **BY),
            "ConditionCheckItem",
            IN_TRANSACTION,
        ),
    ],
    ids=lambda given: given if isinstance(given, str) else type(given).__name__,
)
def test_a_pattern_gives_its_one_action_on_the_table_for_its_keys(
    stack: SystemStack, resources: Resources, role: Role, pattern: AccessPattern, action: str, returns: dict[str, Any]
) -> None:
    grant(role, API, orders(stack, pattern))
    assert statements(resources) == [allow(f"dynamodb:{action}", TABLE, leading("CUSTOMER#*") | returns)]


@pytest.mark.parametrize("returns", ["ALL_OLD", "UPDATED_OLD", "ALL_NEW", "UPDATED_NEW"])
def test_a_write_may_answer_with_what_its_pattern_returns_or_nothing(
    stack: SystemStack, resources: Resources, role: Role, returns: Returns
) -> None:
    grant(role, API, orders(stack, Update("P1", "?", **ITEM, update="REMOVE tags", returns=returns, **BY)))
    condition = leading("CUSTOMER#*") | returning("NONE", returns)
    assert statements(resources) == [allow("dynamodb:UpdateItem", TABLE, condition)]


def test_what_one_pattern_returns_no_other_may(stack: SystemStack, resources: Resources, role: Role) -> None:
    patterns = (
        Put("P1", "?", entity="SETTINGS", returns="ALL_OLD", **BY),
        Put("P2", "?", entity="ORDER", **BY),
    )
    grant(role, API, orders(stack, *patterns, entities=[ORDER, SETTINGS]))
    whole = leading("SETTINGS", operator="StringEquals") | returning("NONE", "ALL_OLD")
    assert statements(resources) == [
        allow("dynamodb:PutItem", TABLE, whole),
        allow("dynamodb:PutItem", TABLE, leading("CUSTOMER#*") | ALONE),
    ]


def test_a_scan_names_no_key_and_carries_no_condition(stack: SystemStack, resources: Resources, role: Role) -> None:
    grant(role, API, orders(stack, Scan("P1", "?", **BY)))
    assert statements(resources) == [allow("dynamodb:Scan", TABLE)]


def test_an_index_is_named_never_all_of_them(stack: SystemStack, resources: Resources, role: Role) -> None:
    indexes = [Index("ByStatus", Key("GSI1PK")), Index("Unused", Key("GSI2PK"))]
    grant(role, API, orders(stack, Query("P1", "?", index="ByStatus", GSI1PK="STATUS#{status}", **BY), indexes=indexes))
    assert statements(resources) == [allow("dynamodb:Query", f"{TABLE}/index/ByStatus", leading("STATUS#*"))]


def test_a_fixed_key_is_compared_as_a_whole(stack: SystemStack, resources: Resources, role: Role) -> None:
    grant(role, API, orders(stack, Get("P1", "?", PK="SETTINGS", SK="CURRENT", **BY), entities=[SETTINGS]))
    assert statements(resources) == [allow("dynamodb:GetItem", TABLE, leading("SETTINGS", operator="StringEquals"))]


def test_a_key_that_is_one_place_is_not_limited(stack: SystemStack, resources: Resources, role: Role) -> None:
    free = Entity("ORDER", PK="{orderId}", SK="METADATA")
    grant(role, API, orders(stack, Get("P1", "?", PK="{orderId}", SK="METADATA", **BY), entities=[free]))
    assert statements(resources) == [allow("dynamodb:GetItem", TABLE)]


@pytest.mark.parametrize(("key", "escaped"), [("WHAT?", "WHAT$${?}"), ("ALL*", "ALL$${*}")])
def test_a_keys_own_wildcard_is_escaped_for_iam_and_for_terraform(
    stack: SystemStack, resources: Resources, role: Role, key: str, escaped: str
) -> None:
    odd = Entity("ODD", PK=key, SK="CURRENT")
    grant(role, API, orders(stack, Get("P1", "?", PK=key, SK="CURRENT", **BY), entities=[odd]))
    assert statements(resources) == [allow("dynamodb:GetItem", TABLE, leading(escaped))]


def test_patterns_that_differ_in_their_keys_only_become_one_statement(
    stack: SystemStack, resources: Resources, role: Role
) -> None:
    patterns = [Get("P1", "?", PK="SETTINGS", SK="CURRENT", **BY), Get("P2", "?", **ITEM, **BY)]
    grant(role, API, orders(stack, *patterns, entities=[ORDER, SETTINGS]))
    assert statements(resources) == [allow("dynamodb:GetItem", TABLE, leading("CUSTOMER#*", "SETTINGS"))]


def test_actions_with_the_same_keys_become_one_statement(stack: SystemStack, resources: Resources, role: Role) -> None:
    grant(role, API, orders(stack, Query("P1", "?", PK=ITEM["PK"], **BY), Get("P2", "?", **ITEM, **BY)))
    assert statements(resources) == [allow(["dynamodb:GetItem", "dynamodb:Query"], TABLE, leading("CUSTOMER#*"))]


def test_a_read_need_not_say_what_it_returns_though_a_write_must(stack: SystemStack, resources: Resources, role: Role) -> None:
    grant(role, API, orders(stack, Put("P1", "?", entity="ORDER", **BY), Get("P2", "?", **ITEM, **BY)))
    assert statements(resources) == [
        allow("dynamodb:GetItem", TABLE, leading("CUSTOMER#*")),
        allow("dynamodb:PutItem", TABLE, leading("CUSTOMER#*") | ALONE),
    ]


OLD = Put("P0", "?", entity="ORDER", returns="ALL_OLD", **BY)
PUT, BOTH = Put("P1", "?", entity="ORDER", **BY), TransactWrite("P2", "?", items=[PutItem("ORDER"), PutItem("SETTINGS")], **BY)


@pytest.mark.parametrize(
    ("patterns", "conditions"),
    [
        ((PUT, BOTH), [leading("CUSTOMER#*", "SETTINGS") | IN_TRANSACTION]),
        ((PUT, OLD), [leading("CUSTOMER#*") | returning("NONE", "ALL_OLD")]),
    ],
    ids=["more keys, also in transactions", "more answers"],
)
def test_what_another_statement_allows_has_none_of_its_own(
    stack: SystemStack,
    resources: Resources,
    role: Role,
    patterns: tuple[AccessPattern, ...],
    conditions: list[dict[str, Any]],
) -> None:
    grant(role, API, orders(stack, *patterns, entities=[ORDER, SETTINGS]))
    assert statements(resources) == [allow("dynamodb:PutItem", TABLE, condition) for condition in conditions]


@pytest.mark.parametrize(
    "patterns",
    [
        (Put("P1", "?", entity="SETTINGS", **BY), TransactWrite("P2", "?", items=[PutItem("ORDER")], **BY)),
        (OLD, BOTH),
        (PUT, Put("P2", "?", entity="SETTINGS", in_transaction=True, **BY)),
    ],
    ids=["another key", "another answer", "other keys in transactions"],
)
def test_what_no_other_statement_allows_keeps_its_own(
    stack: SystemStack, resources: Resources, role: Role, patterns: tuple[AccessPattern, ...]
) -> None:
    grant(role, API, orders(stack, *patterns, entities=[ORDER, SETTINGS]))
    assert len(statements(resources)) == 2


def test_a_free_key_does_not_free_the_other_patterns_actions(stack: SystemStack, resources: Resources, role: Role) -> None:
    free = Entity("EVENT", PK="{eventId}", SK="METADATA")
    patterns = [
        Query("P1", "?", PK=ITEM["PK"], **BY),
        Get("P2", "?", PK="{eventId}", SK="METADATA", **BY),
        Get("P3", "?", **ITEM, **BY),
    ]
    grant(role, API, orders(stack, *patterns, entities=[ORDER, free]))
    assert statements(resources) == [
        allow("dynamodb:GetItem", TABLE),
        allow(["dynamodb:GetItem", "dynamodb:Query"], TABLE, leading("CUSTOMER#*")),
    ]


@pytest.mark.parametrize("kind", ["BatchGetItem", "BatchWriteItem"])
def test_two_batches_are_not_joined_lest_one_request_could_mix_their_keys(
    stack: SystemStack, resources: Resources, role: Role, kind: str
) -> None:
    patterns: dict[str, Sequence[AccessPattern]] = {
        "BatchGetItem": [BatchGet("P1", "?", **ITEM, **BY), BatchGet("P2", "?", PK="SETTINGS", SK="CURRENT", **BY)],
        "BatchWriteItem": [
            BatchWrite(f"P{number}", "?", entities=[name], **BY) for number, name in enumerate(["ORDER", "SETTINGS"])
        ],
    }
    grant(role, API, orders(stack, *patterns[kind], entities=[ORDER, SETTINGS]))
    assert statements(resources) == [
        allow(f"dynamodb:{kind}", TABLE, leading("SETTINGS", operator="StringEquals")),
        allow(f"dynamodb:{kind}", TABLE, leading("CUSTOMER#*")),
    ]


def test_one_batch_of_two_entities_may_mix_their_keys(stack: SystemStack, resources: Resources, role: Role) -> None:
    batch = BatchWrite("P1", "?", entities=["ORDER", "SETTINGS"], **BY)
    grant(role, API, orders(stack, batch, entities=[ORDER, SETTINGS]))
    assert statements(resources) == [allow("dynamodb:BatchWriteItem", TABLE, leading("CUSTOMER#*", "SETTINGS"))]


def test_a_projection_limits_what_is_read_to_its_attributes_and_the_keys(
    stack: SystemStack, resources: Resources, role: Role
) -> None:
    grant(role, API, orders(stack, Get("P1", "?", **ITEM, attributes=["status", "amount"], **BY)), projections=True)
    assert statements(resources) == [
        allow(
            "dynamodb:GetItem",
            TABLE,
            {
                **leading("CUSTOMER#*"),
                "ForAllValues:StringEquals": {"dynamodb:Attributes": ["PK", "SK", "amount", "status"]},
                "StringEquals": {"dynamodb:Select": "SPECIFIC_ATTRIBUTES"},
            },
        )
    ]


def test_a_projection_of_an_index_includes_that_indexs_keys(stack: SystemStack, resources: Resources, role: Role) -> None:
    query = Query("P1", "?", index="ByStatus", GSI1PK="STATUS#{status}", attributes=["amount"], **BY)
    indexes = [Index("ByStatus", Key("GSI1PK"), Key("GSI1SK")), Index("Other", Key("GSI2PK"))]
    grant(role, API, orders(stack, query, indexes=indexes), projections=True)
    (found,) = statements(resources)
    assert found["Condition"]["ForAllValues:StringEquals"] == {"dynamodb:Attributes": ["GSI1PK", "GSI1SK", "PK", "SK", "amount"]}


def test_a_projection_of_a_local_index_includes_its_sort_key(stack: SystemStack, resources: Resources, role: Role) -> None:
    query = Query("P1", "?", index="ByAmount", PK="CUSTOMER#{customerId}", attributes=["status"], **BY)
    grant(role, API, orders(stack, query, local_indexes=[LocalIndex("ByAmount", Key("amount", "N"))]), projections=True)
    (found,) = statements(resources)
    assert found["Condition"]["ForAllValues:StringEquals"] == {"dynamodb:Attributes": ["PK", "SK", "amount", "status"]}


def test_a_fixed_key_and_a_projection_share_an_operator(stack: SystemStack, resources: Resources, role: Role) -> None:
    get = Get("P1", "?", PK="SETTINGS", SK="CURRENT", attributes=["PK"], **BY)
    grant(role, API, orders(stack, get, entities=[SETTINGS]), projections=True)
    (found,) = statements(resources)
    assert found["Condition"] == {
        "ForAllValues:StringEquals": {"dynamodb:LeadingKeys": ["SETTINGS"], "dynamodb:Attributes": ["PK", "SK"]},
        "Null": {"dynamodb:LeadingKeys": "false"},
        "StringEquals": {"dynamodb:Select": "SPECIFIC_ATTRIBUTES"},
    }


def test_different_projections_are_not_joined(stack: SystemStack, resources: Resources, role: Role) -> None:
    settings = Get("P1", "?", PK="SETTINGS", SK="CURRENT", attributes=["PK"], **BY)
    order = Get("P2", "?", **ITEM, attributes=["status"], **BY)
    grant(role, API, orders(stack, settings, order, entities=[ORDER, SETTINGS]), projections=True)
    assert len(statements(resources)) == 2


def test_a_pattern_without_attributes_is_not_limited_by_projections(stack: SystemStack, resources: Resources, role: Role) -> None:
    grant(role, API, orders(stack, Get("P1", "?", **ITEM, **BY)), projections=True)
    assert statements(resources) == [allow("dynamodb:GetItem", TABLE, leading("CUSTOMER#*"))]


def test_attributes_are_not_limited_unless_asked_for(stack: SystemStack, resources: Resources, role: Role) -> None:
    grant(role, API, orders(stack, Get("P1", "?", **ITEM, attributes=["status"], **BY)))
    assert statements(resources) == [allow("dynamodb:GetItem", TABLE, leading("CUSTOMER#*"))]


def test_describing_the_table_is_given_when_asked_for(stack: SystemStack, resources: Resources, role: Role) -> None:
    grant(role, API, orders(stack, Get("P1", "?", **ITEM, **BY)), describe=True)
    assert allow("dynamodb:DescribeTable", TABLE) in statements(resources)


def test_a_key_of_ours_decrypts_for_dynamodb_and_this_table_only(stack: SystemStack, resources: Resources, role: Role) -> None:
    grant(role, API, orders(stack, Get("P1", "?", **ITEM, **BY), key="customer_managed"))
    assert statements(resources)[1:] == [
        allow(
            "kms:Decrypt",
            "${aws_kms_key.Key_43586C89.arn}",
            {
                "StringEquals": {
                    "kms:ViaService": "dynamodb.ap-northeast-1.amazonaws.com",
                    "kms:EncryptionContext:aws:dynamodb:tableName": "orders-test",
                }
            },
        )
    ]


@pytest.mark.parametrize("key", ["aws_owned", "aws_managed"])
def test_one_of_awss_keys_needs_no_right(stack: SystemStack, resources: Resources, role: Role, key: str) -> None:
    grant(role, API, orders(stack, Get("P1", "?", **ITEM, **BY), key=key))
    assert [statement["Action"] for statement in statements(resources)] == ["dynamodb:GetItem"]


def test_a_tenant_reaches_only_the_key_of_its_sessions_tag(stack: SystemStack, resources: Resources, role: Role) -> None:
    grant(role, TENANT, orders(stack, Get("P1", "?", **ITEM, used_by=[TENANT])))
    own = "CUSTOMER#$${aws:PrincipalTag/customerId}"
    assert statements(resources) == [allow("dynamodb:GetItem", TABLE, leading(own, operator="StringEquals"))]


def test_a_tenant_is_confined_even_where_the_model_forgot_to(stack: SystemStack, resources: Resources, role: Role) -> None:
    """The model's checks refuse a tenant's Scan; should they ever fail, IAM still does."""
    grant(role, TENANT, orders(stack, Scan("P1", "?", used_by=[TENANT])))
    own = "CUSTOMER#$${aws:PrincipalTag/customerId}"
    assert statements(resources) == [allow("dynamodb:Scan", TABLE, leading(own, operator="StringEquals"))]


def test_a_tenants_projection_stands_beside_its_key(stack: SystemStack, resources: Resources, role: Role) -> None:
    get = Get("P1", "?", **ITEM, attributes=["status"], used_by=[TENANT])
    grant(role, TENANT, orders(stack, get), projections=True)
    (found,) = statements(resources)
    assert found["Condition"]["ForAllValues:StringEquals"] == {
        "dynamodb:LeadingKeys": ["CUSTOMER#$${aws:PrincipalTag/customerId}"],
        "dynamodb:Attributes": ["PK", "SK", "status"],
    }


def test_a_tenant_writes_the_attributes_of_its_entities_and_no_keys_of_other_indexes(
    stack: SystemStack, resources: Resources, role: Role
) -> None:
    patterns = (Get("P1", "?", **ITEM, used_by=[TENANT]), Put("P2", "?", entity="ORDER", used_by=[TENANT]))
    grant(role, TENANT, orders(stack, *patterns, indexes=[Index("Everybodys", Key("GSI1PK"))]))
    own = leading("CUSTOMER#$${aws:PrincipalTag/customerId}", operator="StringEquals")
    limited = {**own, "ForAllValues:StringEquals": {**own["ForAllValues:StringEquals"]}}
    limited["ForAllValues:StringEquals"]["dynamodb:Attributes"] = sorted({"PK", "SK", *ORDER.attributes})
    limited["Null"] = {"dynamodb:LeadingKeys": "false", "dynamodb:Attributes": "false"}
    assert statements(resources) == [allow("dynamodb:GetItem", TABLE, own), allow("dynamodb:PutItem", TABLE, limited | ALONE)]


def test_a_grant_that_no_pattern_asks_for_is_refused(stack: SystemStack, resources: Resources, role: Role) -> None:
    with pytest.raises(UserError) as caught:
        grant(role, API, orders(stack, Get("P1", "?", **ITEM, used_by=[Consumer("other", "for tests")])))
    assert told(caught.value.problems) == [("DW323", "consumer api", "api")]
    assert resources("aws_iam_policy") == []


def test_the_stream_is_read_by_its_own_arn_and_nothing_else(stack: SystemStack, resources: Resources, role: Role) -> None:
    grant_stream(role, orders(stack, Get("P1", "?", **ITEM, **BY), stream=Stream.KEYS_ONLY))
    assert statements(resources) == [
        allow(
            ["dynamodb:DescribeStream", "dynamodb:GetRecords", "dynamodb:GetShardIterator"],
            TABLE.replace(".arn}", ".stream_arn}"),
        )
    ]


def test_a_stream_of_encrypted_records_needs_the_key(stack: SystemStack, resources: Resources, role: Role) -> None:
    grant_stream(role, orders(stack, key="customer_managed", stream=Stream.KEYS_ONLY))
    (_, decrypt) = statements(resources)
    assert decrypt["Action"] == "kms:Decrypt"
    assert decrypt["Condition"]["StringEquals"]["kms:EncryptionContext:aws:dynamodb:tableName"] == "orders-test"


def test_the_stream_of_a_table_without_one_cannot_be_granted(stack: SystemStack, role: Role) -> None:
    with pytest.raises(UserError) as refusal:
        grant_stream(role, orders(stack))
    assert told(refusal.value.problems) == [("DW325", "table orders", None)]


def test_policies_are_named_after_role_and_table(stack: SystemStack, resources: Resources, role: Role) -> None:
    made = orders(stack, Get("P1", "?", **ITEM, **BY), stream=Stream.KEYS_ONLY)
    grant(role, API, made)
    grant_stream(role, made)
    assert {policy["name"] for policy in resources("aws_iam_policy")} == {"api-orders-test", "api-ordersstream-test"}


def many_batches(count: int) -> list[AccessPattern]:
    """Batches are never joined: each is a statement of about 230 characters."""
    return [BatchGet(f"P{number}", "?", PK=f"ENTITY{number:03}#{{id}}", SK="METADATA", **BY) for number in range(count)]


def test_a_large_consumer_has_several_policies_each_under_iams_limit(
    stack: SystemStack, resources: Resources, role: Role
) -> None:
    made = orders(stack, *many_batches(60), key="customer_managed")
    grant(role, API, made)
    policies = sorted(resources("aws_iam_policy"), key=lambda policy: str(policy["name"]))
    arn = "arn:aws:dynamodb:ap-northeast-1:111111111111:table/orders-test"
    sizes = [len(policy["policy"].replace(TABLE, arn)) for policy in policies]
    assert [policy["name"] for policy in policies] == ["api-orders-test", "api-orders2-test", "api-orders3-test"]
    assert all(size <= 6144 for size in sizes)
    assert min(sizes[:2]) > 5700  # full, as AWS counts


def test_a_large_consumer_loses_no_statement(stack: SystemStack, resources: Resources, role: Role) -> None:
    grant(role, API, orders(stack, *many_batches(60), key="customer_managed"))
    keys = [
        statement["Condition"].get("ForAllValues:StringLike", {}).get("dynamodb:LeadingKeys")
        for statement in statements(resources)
    ]
    assert sorted(key[0] for key in keys if key) == [f"ENTITY{number:03}#*" for number in range(60)]
    assert keys.count(None) == 1  # the right to decrypt


def test_every_policy_of_a_large_consumer_is_attached(stack: SystemStack, resources: Resources, role: Role) -> None:
    grant(role, API, orders(stack, *many_batches(60)))
    attached = {resource["policy_arn"] for resource in resources("aws_iam_role_policy_attachment")}
    assert len(attached) == len(resources("aws_iam_policy")) == 3

"""A table's own policy refuses what is never right, and admits one named role."""

import json
from typing import Any

import pytest

from dynawright.constructs.encryption import EncryptionKey
from dynawright.constructs.resource_policy import ResourcePolicy
from dynawright.constructs.table import Table
from dynawright.model import Consumer, Get, Index, Key, LocalIndex, Put, Query, Stream
from dynawright.settings import EncryptionSettings, TableSettings
from dynawright.stack import SystemStack
from tests.constructs.conftest import plain_stack, resources_of
from tests.model.builders import API, table

PARTNER = Consumer("partner", "for tests")
ROLE = "arn:aws:iam::555555555555:role/partner"
TABLE = "${aws_dynamodb_table.Orders_Table_C3D8F3FA.arn}"
ITEM: dict[str, Any] = {"PK": "CUSTOMER#{customerId}", "SK": "ORDER#{orderId}"}
PATTERNS = [
    Get("P1", "?", **ITEM, used_by=[API, PARTNER]),
    Put("P2", "?", entity="ORDER", used_by=[PARTNER]),
    Query("P3", "?", PK=ITEM["PK"], used_by=[API]),
]
ITEM_ACTIONS = [
    *("dynamodb:BatchGetItem", "dynamodb:BatchWriteItem", "dynamodb:ConditionCheckItem", "dynamodb:DeleteItem"),
    *("dynamodb:GetItem", "dynamodb:PartiQLDelete", "dynamodb:PartiQLInsert", "dynamodb:PartiQLSelect"),
    *("dynamodb:PartiQLUpdate", "dynamodb:PutItem", "dynamodb:Query", "dynamodb:Scan", "dynamodb:SearchVectors"),
    "dynamodb:UpdateItem",
]
STREAM_ACTIONS = ["dynamodb:DescribeStream", "dynamodb:GetRecords", "dynamodb:GetShardIterator"]
WITHOUT_TLS = {"Bool": {"aws:SecureTransport": "false"}}
OUTSIDE = {
    "StringNotEqualsIfExists": {"aws:PrincipalOrgID": "o-a1b2c3d4e5"},
    "BoolIfExists": {"aws:PrincipalIsAWSService": "false"},
    "ArnNotLikeIfExists": {"aws:PrincipalArn": "arn:aws:iam::111111111111:role/aws-service-role/*"},
}
BY_CONDITION = {"ArnEquals": {"aws:PrincipalArn": ROLE}}


def guarded(stack: SystemStack, *, admits: Any = PARTNER, role_arn: Any = None, key: str = "aws_owned", **parts: Any) -> Table:
    chosen = EncryptionSettings.model_validate({"key": key})
    encryption = EncryptionKey(stack, "Key", name="orders-key", settings=chosen)
    made = Table(stack, "Orders", model=table(access_patterns=PATTERNS, **parts), key=encryption, settings=TableSettings())
    ResourcePolicy(stack, "Policy", table=made, admits=admits, role_arn=role_arn)
    return made


def policies(stack: SystemStack) -> dict[str, list[dict[str, Any]]]:
    """What a policy is on → its statements."""
    found = resources_of(stack, "aws_dynamodb_resource_policy")
    return {resource["resource_arn"]: json.loads(resource["policy"])["Statement"] for resource in found}


def refusal(actions: list[str], resource: str | list[str], condition: dict[str, Any]) -> dict[str, Any]:
    return {"Effect": "Deny", "Principal": "*", "Action": actions, "Resource": resource, "Condition": condition}


def test_requests_without_tls_are_refused_for_every_item_action(stack: SystemStack) -> None:
    guarded(stack)
    assert policies(stack) == {TABLE: [refusal(ITEM_ACTIONS, TABLE, WITHOUT_TLS)]}


def test_the_refusal_covers_each_index_by_name(stack: SystemStack) -> None:
    guarded(stack, indexes=[Index("ByStatus", Key("GSI1PK"))], local_indexes=[LocalIndex("ByAmount", Key("amount", "N"))])
    (statement,) = policies(stack)[TABLE]
    assert statement["Resource"] == [TABLE, f"{TABLE}/index/ByStatus", f"{TABLE}/index/ByAmount"]


def test_everybody_outside_the_organization_is_refused_but_awss_services() -> None:
    stack = plain_stack(organization_id="o-a1b2c3d4e5")
    guarded(stack)
    assert policies(stack)[TABLE] == [refusal(ITEM_ACTIONS, TABLE, WITHOUT_TLS), refusal(ITEM_ACTIONS, TABLE, OUTSIDE)]


def test_the_named_role_is_admitted_to_the_consumers_patterns(stack: SystemStack) -> None:
    guarded(stack, role_arn=ROLE)
    leading = {
        **BY_CONDITION,
        "ForAllValues:StringLike": {"dynamodb:LeadingKeys": ["CUSTOMER#*"]},
        "Null": {"dynamodb:LeadingKeys": "false"},
    }
    assert [
        (policy["Principal"], policy["Action"], policy["Resource"], policy["Condition"]) for policy in policies(stack)[TABLE][1:]
    ] == [
        ({"AWS": "arn:aws:iam::555555555555:root"}, "dynamodb:GetItem", TABLE, leading),
        (
            {"AWS": "arn:aws:iam::555555555555:root"},
            "dynamodb:PutItem",
            TABLE,
            leading | {"StringEquals": {"dynamodb:ReturnValues": "NONE"}},
        ),
    ]


@pytest.mark.parametrize(("admits", "role_arn"), [(PARTNER, None), (None, ROLE), (Consumer("other", "for tests"), ROLE)])
def test_nobody_is_admitted_without_a_role_and_a_consumer_with_patterns(
    stack: SystemStack, admits: Consumer | None, role_arn: str | None
) -> None:
    guarded(stack, admits=admits, role_arn=role_arn)
    assert [policy["Effect"] for policy in policies(stack)[TABLE]] == ["Deny"]


def key_statements(stack: SystemStack) -> list[dict[str, Any]]:
    (key,) = resources_of(stack, "aws_kms_key")
    found: list[dict[str, Any]] = json.loads(key["policy"])["Statement"]
    return found


def test_the_admitted_role_can_have_this_table_decrypted(stack: SystemStack) -> None:
    guarded(stack, role_arn=ROLE, key="customer_managed")
    assert key_statements(stack)[3:] == [
        {
            "Effect": "Allow",
            "Principal": {"AWS": "arn:aws:iam::555555555555:root"},
            "Action": "kms:Decrypt",
            "Resource": "*",
            "Condition": {
                **BY_CONDITION,
                "StringEquals": {
                    "kms:ViaService": "dynamodb.ap-northeast-1.amazonaws.com",
                    "kms:EncryptionContext:aws:dynamodb:tableName": "orders-test",
                },
            },
        }
    ]


def test_nobody_is_admitted_to_the_key_without_a_role(stack: SystemStack) -> None:
    guarded(stack, key="customer_managed")
    assert len(key_statements(stack)) == 3


def test_a_stream_has_a_policy_of_its_own_with_the_same_refusals() -> None:
    stack = plain_stack(organization_id="o-a1b2c3d4e5")
    guarded(stack, role_arn=ROLE, stream=Stream.KEYS_ONLY)
    stream = TABLE.replace(".arn}", ".stream_arn}")
    assert policies(stack)[stream] == [
        refusal(STREAM_ACTIONS, stream, WITHOUT_TLS),
        refusal(STREAM_ACTIONS, stream, OUTSIDE),
    ]


def test_a_table_without_a_stream_has_one_policy(stack: SystemStack) -> None:
    guarded(stack)
    assert list(policies(stack)) == [TABLE]

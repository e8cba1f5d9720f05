"""Access patterns: a key or an index serves each, and it finds the items it is meant for."""

from typing import Any

import pytest

from dynawright.model import (
    KEYS_ONLY,
    AccessPattern,
    BatchGet,
    BatchWrite,
    ConditionCheck,
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
    TransactGet,
    TransactWrite,
    Update,
    UpdateItem,
    at_least,
    at_most,
    begins_with,
    between,
    greater_than,
    include,
    less_than,
)
from dynawright.model.condition import KeyCondition
from tests.model.builders import API, ORDER, problems_of
from tests.problems import Told

ITEM: dict[str, Any] = {"PK": "CUSTOMER#{customerId}", "SK": "ORDER#{orderId}"}
BY: dict[str, Any] = {"used_by": [API]}
KNOWN = "there is 'PK', 'SK', 'address', 'amount', 'customerId', 'lines', 'orderId', 'status', 'tags'"

# What a query can be asked of: the table, sparse and full indexes, and numbers to sort by.
VISIT = Entity(
    "VISIT",
    PK="CUSTOMER#{customerId}",
    SK="VISIT#{day}",
    GSI1PK="DAY#{day}",
    GSI1SK="{hour}",
    GSI2PK="{page}",
    LSI1SK="{hour}",
    attributes={"customerId": "S", "day": "S", "hour": "N", "page": "S"},
)
INDEXED: dict[str, Any] = {
    "indexes": [
        Index("ByDay", Key("GSI1PK"), Key("GSI1SK", "N"), include("page")),
        Index("ByPage", Key("GSI2PK"), projection=KEYS_ONLY),
        Index("ByAmount", Key("status"), Key("rank", "N")),
    ],
    "local_indexes": [LocalIndex("ByHour", Key("LSI1SK", "N"), KEYS_ONLY)],
    "entities": [ORDER, VISIT],
    "ttl": "expires",
}


def query(**asked: Any) -> Query:
    return Query("P1", "?", **BY, **asked)


def transaction(*items: Any) -> TransactWrite:
    return TransactWrite("P1", "?", items=items, **BY)


def test_a_pattern_knows_its_operation_and_who_uses_it() -> None:
    pattern = Get("P1", "an order", **ITEM, **BY)

    assert (pattern.id, pattern.question, pattern.used_by, pattern.operation) == ("P1", "an order", (API,), "GetItem")


@pytest.mark.parametrize(
    ("condition", "text"),
    [
        (begins_with("A#{x}"), "begins with A#{x}"),
        (between("{x}", "{y}"), "between {x} and {y}"),
        (less_than("{x}"), "< {x}"),
        (at_most("{x}"), "<= {x}"),
        (greater_than("{x}"), "> {x}"),
        (at_least("{x}"), ">= {x}"),
    ],
)
def test_a_key_condition_reads_like_a_sentence(condition: KeyCondition, text: str) -> None:
    assert str(condition) == text


def test_a_key_condition_names_its_parameters_once() -> None:
    assert between("{x}#{y}", "{x}#{z}").parameters == ("x", "y", "z")


@pytest.mark.parametrize(
    "pattern",
    [
        Get("P1", "?", **ITEM, **BY),
        Get("P1", "?", **ITEM, attributes=["amount", "PK", "expires"], consistent=True, **BY),
        query(PK="CUSTOMER#{customerId}"),
        query(PK="CUSTOMER#{customerId}", SK=begins_with("ORDER#"), descending=True, limit=1, consistent=True),
        query(PK="CUSTOMER#{customerId}", SK=between("ORDER#{from}", "ORDER#{to}"), attributes=["status"]),
        query(index="ByDay", GSI1PK="DAY#{day}", GSI1SK=at_least("{from}"), attributes=["page", "SK", "GSI1SK"]),
        query(index="ByDay", GSI1PK="DAY#{day}", GSI1SK=between("-12.5", "0")),
        query(index="ByPage", GSI2PK="{page}"),
        query(index="ByHour", PK="CUSTOMER#{customerId}", LSI1SK=less_than("{hour}"), consistent=True),
        Scan("P1", "?", **BY),
        Scan("P1", "?", index="ByDay", attributes=["page"], **BY),
        Put("P1", "?", entity="ORDER", **BY),
        Put("P1", "?", entity="ORDER", condition="attribute_not_exists(PK)", **BY),
        Update("P1", "?", **ITEM, update="SET amount = {amount}", **BY),
        Delete("P1", "?", **ITEM, condition="amount = {amount}", **BY),
        BatchGet("P1", "?", **ITEM, attributes=["amount"], **BY),
        BatchWrite("P1", "?", entities=["ORDER", "VISIT"], **BY),
        TransactGet("P1", "?", items=[GetItem(**ITEM), GetItem(PK="CUSTOMER#{customerId}", SK="VISIT#{day}")], **BY),
        transaction(PutItem("ORDER"), ConditionCheck("page = {page}", PK="CUSTOMER#{customerId}", SK="VISIT#{day}")),
        transaction(UpdateItem("REMOVE tags", **ITEM), DeleteItem(PK="CUSTOMER#{customerId}", SK="VISIT#{day}")),
    ],
)
def test_a_pattern_that_a_key_or_an_index_serves_is_taken(pattern: AccessPattern) -> None:
    assert problems_of(pattern, **INDEXED) == []


@pytest.mark.parametrize(
    ("pattern", "problem"),
    [
        (
            Get("P1", "?", PK="CUSTOMER#{customerId}", **BY),
            ("DW221", "pattern P1", "PK"),
        ),
        (
            Get("P1", "?", **BY),
            ("DW221", "pattern P1", ""),
        ),
        (
            Get("P1", "?", **ITEM, GSI1PK="x", **BY),
            ("DW221", "pattern P1", "PK, SK, GSI1PK"),
        ),
        (
            Get("P1", "?", PK="ORDER#{orderId}", SK="CUSTOMER#{customerId}", **BY),
            ("DW222", "pattern P1", "PK ORDER#{orderId}, SK CUSTOMER#{customerId}"),
        ),
        (
            Get("P1", "?", PK="CUSTOMER#{custmerId}", SK="ORDER#{orderId}", **BY),
            ("DW211", "pattern P1", "custmerId"),
        ),
        (
            Get("P1", "?", **ITEM, attributes=["statuz"], **BY),
            ("DW211", "pattern P1", "statuz"),
        ),
        (
            Get("P1", "?", **ITEM, attributes=["status", "status"], **BY),
            ("DW223", "pattern P1", "status"),
        ),
        (
            BatchGet("P1", "?", PK="CUSTOMER#{customerId}", **BY),
            ("DW221", "pattern P1", "PK"),
        ),
        (
            BatchGet("P1", "?", **ITEM, attributes=["zzz"], **BY),
            ("DW211", "pattern P1", "zzz"),
        ),
        (
            BatchWrite("P1", "?", entities=[], **BY),
            ("DW204", "pattern P1", None),
        ),
        (
            BatchWrite("P1", "?", entities=["ORDER", "ODER"], **BY),
            ("DW211", "pattern P1", "ODER"),
        ),
        (
            Put("P1", "?", entity="INVOICE", **BY),
            ("DW211", "pattern P1", "INVOICE"),
        ),
        (
            Put("P1", "?", entity="ORDER", condition="zzz = {amount}", **BY),
            ("DW211", "pattern P1", "zzz"),
        ),
        (
            Update("P1", "?", PK="CUSTOMER#{customerId}", update="REMOVE tags", **BY),
            ("DW221", "pattern P1", "PK"),
        ),
        (
            Update("P1", "?", PK="INVOICE", SK="{day}", update="REMOVE tags", **BY),  # nor can it have the attribute
            ("DW222", "pattern P1", "PK INVOICE, SK {day}"),
        ),
        (
            Delete("P1", "?", **ITEM, condition="zzz = {amount}", **BY),
            ("DW211", "pattern P1", "zzz"),
        ),
        (
            Delete("P1", "?", PK="CUSTOMER#{customerId}", SK="VISIT#{day}", **BY),
            ("DW222", "pattern P1", "PK CUSTOMER#{customerId}, SK VISIT#{day}"),
        ),
        (
            Scan("P1", "?", index="ByDay", **BY),
            ("DW211", "pattern P1", "ByDay"),
        ),
        (
            Scan("P1", "?", attributes=["zzz"], **BY),
            ("DW211", "pattern P1", "zzz"),
        ),
        (
            TransactGet("P1", "?", items=[], **BY),
            ("DW205", "pattern P1", 0),
        ),
        (
            TransactGet("P1", "?", items=[GetItem(PK="CUSTOMER#{customerId}")], **BY),
            ("DW221", "pattern P1", "PK"),
        ),
        (
            TransactGet("P1", "?", items=[GetItem(**ITEM), GetItem(**ITEM)], **BY),
            ("DW226", "pattern P1", "CUSTOMER#{customerId} / ORDER#{orderId}"),
        ),
        (
            transaction(),
            ("DW205", "pattern P1", 0),
        ),
        (
            transaction(PutItem("ORDER"), UpdateItem("REMOVE tags", **ITEM)),
            ("DW226", "pattern P1", "CUSTOMER#{customerId} / ORDER#{orderId}"),
        ),
        (
            transaction(UpdateItem("tags", **ITEM)),
            ("DW225", "pattern P1", "tags"),
        ),
        (
            transaction(DeleteItem(condition="tags", **ITEM)),
            ("DW225", "pattern P1", "tags"),
        ),
        (
            transaction(ConditionCheck("", **ITEM)),
            ("DW204", "pattern P1", None),
        ),
        (
            transaction(PutItem("INVOICE")),
            ("DW211", "pattern P1", "INVOICE"),
        ),
    ],
)
def test_a_pattern_that_could_not_work_is_refused(pattern: AccessPattern, problem: Told) -> None:
    assert problems_of(pattern) == [problem]


@pytest.mark.parametrize(
    ("asked", "problem"),
    [
        (
            {"index": "ByDya", "GSI1PK": "DAY#{day}"},
            ("DW211", "pattern P1", "ByDya"),
        ),
        (
            {"GSI1PK": "DAY#{day}"},
            ("DW221", "pattern P1", "GSI1PK"),
        ),
        (
            {"index": "ByDay", "PK": "CUSTOMER#{customerId}"},
            ("DW221", "pattern P1", "PK"),
        ),
        (
            {"PK": "CUSTOMER#{customerId}", "status": "{status}"},
            ("DW221", "pattern P1", "status"),
        ),
        (
            {},
            ("DW221", "pattern P1", "PK"),
        ),
        (
            {"SK": begins_with("ORDER#")},
            ("DW221", "pattern P1", "PK"),
        ),
        (
            {"index": "ByDay", "GSI1PK": begins_with("DAY#")},
            ("DW221", "pattern P1", "GSI1PK"),
        ),
        (
            {"PK": "CUSTOMER#{customerId}", "SK": between("ORDER#{from}", "ORDER#{to")},
            ("DW213", "pattern P1", "ORDER#{to"),
        ),
        (
            {"PK": "CUSTOMER#{customerId}", "SK": at_least("")},
            ("DW213", "pattern P1", ""),
        ),
        (
            {"index": "ByDay", "GSI1PK": "DAY#{day}", "GSI1SK": at_least("")},
            ("DW213", "pattern P1", ""),
        ),
        (
            {"index": "ByDay", "GSI1PK": "DAY#{day}", "GSI1SK": at_least("H#{hour}")},
            ("DW214", "pattern P1", "H#{hour}"),
        ),
        (
            {"index": "ByDay", "GSI1PK": "DAY#{day}", "GSI1SK": between("{from}", "noon")},
            ("DW214", "pattern P1", "noon"),
        ),
        (
            {"index": "ByDay", "GSI1PK": "DAY#{day}", "GSI1SK": begins_with("{hour}")},
            ("DW214", "pattern P1", "begins_with"),
        ),
        (
            {"index": "ByDay", "GSI1PK": "DAY#{day}", "consistent": True},
            ("DW223", "pattern P1", True),
        ),
        (
            {"index": "ByPage", "GSI2PK": "{page}", "descending": True},
            ("DW223", "pattern P1", True),
        ),
        (
            {"PK": "CUSTOMER#{customerId}", "limit": 0},
            ("DW223", "pattern P1", 0),
        ),
        (
            {"PK": "CUSTOMER#{customerId}", "page_size": 0},
            ("DW223", "pattern P1", 0),
        ),
        (
            {"PK": "CUSTOMER#{customerId}", "page_size": 50, "limit": 5},
            ("DW223", "pattern P1", 50),
        ),
        (
            {"PK": "CUSTOMER#{customerId}", "attributes": ["amuont"]},
            ("DW211", "pattern P1", "amuont"),
        ),
        (
            {"index": "ByDay", "GSI1PK": "DAY#{day}", "attributes": ["page", "customerId"]},
            ("DW224", "pattern P1", "customerId"),
        ),
        (
            {"index": "ByHour", "PK": "CUSTOMER#{customerId}", "attributes": ["page"]},
            ("DW224", "pattern P1", "page"),
        ),
        (
            {"PK": "ORDER#{orderId}", "SK": begins_with("LINE#")},
            ("DW222", "pattern P1", "PK = ORDER#{orderId}, SK begins with LINE#"),
        ),
        (
            {"index": "ByDay", "GSI1PK": "DATE#{day}", "GSI1SK": between("{from}", "{to}")},
            ("DW222", "pattern P1", "GSI1PK = DATE#{day}, GSI1SK between {from} and {to}"),
        ),
        (
            {"PK": "CUSTOMER#{customer}"},
            ("DW211", "pattern P1", "customer"),
        ),
        (
            {"index": "ByAmount", "status": "{status}"},  # an order has a status, but no rank, so it is not in the index
            ("DW222", "pattern P1", "status = {status}"),
        ),
    ],
)
def test_a_query_that_could_not_work_is_refused(asked: dict[str, Any], problem: Told) -> None:
    assert problems_of(query(**asked), **INDEXED) == [problem]


def test_a_scan_can_not_have_attributes_that_its_index_does_not_carry() -> None:
    assert problems_of(Scan("P1", "?", index="ByPage", attributes=["page", "GSI2PK"], **BY), **INDEXED) == [
        ("DW224", "pattern P1", "page")
    ]


def test_a_table_without_a_sort_key_has_no_order() -> None:
    entity = Entity("ORDER", PK="ORDER#{orderId}")

    assert problems_of(query(PK="ORDER#{orderId}", descending=True), sort_key=None, entities=[entity]) == [
        ("DW223", "pattern P1", True)
    ]


def test_a_pattern_that_nobody_uses_is_refused() -> None:
    assert problems_of(Get("P1", "?", **ITEM, used_by=[])) == [("DW204", "pattern P1", None)]


@pytest.mark.parametrize("count", [100, 101])
def test_a_transaction_takes_a_hundred_items(count: int) -> None:
    entities = [Entity(f"E{i}", PK=f"E{i}#{{id}}", SK="METADATA") for i in range(count)]
    gets = [GetItem(PK=f"E{i}#{{id}}", SK="METADATA") for i in range(count)]
    puts = [PutItem(entity.name) for entity in entities]
    refused = [("DW205", "pattern P1", 101)]

    assert problems_of(TransactGet("P1", "?", items=gets, **BY), entities=entities) == (refused if count > 100 else [])
    assert problems_of(transaction(*puts), entities=entities) == (refused if count > 100 else [])


def test_a_transaction_may_touch_several_items_of_one_form() -> None:
    pair = Entity("PAIR", PK="PAIR#{left}", SK="METADATA", attributes={"left": "S", "right": "S"})
    gets = [GetItem(PK="PAIR#{left}", SK="METADATA"), GetItem(PK="PAIR#{right}", SK="METADATA")]

    assert problems_of(TransactGet("P1", "?", items=gets, **BY), entities=[pair]) == []


def test_every_problem_of_every_pattern_is_reported() -> None:
    patterns = [
        query(PK="CUSTOMER#{customerId}", attributes=["zzz"], limit=-1),
        transaction(PutItem("INVOICE"), UpdateItem("REMOVE zzz", **ITEM), PutItem("ORDER")),
    ]

    assert problems_of(*patterns)[1:] == [
        ("DW223", "pattern P1", -1),
        ("DW211", "pattern P1", "zzz"),
        ("DW211", "pattern P1", "INVOICE"),
        ("DW211", "pattern P1", "zzz"),
    ]


OLD_OR_NEW = ["NONE", "ALL_OLD", "UPDATED_OLD", "ALL_NEW", "UPDATED_NEW"]


def returning(operation: str, returns: Any) -> AccessPattern:
    return {
        "PutItem": Put("P1", "?", entity="ORDER", returns=returns, **BY),
        "UpdateItem": Update("P1", "?", **ITEM, update="REMOVE tags", returns=returns, **BY),
        "DeleteItem": Delete("P1", "?", **ITEM, returns=returns, **BY),
    }[operation]


@pytest.mark.parametrize("returns", [*OLD_OR_NEW, "ALL", "all_old", ""])
@pytest.mark.parametrize(
    ("operation", "allowed"),
    [("PutItem", OLD_OR_NEW[:2]), ("UpdateItem", OLD_OR_NEW), ("DeleteItem", OLD_OR_NEW[:2])],
)
def test_a_write_returns_what_dynamodb_can(operation: str, allowed: list[str], returns: str) -> None:
    told = [] if returns in allowed else [("DW223", "pattern P1", returns)]
    assert problems_of(returning(operation, returns)) == told


def test_a_write_returns_nothing_unless_it_says_so() -> None:
    assert Put("P1", "?", entity="ORDER", **BY).returns == "NONE"
    assert Update("P1", "?", **ITEM, update="REMOVE tags", **BY).returns == "NONE"
    assert Delete("P1", "?", **ITEM, **BY).returns == "NONE"


@pytest.mark.parametrize(("returns", "told"), [("NONE", []), ("ALL_OLD", [("DW223", "pattern P1", "ALL_OLD")])])
def test_a_part_of_a_transaction_returns_nothing(returns: Any, told: list[Told]) -> None:
    assert problems_of(Put("P1", "?", entity="ORDER", returns=returns, in_transaction=True, **BY)) == told

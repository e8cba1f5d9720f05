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
        query(index="ByDay", GSI1PK="DAY#{day}", GSI1SK=between("0", "-12.5")),
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
            "gives PK, but an item's key is PK, SK: give exactly these",
        ),
        (
            Get("P1", "?", **BY),
            "gives no key, but an item's key is PK, SK: give exactly these",
        ),
        (
            Get("P1", "?", **ITEM, GSI1PK="x", **BY),
            "gives PK, SK, GSI1PK, but an item's key is PK, SK: give exactly these",
        ),
        (
            Get("P1", "?", PK="ORDER#{orderId}", SK="CUSTOMER#{customerId}", **BY),
            "finds nothing: no entity has keys like PK ORDER#{orderId}, SK CUSTOMER#{customerId}",
        ),
        (
            Get("P1", "?", PK="CUSTOMER#{custmerId}", SK="ORDER#{orderId}", **BY),
            "uses '{custmerId}', which ORDER lacks; did you mean 'customerId'?",
        ),
        (
            Get("P1", "?", **ITEM, attributes=["statuz"], **BY),
            "asks for attribute 'statuz'; did you mean 'status'?",
        ),
        (
            Get("P1", "?", **ITEM, attributes=["status", "status"], **BY),
            "asks for attribute 'status' 2 times",
        ),
        (
            BatchGet("P1", "?", PK="CUSTOMER#{customerId}", **BY),
            "gives PK, but an item's key is PK, SK: give exactly these",
        ),
        (
            BatchGet("P1", "?", **ITEM, attributes=["zzz"], **BY),
            f"asks for attribute 'zzz'; {KNOWN}",
        ),
        (
            BatchWrite("P1", "?", entities=[], **BY),
            "writes nothing: name entities=[...]",
        ),
        (
            BatchWrite("P1", "?", entities=["ORDER", "ODER"], **BY),
            "writes entity 'ODER'; did you mean 'ORDER'?",
        ),
        (
            Put("P1", "?", entity="INVOICE", **BY),
            "writes entity 'INVOICE'; there is 'ORDER'",
        ),
        (
            Put("P1", "?", entity="ORDER", condition="zzz = {amount}", **BY),
            f"names attribute 'zzz' in 'zzz = {{amount}}'; {KNOWN}",
        ),
        (
            Update("P1", "?", PK="CUSTOMER#{customerId}", update="REMOVE tags", **BY),
            "gives PK, but an item's key is PK, SK: give exactly these",
        ),
        (
            Update("P1", "?", PK="INVOICE", SK="{day}", update="REMOVE tags", **BY),  # nor can it have the attribute
            "finds nothing: no entity has keys like PK INVOICE, SK {day}",
        ),
        (
            Delete("P1", "?", **ITEM, condition="zzz = {amount}", **BY),
            f"names attribute 'zzz' in 'zzz = {{amount}}'; {KNOWN}",
        ),
        (
            Delete("P1", "?", PK="CUSTOMER#{customerId}", SK="VISIT#{day}", **BY),
            "finds nothing: no entity has keys like PK CUSTOMER#{customerId}, SK VISIT#{day}",
        ),
        (
            Scan("P1", "?", index="ByDay", **BY),
            "scans index 'ByDay'; there is none",
        ),
        (
            Scan("P1", "?", attributes=["zzz"], **BY),
            f"asks for attribute 'zzz'; {KNOWN}",
        ),
        (
            TransactGet("P1", "?", items=[], **BY),
            "has 0 items: a transaction takes 1 to 100",
        ),
        (
            TransactGet("P1", "?", items=[GetItem(PK="CUSTOMER#{customerId}")], **BY),
            "gives PK, but an item's key is PK, SK: give exactly these",
        ),
        (
            TransactGet("P1", "?", items=[GetItem(**ITEM), GetItem(**ITEM)], **BY),
            "touches CUSTOMER#{customerId} / ORDER#{orderId} twice: DynamoDB refuses two operations on one item in a transaction; "
            "merge them",
        ),
        (
            transaction(),
            "has 0 items: a transaction takes 1 to 100",
        ),
        (
            transaction(PutItem("ORDER"), UpdateItem("REMOVE tags", **ITEM)),
            "touches CUSTOMER#{customerId} / ORDER#{orderId} twice: DynamoDB refuses two operations on one item in a transaction; "
            "merge them",
        ),
        (
            transaction(UpdateItem("tags", **ITEM)),
            "has the update 'tags', which starts with 'tags'; an update starts with SET, REMOVE, ADD or DELETE",
        ),
        (
            transaction(DeleteItem(condition="tags", **ITEM)),
            "has the condition 'tags', which needs a comparison after 'tags', not 'the end'",
        ),
        (
            transaction(ConditionCheck("", **ITEM)),
            "checks nothing: give the ConditionCheck a condition",
        ),
        (
            transaction(PutItem("INVOICE")),
            "writes entity 'INVOICE'; there is 'ORDER'",
        ),
    ],
)
def test_a_pattern_that_could_not_work_is_refused(pattern: AccessPattern, problem: str) -> None:
    assert problems_of(pattern) == [f"sales/orders: pattern P1 {problem}"]


@pytest.mark.parametrize(
    ("asked", "problem"),
    [
        (
            {"index": "ByDya", "GSI1PK": "DAY#{day}"},
            "asks index 'ByDya'; did you mean 'ByDay'?",
        ),
        (
            {"GSI1PK": "DAY#{day}"},
            "asks the table by GSI1PK, but its key is PK, SK: ask index='ByDay'",
        ),
        (
            {"index": "ByDay", "PK": "CUSTOMER#{customerId}"},
            "asks index 'ByDay' by PK, but its key is GSI1PK, GSI1SK: ask the table (no index=) or index='ByHour'",
        ),
        (
            {"PK": "CUSTOMER#{customerId}", "status": "{status}"},
            "asks the table by status, but its key is PK, SK: add an index with the key PK, status",
        ),
        (
            {},
            "must fix the partition key of the table: give PK='...'",
        ),
        (
            {"SK": begins_with("ORDER#")},
            "must fix the partition key of the table: give PK='...'",
        ),
        (
            {"index": "ByDay", "GSI1PK": begins_with("DAY#")},
            "must fix the partition key of index 'ByDay': give GSI1PK='...'",
        ),
        (
            {"PK": "CUSTOMER#{customerId}", "SK": between("ORDER#{from}", "ORDER#{to")},
            "key SK 'ORDER#{to' has an unpaired brace; write a place as {name}",
        ),
        (
            {"PK": "CUSTOMER#{customerId}", "SK": at_least("")},
            "key SK is empty: a key value can't be",
        ),
        (
            {"index": "ByDay", "GSI1PK": "DAY#{day}", "GSI1SK": at_least("")},
            "key GSI1SK is empty: a key value can't be",
        ),
        (
            {"index": "ByDay", "GSI1PK": "DAY#{day}", "GSI1SK": at_least("H#{hour}")},
            "key GSI1SK is of type N, which 'H#{hour}' is not: give a number, or one place",
        ),
        (
            {"index": "ByDay", "GSI1PK": "DAY#{day}", "GSI1SK": between("{from}", "noon")},
            "key GSI1SK is of type N, which 'noon' is not: give a number, or one place",
        ),
        (
            {"index": "ByDay", "GSI1PK": "DAY#{day}", "GSI1SK": begins_with("{hour}")},
            "key GSI1SK is of type N: begins_with takes S and B; use between, at_least or at_most",
        ),
        (
            {"index": "ByDay", "GSI1PK": "DAY#{day}", "consistent": True},
            "wants a consistent read of index 'ByDay': global indexes are eventually consistent; leave consistent out",
        ),
        (
            {"index": "ByPage", "GSI2PK": "{page}", "descending": True},
            "wants index 'ByPage' in descending order, but it has no sort key",
        ),
        (
            {"PK": "CUSTOMER#{customerId}", "limit": 0},
            "has limit 0: it must be 1 or more",
        ),
        (
            {"PK": "CUSTOMER#{customerId}", "page_size": 0},
            "has page_size 0: it must be 1 or more",
        ),
        (
            {"PK": "CUSTOMER#{customerId}", "page_size": 50, "limit": 5},
            "has both limit 5 and page_size 50: a limit reads one page; drop one of the two",
        ),
        (
            {"PK": "CUSTOMER#{customerId}", "attributes": ["amuont"]},
            "asks for attribute 'amuont'; did you mean 'amount'?",
        ),
        (
            {"index": "ByDay", "GSI1PK": "DAY#{day}", "attributes": ["page", "customerId"]},
            "asks index 'ByDay' for 'customerId', which it does not carry: include('customerId') in its projection",
        ),
        (
            {"index": "ByHour", "PK": "CUSTOMER#{customerId}", "attributes": ["page"]},
            "asks index 'ByHour' for 'page', which it does not carry: include('page') in its projection",
        ),
        (
            {"PK": "ORDER#{orderId}", "SK": begins_with("LINE#")},
            "finds nothing: no entity has keys like PK = ORDER#{orderId}, SK begins with LINE#",
        ),
        (
            {"index": "ByDay", "GSI1PK": "DATE#{day}", "GSI1SK": between("{from}", "{to}")},
            "finds nothing: no entity has keys like GSI1PK = DATE#{day}, GSI1SK between {from} and {to}",
        ),
        (
            {"PK": "CUSTOMER#{customer}"},
            "uses '{customer}', which ORDER and VISIT lack; did you mean 'customerId'?",
        ),
    ],
)
def test_a_query_that_could_not_work_is_refused(asked: dict[str, Any], problem: str) -> None:
    assert problems_of(query(**asked), **INDEXED) == [f"sales/orders: pattern P1 {problem}"]


def test_a_scan_can_not_have_attributes_that_its_index_does_not_carry() -> None:
    assert problems_of(Scan("P1", "?", index="ByPage", attributes=["page", "GSI2PK"], **BY), **INDEXED) == [
        "sales/orders: pattern P1 asks index 'ByPage' for 'page', which it does not carry: include('page') in its projection"
    ]


def test_a_table_without_a_sort_key_has_no_order() -> None:
    entity = Entity("ORDER", PK="ORDER#{orderId}")

    assert problems_of(query(PK="ORDER#{orderId}", descending=True), sort_key=None, entities=[entity]) == [
        "sales/orders: pattern P1 wants the table in descending order, but it has no sort key"
    ]


def test_a_pattern_that_nobody_uses_is_refused() -> None:
    assert problems_of(Get("P1", "?", **ITEM, used_by=[])) == [
        "sales/orders: pattern P1 is used by nobody: name the consumers in used_by=[...], or delete it"
    ]


@pytest.mark.parametrize("count", [100, 101])
def test_a_transaction_takes_a_hundred_items(count: int) -> None:
    entities = [Entity(f"E{i}", PK=f"E{i}#{{id}}", SK="METADATA") for i in range(count)]
    gets = [GetItem(PK=f"E{i}#{{id}}", SK="METADATA") for i in range(count)]
    puts = [PutItem(entity.name) for entity in entities]
    refused = ["sales/orders: pattern P1 has 101 items: a transaction takes 1 to 100"]

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
        "sales/orders: pattern P1 has limit -1: it must be 1 or more",
        f"sales/orders: pattern P1 asks for attribute 'zzz'; {KNOWN}",
        "sales/orders: pattern P1 writes entity 'INVOICE'; there is 'ORDER'",
        f"sales/orders: pattern P1 names attribute 'zzz' in 'REMOVE zzz'; {KNOWN}",
    ]

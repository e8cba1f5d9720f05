"""A part of a model that is of the wrong type is named where it is written, with what to write."""

from collections.abc import Callable
from typing import Any

import pytest

from dynawright.model import (
    BatchWrite,
    Consumer,
    Entity,
    Get,
    Index,
    Key,
    LocalIndex,
    Put,
    Query,
    System,
    TransactGet,
    Update,
    begins_with,
    include,
)
from tests.model.builders import API, ORDER, table

ORDERS: Any = {"PK": "CUSTOMER#{customerId}", "SK": "ORDER#{orderId}"}
GSI1 = Index("GSI1", Key("GSI1PK"))
anything: Any = lambda value: value  # noqa: E731  # mypy would find all of these, too

MISTAKES: dict[str, tuple[Callable[[], object], str]] = {
    "a partition key as text": (
        lambda: table(partition_key="sessionId"),
        "table 'orders': partition_key is str 'sessionId': write Key(\"PK\")",
    ),
    "a sort key as text": (lambda: table(sort_key="SK"), "table 'orders': sort_key is str 'SK': write Key(\"SK\")"),
    "a stream as text": (
        lambda: table(stream="NEW_IMAGE"),
        "table 'orders': stream is str 'NEW_IMAGE': write one of "
        "Stream.KEYS_ONLY, Stream.NEW_IMAGE, Stream.OLD_IMAGE, Stream.NEW_AND_OLD_IMAGES",
    ),
    "one index": (
        lambda: table(indexes=GSI1),
        f'table \'orders\': indexes is Index {GSI1!r:.60}: write a list, indexes=[Index("GSI1", Key("GSI1PK"))]',
    ),
    "an index by its name": (
        lambda: table(indexes=["GSI1"]),
        "table 'orders': indexes has str 'GSI1': write indexes=[Index(\"GSI1\", Key(\"GSI1PK\"))]",
    ),
    "a local index among the global ones": (
        lambda: table(indexes=[LocalIndex("LSI1", Key("LSI1SK"))]),
        f"table 'orders': indexes has LocalIndex {LocalIndex('LSI1', Key('LSI1SK'))!r:.60}: "
        'write indexes=[Index("GSI1", Key("GSI1PK"))]',
    ),
    "a projection as text": (
        lambda: Index("GSI1", Key("GSI1PK"), projection=anything("ALL")),
        "index 'GSI1': projection is str 'ALL': write ALL, KEYS_ONLY or include(\"status\")",
    ),
    "a key of an index as text": (
        lambda: Index("GSI1", anything("GSI1PK")),
        "index 'GSI1': partition_key is str 'GSI1PK': write Key(\"GSI1PK\")",
    ),
    "a list in include": (
        lambda: include(anything(["status"])),
        'include: attribute is list [\'status\']: write include("status", "amount")',
    ),
    "a consumer as text": (
        lambda: Get("P1", "?", **ORDERS, used_by=anything(["api"])),
        'pattern P1: used_by has str \'api\': write used_by=[Consumer("api", "the HTTP API")]',
    ),
    "one consumer": (
        lambda: Get("P1", "?", **ORDERS, used_by=anything(API)),
        f'pattern P1: used_by is Consumer {API!r:.60}: write a list, used_by=[Consumer("api", "the HTTP API")]'
        "; a key attribute of that name is written used_by_",
    ),
    "one attribute": (
        lambda: Get("P1", "?", **ORDERS, attributes="status", used_by=[API]),
        "pattern P1: attributes is str 'status': write a list, attributes=[\"status\"]; a key attribute of that name is written attributes_",
    ),
    "an index itself": (
        lambda: Query("P1", "?", index=anything(GSI1), GSI1PK="x", used_by=[API]),
        f'pattern P1: index is Index {GSI1!r:.60}: write the name of an index, index="GSI1"; a key attribute of that name is written index_',
    ),
    "an entity itself": (
        lambda: Put("P1", "?", entity=anything(ORDER), used_by=[API]),
        f'a put: entity is Entity {ORDER!r:.60}: write the name of the entity, entity="ORDER"',
    ),
    "entities themselves": (
        lambda: BatchWrite("P1", "?", entities=anything([ORDER]), used_by=[API]),
        f'pattern P1: entities has Entity {ORDER!r:.60}: write entities=["ORDER"]',
    ),
    "keys as a map in a transaction": (
        lambda: TransactGet("P1", "?", items=anything([ORDERS]), used_by=[API]),
        f'pattern P1: items has dict {ORDERS!r:.60}: write items=[GetItem(PK="...")]',
    ),
    "a number in a key": (
        lambda: Query("P1", "?", PK=begins_with(anything(7)), used_by=[API]),
        'a key: value is int 7: write text, such as "ORDER#{orderId}"',
    ),
    "attributes as a list": (
        lambda: Entity("ORDER", **ORDERS, attributes=anything(["status"])),
        "entity 'ORDER': attributes is list ['status']: write a map, attributes={\"status\": \"S\"}"
        "; a key attribute of that name is written attributes_",
    ),
    "an expiry in days": (
        lambda: Entity("ORDER", **ORDERS, expires_after=anything(30)),
        "entity 'ORDER': expires_after is int 30: write timedelta(days=30); a key attribute of that name is written expires_after_",
    ),
    "a model in place of a list": (
        lambda: System("sales", anything(table())),
        f'system \'sales\': tables is TableModel {table()!r:.60}: write a list, tables=[TableModel("orders", partition_key=Key("PK"))]',
    ),
    "a consumer without a name": (
        lambda: Consumer(anything(None), "nobody"),
        'a consumer: name is None: write Consumer("api", "the HTTP API")',
    ),
    "an update that is none": (
        lambda: Update("P1", "?", **ORDERS, update=anything({"status": "paid"}), used_by=[API]),
        "an update: update is dict {'status': 'paid'}: write an expression, \"SET status = {status}\""
        "; a key attribute of that name is written update_",
    ),
}


@pytest.mark.parametrize(("write", "words"), MISTAKES.values(), ids=MISTAKES.keys())
def test_a_wrong_type_says_what_to_write(write: Callable[[], object], words: str) -> None:
    with pytest.raises(TypeError) as caught:
        write()
    assert str(caught.value) == words

"""What patterns ask of IAM is derived twice: rules and policies must agree."""

from __future__ import annotations

import pytest

from dynawright.model import (
    BatchWrite,
    ConditionCheck,
    Consumer,
    DeleteItem,
    Entity,
    Get,
    GetItem,
    Key,
    Put,
    PutItem,
    Scan,
    TableModel,
    TransactGet,
    TransactWrite,
    Update,
)
from dynawright.model.permission import permissions
from dynawright.rules.derived.patterns import STORING, Ask, asks, asks_of, grants_of, tenant_key
from tests.complete.stacks.library.model import SYSTEM

API = Consumer("api", "the API")
TENANT = Consumer("tenant", "a tenant's session", tenant_key="T#{id}")
TABLE = TableModel(
    "orders",
    partition_key=Key("PK"),
    sort_key=Key("SK"),
    ttl="expires",
    entities=[
        Entity("ORDER", PK="O#{id}", SK="META", attributes={"id": "S", "total": "N"}),
        Entity("LINE", PK="O#{id}", SK="LINE#{line}", attributes={"id": "S", "line": "S"}),
        Entity("NOTE", PK="{id}", SK="N", attributes={"id": "S"}),
        Entity("STAR", PK="S*#{id}?", SK="N", attributes={"id": "S"}),
        Entity("OWN", PK="T#{id}", SK="A", attributes={"id": "S", "name": "S"}),
    ],
    access_patterns=[
        TransactGet("P1", "?", items=[GetItem(PK="O#{id}", SK="META"), GetItem(PK="{id}", SK="N")], used_by=[API]),
        TransactWrite(
            "P2", "?", items=[PutItem("LINE"), ConditionCheck("total > {least:N}", PK="O#{id}", SK="META")], used_by=[API]
        ),
        TransactWrite("P3", "?", items=[DeleteItem(PK="O#{id}", SK="LINE#{line}"), PutItem("ORDER")], used_by=[API]),
        BatchWrite("P4", "?", entities=["ORDER", "NOTE"], used_by=[API]),
        BatchWrite("P5", "?", entities=["ORDER", "LINE"], used_by=[API]),
        Put("P6", "?", entity="STAR", returns="ALL_OLD", used_by=[API]),
        Scan("P7", "?", used_by=[API]),
        Update(
            "P8",
            "?",
            PK="T#{id}",
            SK="A",
            update="SET #n = if_not_exists(name, {name}), size_of = {size:N}".replace("#n", "name"),
            condition="size(name) > {least:N} AND attribute_exists(id)",
            used_by=[TENANT],
        ),
        Get("P9", "?", PK="T#{id}", SK="A", used_by=[TENANT]),
    ],
)


@pytest.mark.parametrize("table", [TABLE, *SYSTEM.tables], ids=lambda table: str(table.name))
def test_both_derivations_agree(table: TableModel) -> None:
    for consumer in {consumer for pattern in table.access_patterns for consumer in pattern.used_by}:
        mine = {
            (
                *(ask.pattern, ask.action, ask.index, tuple(sorted(ask.leading_keys)), tuple(sorted(ask.attributes))),
                tuple(sorted(ask.written)) if consumer.tenant_key and ask.action in STORING else (),
                *(ask.returns, ask.in_transaction),
            )
            for ask in asks(table, consumer)
        }
        theirs = {
            (
                *(
                    permission.pattern,
                    permission.action,
                    permission.index,
                    permission.leading_keys,
                    tuple(sorted(permission.attributes)),
                ),
                *(permission.written, permission.returns, permission.in_transaction),
            )
            for permission in permissions(table, consumer)
        }
        assert mine == theirs, consumer.name


def test_a_key_that_fixes_nothing_leaves_all_keys_open() -> None:
    assert [ask.leading_keys for ask in _asks("P1")] == [{"O#*"}, set()]
    assert [ask.leading_keys for ask in _asks("P4")] == [set()]


def test_a_keys_own_wildcards_are_no_wildcards() -> None:
    assert [ask.leading_keys for ask in _asks("P6")] == [{"S${*}#*${?}"}]


def test_functions_and_words_of_an_expression_are_no_attributes() -> None:
    assert [ask.written for ask in _asks("P8")] == [{"PK", "SK", "id", "name", "size_of"}]


def test_keys_of_two_batches_are_not_allowed_together() -> None:
    grants = [grant for grant, _ in grants_of(TABLE, API, "arn") if grant.action == "dynamodb:BatchWriteItem"]
    assert sorted(len(grant.conditions) for grant in grants) == [0, 2]


def test_a_tenant_reaches_the_key_of_its_own_tag() -> None:
    assert tenant_key(TENANT) == "T#${aws:PrincipalTag/id}"
    for grant, _ in grants_of(TABLE, TENANT, "arn"):
        held = {(condition.operator, condition.key): condition.values for condition in grant.conditions}
        assert held["forallvalues:stringequals", "dynamodb:leadingkeys"] == {"T#${aws:PrincipalTag/id}"}
        assert held["null", "dynamodb:leadingkeys"] == {"false"}


def _asks(pattern: str) -> list[Ask]:
    (chosen,) = [candidate for candidate in TABLE.access_patterns if candidate.id == pattern]
    return list(asks_of(TABLE, chosen))

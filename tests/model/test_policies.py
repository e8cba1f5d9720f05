"""What the model puts into IAM policies has only characters that these can hold."""

from typing import Any

import pytest

from dynawright.model import Consumer, Entity, Get, Put, Scan
from tests.model.builders import API, problems_of

BY: dict[str, Any] = {"used_by": [API]}


@pytest.mark.parametrize("character", ["商", "Ā", "€", "\u2028", "😀", "\x1f"])
def test_a_partition_key_that_no_policy_can_hold_is_refused(character: str) -> None:
    entity = Entity("E", PK=f"{character}#{{id}}", SK="METADATA")
    get = Get("P1", "?", PK=f"{character}#{{id}}", SK="METADATA", **BY)
    assert problems_of(get, entities=[entity]) == [("DW233", "pattern P1", f"{character}#*")]


@pytest.mark.parametrize("character", [" ", "~", "é", "ÿ", "\t"])
def test_a_partition_key_that_a_policy_can_hold_is_taken(character: str) -> None:
    entity = Entity("E", PK=f"{character}#{{id}}", SK="METADATA")
    assert problems_of(Get("P1", "?", PK=f"{character}#{{id}}", SK="METADATA", **BY), entities=[entity]) == []


def test_what_no_policy_names_may_have_any_character() -> None:
    entity = Entity("E", PK="E#{id}", SK="商品#{id}", attributes={"id": "S", "名": "S"})
    patterns = (Get("P1", "?", PK="E#{id}", SK="商品#{id}", **BY), Put("P2", "?", entity="E", **BY), Scan("P3", "?", **BY))
    assert problems_of(*patterns, entities=[entity]) == []


def test_an_attribute_that_a_tenant_writes_is_named_in_its_policy() -> None:
    tenant = Consumer("tenant", "for tests", tenant_key="E#{id}")
    entity = Entity("E", PK="E#{id}", SK="METADATA", attributes={"id": "S", "名": "S"})
    assert problems_of(Put("P1", "?", entity="E", used_by=[tenant]), entities=[entity]) == [("DW233", "pattern P1", "名")]

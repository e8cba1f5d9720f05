"""Item sizes and capacity units, by DynamoDB's published rules."""

from decimal import Decimal
from typing import Any

import pytest

from dynawright.model import KEYS_ONLY, Index, Key, LocalIndex, include
from dynawright.model.item import Item
from dynawright.model.size import item_size, read_units, write_units
from tests.model.builders import table

INDEXED = table(
    indexes=[
        Index("All", Key("GSI1PK"), Key("GSI1SK")),
        Index("Keys", Key("GSI2PK"), projection=KEYS_ONLY),
        Index("Some", Key("GSI3PK"), projection=include("status")),
    ]
)


def item_of(size: int, **attributes: str) -> Item:
    """An item of that many bytes."""
    item = {"PK": "a", "SK": "b", **attributes, "x": ""}
    return {**item, "x": "x" * (size - item_size(item))}


@pytest.mark.parametrize(
    ("value", "size"),
    [
        ("", 0),
        ("abc", 3),
        ("é", 2),
        (b"abc", 3),
        (True, 1),
        (None, 1),
        (Decimal(0), 1),
        (Decimal(7), 2),
        (Decimal(12), 2),
        (Decimal(123), 3),
        (Decimal("-12.34"), 3),
        (Decimal(1200), 2),  # zeros at the ends are not stored
        (Decimal("0.0012"), 2),
        (Decimal("1" * 38), 20),
        (7, 2),
        ([], 3),
        (["ab", Decimal(7)], 3 + (1 + 2) + (1 + 2)),
        ({}, 3),
        ({"ab": "cde"}, 3 + (2 + 1 + 3)),
        ({"ab": ["c"]}, 3 + (2 + 1 + (3 + (1 + 1)))),
        ({"é"}, 2),
        ({"ab", "c"}, 3),
        (frozenset({Decimal(7)}), 2),
        ({b"ab"}, 2),
    ],
)
def test_a_value_is_as_large_as_dynamodb_counts_it(value: Any, size: int) -> None:
    assert item_size({"": value}) == size


def test_an_item_is_its_names_and_values() -> None:
    assert item_size({"PK": "abc", "é": Decimal(7)}) == 2 + 3 + 2 + 2


def test_a_value_that_dynamodb_has_not_is_refused() -> None:
    with pytest.raises(TypeError, match=r"^float is no DynamoDB value$"):
        item_size({"x": 1.5})


@pytest.mark.parametrize(("size", "blocks"), [(10, 1), (4096, 1), (4097, 2), (8192, 2), (8193, 3)])
def test_a_read_costs_by_four_kilobytes(size: int, blocks: int) -> None:
    assert read_units([item_of(size)]) == blocks / 2
    assert read_units([item_of(size)], consistent=True) == blocks
    assert read_units([item_of(size)], transactional=True) == blocks * 2


def test_items_read_together_are_rounded_up_together() -> None:
    assert read_units([item_of(2048), item_of(2048)]) == 0.5
    assert read_units([item_of(2048), item_of(2049)]) == 1


def test_a_read_that_finds_nothing_costs_as_a_small_one() -> None:
    assert read_units([]) == 0.5


@pytest.mark.parametrize(("size", "units"), [(10, 1), (1024, 1), (1025, 2), (2048, 2), (2049, 3)])
def test_a_write_costs_by_one_kilobyte(size: int, units: int) -> None:
    assert write_units(table(), None, item_of(size)) == units
    assert write_units(table(), item_of(size), None) == units
    assert write_units(table(), None, item_of(size), transactional=True) == units * 2


def test_a_write_costs_by_the_larger_of_the_item_before_and_after() -> None:
    assert write_units(table(), item_of(3000), item_of(10)) == 3
    assert write_units(table(), item_of(10), item_of(3000)) == 3


def test_a_delete_of_nothing_costs_as_a_small_write() -> None:
    assert write_units(table(), None, None) == 1


GSI1 = {"GSI1PK": "p", "GSI1SK": "s"}


@pytest.mark.parametrize(
    ("before", "after", "units"),
    [
        (None, item_of(100), 1),  # in no index
        (None, item_of(100, GSI1PK="p"), 1),  # an index takes no item that lacks one of its keys
        (None, item_of(100, **GSI1), 1 + 1),
        (None, item_of(100, **GSI1, GSI2PK="p", GSI3PK="p"), 1 + 3),
        (item_of(100, **GSI1), None, 1 + 1),
        (item_of(100, **GSI1), item_of(100, **GSI1), 1),  # nothing changes
        (item_of(100, **GSI1), item_of(101, **GSI1), 1 + 1),
        (item_of(100, **GSI1), item_of(100, GSI1PK="p", GSI1SK="t"), 1 + 2),  # deleted and put again
        (item_of(100, **GSI1), item_of(100), 1 + 1),
        (None, item_of(3000, **GSI1), 3 + 3),
        (item_of(3000, **GSI1), item_of(3000, GSI1PK="p", GSI1SK="t"), 3 + 6),
        (None, item_of(3000, GSI2PK="p"), 3 + 1),  # only the keys are carried
        (item_of(100, GSI2PK="p"), item_of(101, GSI2PK="p"), 1),  # the index does not carry what changes
        (item_of(100, GSI3PK="p", status="a"), item_of(100, GSI3PK="p", status="b"), 1 + 1),
        (item_of(100, GSI3PK="p", status="a"), item_of(101, GSI3PK="p", status="a"), 1),
    ],
)
def test_a_write_costs_in_each_index_whose_entry_changes(before: Item | None, after: Item | None, units: int) -> None:
    assert write_units(INDEXED, before, after) == units


def test_a_local_index_costs_as_a_global_one() -> None:
    model = table(local_indexes=[LocalIndex("LSI1", Key("status"))])

    assert write_units(model, None, item_of(100, status="a")) == 2
    assert write_units(model, item_of(100, status="a"), item_of(100, status="b")) == 3


def test_an_index_is_not_part_of_a_transaction() -> None:
    assert write_units(INDEXED, None, item_of(100, **GSI1), transactional=True) == 2 + 1

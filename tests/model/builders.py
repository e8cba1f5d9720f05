"""Small sound models that a test changes in one place."""

from collections.abc import Sequence
from typing import Any

from dynawright.model import AccessPattern, Consumer, Entity, Key, ModelError, System, TableModel
from tests.problems import Told, told

API = Consumer("api", "for tests")
ORDER = Entity(
    "ORDER",
    PK="CUSTOMER#{customerId}",
    SK="ORDER#{orderId}",
    attributes={"customerId": "S", "orderId": "S", "status": "S", "amount": "N", "lines": "L", "address": "M", "tags": "SS"},
)


def table(name: str = "orders", **parts: Any) -> TableModel:
    """A table of orders by customer; `parts` replace its own."""
    sound: dict[str, Any] = {"partition_key": Key("PK"), "sort_key": Key("SK"), "entities": [ORDER]}
    return TableModel(name, **{**sound, **parts})


def problems(*tables: TableModel) -> Sequence[Told]:
    """What the system `sales` of these tables is refused for."""
    try:
        System("sales", tables)
    except ModelError as error:
        return told(error.problems)
    return []


def problems_of(*patterns: AccessPattern, **parts: Any) -> Sequence[Told]:
    """What the table of orders is refused for if these patterns are asked of it."""
    return problems(table(access_patterns=patterns, **parts))


def warnings(*patterns: AccessPattern, **parts: Any) -> Sequence[Told]:
    """The orders table's expected warnings, without reserved names such as status."""
    told_all = told(System("sales", [table(access_patterns=patterns, **parts)]).warnings)
    return [one for one in told_all if one[0] != "DW273"]

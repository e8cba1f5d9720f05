"""With a declared load, hot partitions are computed instead of guessed."""

from typing import Any

from dynawright.model import Entity, Get, Index, Key, Put, Query, System
from dynawright.model.advice.under_load import remarks_under
from dynawright.model.load import SECONDS_A_MONTH, Load
from dynawright.model.traffic import Keys, Spike
from tests.model.builders import API, table
from tests.problems import told

KEY: dict[str, Any] = {"PK": "CUSTOMER#{customerId}", "SK": "ORDER#{orderId}"}
PUT = Put("P1", "save an order", entity="ORDER", used_by=[API])
READS = (
    Query("P2", "orders by status", index="ByStatus", GSI1PK="{status}", used_by=[API]),
    Get("P3", "an order", **KEY, used_by=[API]),
)


def system(put: Put = PUT) -> System:
    attributes: dict[str, Any] = dict.fromkeys(("customerId", "orderId", "status"), "S")
    order = Entity("ORDER", **KEY, GSI1PK="{status}", attributes=attributes)
    orders = table(entities=[order], indexes=[Index("ByStatus", Key("GSI1PK"))], access_patterns=[put, *READS])
    return System("orders", [orders]).accepting("DW273", because="a test")


def warnings(load: Load, put: Put = PUT) -> list[object]:
    found = told(remark.problem for remark in remarks_under(system(put), load) if remark.reason is None)
    return [one for one in found if one[0] in ("DW264", "DW274", "DW275")]


def load(writes: float, **more: Any) -> Load:
    return Load(requests={"P1": writes * SECONDS_A_MONTH}, keys={"status": Keys(4), "customerId": Keys(10_000)}, **more)


def test_without_a_load_it_is_guessed() -> None:
    assert warnings(Load()) == [("DW264", "entity ORDER", "{status}")]


def test_a_key_that_stays_cool_is_no_remark() -> None:
    assert warnings(load(3900)) == []


def test_a_key_that_gets_hot_is_named_with_its_pattern() -> None:
    assert warnings(load(4100)) == [("DW275", "pattern P1", "GSI1PK={status}")]


def test_its_peak_counts() -> None:
    assert warnings(load(1000, spikes=(Spike(at=60, minutes=5, times=5),))) == [("DW275", "pattern P1", "GSI1PK={status}")]


def test_it_can_be_accepted() -> None:
    accepting = PUT.accepting("DW275", because="an import of one hour")
    assert warnings(load(4100), accepting) == []
    assert warnings(load(10), accepting) == [("DW274", "pattern P1", "DW275")]

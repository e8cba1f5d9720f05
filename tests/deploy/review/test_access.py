"""The difference of two access matrices."""

from dataclasses import replace

from dynawright.deploy.review.access import difference, markdown
from dynawright.model.access_matrix import Right

READ = Right("api", "GetItem", "orders", leading_keys=("ORDER#*",), patterns=("PO1",))
QUERY = Right("api", "Query", "orders", index="GSI1", patterns=("PO2",))
SCAN = Right("job", "Scan", "orders", attributes=("total",), patterns=("PO9",))


def test_what_is_gained_and_lost_is_told() -> None:
    told = markdown([difference("orders", [READ, QUERY], [QUERY, SCAN])])
    assert told.splitlines()[2:] == [
        "| may now | orders | job | Scan | `orders` | all | `total` | PO9 |",
        "| may no longer | orders | api | GetItem | `orders` | `ORDER#*` | all | PO1 |",
    ]


def test_another_pattern_for_the_same_right_changes_nothing() -> None:
    told = markdown([difference("orders", [READ], [replace(READ, patterns=("PO1", "PO7"))])])
    assert told == markdown([])
    assert "|" not in told


def test_a_limit_that_changes_is_another_right() -> None:
    for limits in ({"leading_keys": ()}, {"attributes": ("total",)}, {"written": ("total",)}, {"tenant_key": "TENANT#{id}"}):
        found = difference("orders", [READ], [replace(READ, **limits)])
        assert (len(found.gained), len(found.lost)) == (1, 1), limits


def test_a_new_system_gains_everything_and_a_removed_one_loses_it() -> None:
    assert difference("orders", [], [READ, QUERY]).gained == (READ, QUERY)
    assert difference("orders", [READ, QUERY], []).lost == (READ, QUERY)

"""Differences between two states of a resource, and values that are equivalent."""

from __future__ import annotations

from typing import Any

import pytest

from dynawright.guard.change import UNKNOWN
from dynawright.guard.differences import differences


def paths(before: dict[str, Any], after: dict[str, Any]) -> list[str]:
    return [difference.path for difference in differences(before, after)]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ({"a": None}, {"a": ""}),
        ({"a": []}, {}),
        ({"a": False}, {"a": None}),
        ({"a": [{"b": [], "c": ""}]}, {"a": []}),
        ({"policy": '{"b": 1, "a": [2]}'}, {"policy": '{ "a":[2],"b":1 }'}),
        ({"a": ["x", "y"]}, {"a": ["y", "x"]}),
        ({"filter": [{"pattern": "x"}, {"pattern": "y"}]}, {"filter": [{"pattern": "y"}, {"pattern": "x"}]}),
        ({"rule": [{"id": "old", "days": 1}]}, {"rule": [{"id": "new", "days": 1}]}),
    ],
    ids=range(8),
)
def test_the_same_in_another_form_does_not_differ(before: dict[str, Any], after: dict[str, Any]) -> None:
    assert paths(before, after) == []


@pytest.mark.parametrize(
    ("before", "after", "path"),
    [
        ({"a": 1}, {"a": 2}, "a"),
        ({"a": 0}, {"a": None}, "a"),
        ({"is_enabled": None}, {"is_enabled": False}, "is_enabled"),
        ({"layers": ["x", "y"]}, {"layers": ["y", "x"]}, "layers"),
        ({"tags": {"team": "a"}}, {"tags": {"team": "b"}}, "tags.team"),
        ({"ttl": []}, {"ttl": [{"enabled": True}]}, "ttl.enabled"),
        ({"replica": [{"region_name": "r", "x": 1}]}, {"replica": [{"region_name": "r", "x": 2}]}, "replica[r].x"),
        ({"replica": [{"region_name": "r"}]}, {"replica": []}, "replica[r]"),
        ({"index": [{"name": "a"}]}, {"index": [{"name": "b"}]}, "index[a]"),
        ({"a": "x"}, {"a": UNKNOWN}, "a"),
        ({}, {"a": UNKNOWN}, "a"),
        ({"filter": [{"pattern": "x"}]}, {"filter": [{"pattern": UNKNOWN}]}, "filter.pattern"),
    ],
    ids=range(12),
)
def test_what_differs_is_told_by_its_path(before: dict[str, Any], after: dict[str, Any], path: str) -> None:
    assert paths(before, after)[0] == path


def test_what_is_inside_a_block_is_found_under_the_blocks_without_their_names() -> None:
    rule = {"rule_name": "daily", "lifecycle": [{"delete_after": 35}]}
    (found,) = differences({"rule": [rule]}, {"rule": [{**rule, "lifecycle": [{"delete_after": 7}]}]})
    assert (found.path, found.pattern) == ("rule[daily].lifecycle.delete_after", "rule.lifecycle.delete_after")
    assert (found.before, found.after) == (35, 7)

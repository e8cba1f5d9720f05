"""What consumers use beside tables."""

from __future__ import annotations

from typing import Any

import pytest

from dynawright.model import Consumer, ModelError, Use


def test_a_use_names_a_thing_or_the_secrets_below_one() -> None:
    one, below = Use("secret", "tokens"), Use("secret", "tokens/*", makes=True)
    assert [(use.thing, use.is_below) for use in (one, below)] == [("tokens", False), ("tokens", True)]
    assert Use("log_group", "/acme/*", streams="task-*").thing == "/acme/*"


@pytest.mark.parametrize(
    "wrong",
    [
        {"kind": "queue", "name": "jobs"},
        {"kind": "secret", "name": ""},
        {"kind": "secret", "name": "tokens", "makes": True},
        {"kind": "topic", "name": "alerts", "streams": "task-*"},
        {"kind": "log_group", "name": "/acme/log", "streams": 5},
    ],
)
def test_a_use_that_means_nothing_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(ModelError) as refused:
        Use(**wrong)
    (problem,) = refused.value.problems
    assert problem.place.file.endswith("test_use.py")


def test_consumers_with_uses_are_members_of_sets() -> None:
    assert len({Consumer("api", "the API", uses=[Use("topic", "alerts")]), Consumer("api", "the API")}) == 2


def test_uses_are_uses() -> None:
    with pytest.raises(ModelError) as refused:
        Consumer("api", "the API", uses=["alerts"])  # type: ignore[list-item]
    assert [problem.code for problem in refused.value.problems] == ["DW201"]

"""Properties of every rule."""

from __future__ import annotations

from pathlib import Path

import pytest

from dynawright.rules.catalogue import all_rules
from dynawright.rules.rule import Rule

TESTS = "".join(path.read_text() for path in Path(__file__).parent.glob("test_*.py"))


def test_ids_are_given_once() -> None:
    numbers = sorted(rule.number for rule in all_rules())
    assert numbers == list(range(1, len(numbers) + 1))


@pytest.mark.parametrize("rule", all_rules(), ids=lambda rule: rule.name)
def test_a_rule_says_why_and_is_tested(rule: Rule) -> None:
    title, _, reason = rule.reason.partition("\n\n")
    assert title.endswith(".")
    assert len(reason) > 80
    assert f'"{rule.name}"' in TESTS

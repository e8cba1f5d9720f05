"""Approvals in an environment's file."""

from collections.abc import Callable
from pathlib import Path

import pytest

from dynawright.settings import Approval, load

GOOD = {
    "system": "shop",
    "address": "aws_dynamodb_table.Shop_Table_1A2B3C4D",
    "finding": "index-removed GSI2",
    "reason": "nobody has asked it for a month",
    "expires": "2026-12-01",
}
ADDRESS = "an address in Terraform, such as 'aws_dynamodb_table.Shop_Table_1A2B3C4D'"


def written(**other: str) -> str:
    lines = [f"{name}: {value}" for name, value in (GOOD | other).items()]
    return "approvals:\n  - " + "\n    ".join(lines) + "\n"


def test_an_approval_is_read_as_written(minimal: Path) -> None:
    minimal.write_text(minimal.read_text() + written())
    assert load(minimal).approvals == (Approval.model_validate(GOOD),)


@pytest.mark.parametrize(
    ("other", "problem"),
    [
        (
            {"system": "shp"},
            "[0].system: 'shp' is not allowed: one of foundation, ai_chef, feature_flags, miyabi_lambda, miyabi_progress, shop",
        ),
        ({"address": "DynamoDBShop"}, f"[0].address: 'DynamoDBShop' is not allowed: {ADDRESS}"),
        ({"finding": "all"}, "[0].finding: 'all' is not allowed: a finding as the guard prints it, such as 'index-removed GSI2'"),
        ({"reason": "ok"}, "[0].reason: 'ok' is not allowed: a sentence of 10 characters or more"),
        ({"reason": ""}, "[0].reason: null is not allowed: a sentence of 10 characters or more"),
        ({"expires": "never"}, "[0].expires: 'never' is not allowed: a day as YYYY-MM-DD"),
        ({"expires": "2026-02-30"}, "[0].expires: '2026-02-30' is not allowed: a day as YYYY-MM-DD"),
    ],
    ids=lambda value: str(value)[:30],
)
def test_what_is_wrong_is_told(problems: Callable[[str], list[str]], other: dict[str, str], problem: str) -> None:
    (found,) = problems(written(**other))
    assert found.split(": approvals", 1)[1] == problem

"""Values are read as Terraform reads them."""

from __future__ import annotations

from typing import Any

import pytest

from dynawright.rules.resources import Resource
from dynawright.rules.values import boolean, number, text
from tests.rules.catalogue.test_tables import GOOD
from tests.rules.documents import changed, messages


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("7", 7),
        ("-1", -1),
        ("+5", 5),
        (".5", 0.5),
        ("5.", 5),
        ("1e3", 1000),
        ("007", 7),
        (" 5", None),
        ("0x10", None),
        ("1_000", None),
        ("", None),
        ("${var.x}", None),
        (True, None),
        (None, None),
        ("9" * 400, float("inf")),
        ([7], None),
    ],
)
def test_a_number_may_be_written_as_text(written: Any, read: float | None) -> None:
    assert number(written) == read


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("true", True),
        ("1", True),
        ("false", False),
        ("0", False),
        (False, False),
        ("True", None),
        (" true", None),
        (1, None),
        ("", None),
    ],
)
def test_so_may_a_boolean(written: Any, read: bool | None) -> None:
    assert boolean(written) is read


@pytest.mark.parametrize(("written", "read"), [(True, "true"), (5.0, "5"), (1e3, "1000"), ("x", "x"), ([], None)])
def test_a_text_may_be_a_number_or_a_boolean(written: Any, read: str | None) -> None:
    assert text(written) == read


def test_a_resource_reads_its_own_values_by_the_providers_schema() -> None:
    written = {
        "name": 5,
        "deletion_protection_enabled": "true",
        "point_in_time_recovery": [{"enabled": "1", "recovery_period_in_days": "7"}],
        "tags": {"a": 1},
        "lifecycle": {"prevent_destroy": "true"},
        "replica": None,
        "unknown": "7",
    }
    table = Resource("aws_dynamodb_table.t", "aws_dynamodb_table", written)
    assert table.values == {
        "name": "5",
        "deletion_protection_enabled": True,
        "point_in_time_recovery": [{"enabled": True, "recovery_period_in_days": 7}],
        "tags": {"a": "1"},
        "lifecycle": {"prevent_destroy": True},
        "replica": None,
        "unknown": "7",
    }
    assert table.misfits == ()


def test_what_terraform_would_refuse_is_told() -> None:
    written = {"name": ["t"], "deletion_protection_enabled": "yes", "ttl": "expiresAt", "tags": ["a"], "read_capacity": "${x}"}
    table = Resource("aws_dynamodb_table.t", "aws_dynamodb_table", written)
    assert [(misfit.path, misfit.wanted) for misfit in table.misfits] == [
        ("name", "a text"),
        ("deletion_protection_enabled", "true or false"),
        ("ttl", "a block"),
        ("tags", "a map"),
    ]


@pytest.mark.parametrize(
    ("rule", "attribute", "value"),
    [
        ("tables-refuse-deletion", "deletion_protection_enabled", "false"),
        ("tables-can-be-restored", "point_in_time_recovery", {"enabled": "true", "recovery_period_in_days": "7"}),
        ("tables-can-be-restored", "point_in_time_recovery", {"enabled": "0"}),
    ],
)
def test_no_rule_is_passed_by_writing_texts(rule: str, attribute: str, value: Any) -> None:
    assert len(messages(rule, changed(GOOD, {f"aws_dynamodb_table.t.{attribute}": value}))) == 1


def test_no_rule_minds_texts_that_say_the_right_thing() -> None:
    texts = {
        "point_in_time_recovery": {"enabled": "true", "recovery_period_in_days": "35"},
        "deletion_protection_enabled": "true",
    }
    good = changed(GOOD, {f"aws_dynamodb_table.t.{name}": value for name, value in texts.items()})
    for rule in ("tables-refuse-deletion", "tables-can-be-restored"):
        assert messages(rule, good) == []

"""Columns as attributes: the same from a driver's own types, from PostgreSQL's text and from CSV."""

import uuid
from datetime import UTC, date, datetime, timedelta, timezone
from decimal import Decimal
from typing import Any

import pytest

from dynawright.model import Declared
from dynawright.ops.migration.mapping.columns import Kind
from dynawright.ops.migration.mapping.values import Form, convert

NOON = datetime(2026, 1, 31, 12, tzinfo=UTC)
ID = uuid.UUID("11111111-1111-4111-8111-111111111111")


@pytest.mark.parametrize(
    ("values", "kind", "form", "declared", "attribute"),
    [
        (["é", "é"], "text", None, "S", "é"),
        ([ID, str(ID)], "text", None, "S", str(ID)),
        ([5, "5", Decimal(5)], "number", None, "N", Decimal(5)),
        ([0.1, "0.1"], "number", None, "N", Decimal("0.1")),
        ([1e21, "1000000000000000000000"], "number", "text", "S", "1000000000000000000000"),
        ([True, "t", "true"], "boolean", None, "BOOL", True),
        ([False, "f", "False"], "boolean", "text", "S", "false"),
        (
            [NOON, "2026-01-31 13:00:00+01", "2026-01-31 12:00:00", NOON.astimezone(timezone(timedelta(hours=5)))],
            "time",
            None,
            "S",
            "2026-01-31T12:00:00.000000Z",
        ),
        ([date(2026, 1, 31), "2026-01-31"], "time", None, "S", "2026-01-31T00:00:00.000000Z"),
        ([NOON, "2026-01-31T12:00:00.000999Z"], "time", "milliseconds", "N", Decimal(1769860800000)),
        (["1969-12-31 23:59:58.5+00"], "time", "seconds", "N", Decimal(-2)),
        ([b"\0a", "\\x0061", "AGE=", memoryview(b"\0a")], "bytes", None, "B", b"\0a"),
        (['{"a": [1.5, null, true]}', {"a": [1.5, None, True]}], "json", None, "M", {"a": [Decimal("1.5"), None, True]}),
        (['{"a": 1.5}'], "json", "text", "S", '{"a":1.5}'),
        (['{"a": 1}'], "text", "json", "M", {"a": Decimal(1)}),
        (['["a", "b"]', ["a", "b"]], "texts", None, "SS", {"a", "b"}),
        (['["a", "a"]'], "texts", None, "L", ["a", "a"]),
        (["[1, 2]"], "numbers", None, "NS", {Decimal(1), Decimal(2)}),
        (["running"], "text", None, ("pending", "running"), "running"),
    ],
)
def test_values_become_attributes(values: list[Any], kind: Kind, form: Form | None, declared: Declared, attribute: Any) -> None:
    assert [convert(value, kind, form, declared) for value in values] == [attribute] * len(values)


@pytest.mark.parametrize(
    ("value", "kind", "form", "declared"),
    [
        ("five", "number", None, "N"),
        ("NaN", "number", None, "N"),
        ("Infinity", "number", None, "N"),
        (True, "number", None, "N"),
        ("infinity", "time", None, "S"),
        ("0044-03-15 00:00:00+00 BC", "time", "seconds", "N"),
        ("maybe", "boolean", None, "BOOL"),
        ("\\xzz", "bytes", None, "B"),
        ("a", "bytes", None, "B"),
        ("{", "json", None, "M"),
        ("[]", "json", None, "M"),
        ("{}", "json", None, "L"),
        ('{"a": 1, "b": 2}', "json", None, {"a": "N"}),
        ('["a", "a"]', "texts", None, "SS"),
        ('["a", null]', "texts", None, "SS"),
        ("{}", "texts", None, "L"),
        ("gone", "text", None, ("pending", "running")),
    ],
)
def test_values_that_can_not_be_attributes_are_refused(value: Any, kind: Kind, form: Form | None, declared: Declared) -> None:
    with pytest.raises(ValueError, match=r"must|has|set"):
        convert(value, kind, form, declared)

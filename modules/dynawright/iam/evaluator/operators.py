"""Condition operators, which compare one value of a request with one value of a policy.

Source: IAM User Guide, "IAM JSON policy elements: Condition operators". A negated operator (StringNotEquals) is the plain operator
and a flag. conditions.py has `Null`, `…IfExists` and the set operators, which don't compare single values.
"""

from __future__ import annotations

import base64
import binascii
import ipaddress
import operator
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from decimal import Decimal, InvalidOperation
from typing import Any

from dynawright.iam.evaluator.errors import IamError, InvalidPolicyError, InvalidRequestError
from dynawright.iam.evaluator.patterns import Lookup, Pattern

Comparison = Callable[[str, Pattern, Lookup], bool]


@dataclass(frozen=True)
class Operator:
    """A comparison, and whether it must fail for the condition to hold."""

    compare: Comparison
    negated: bool = False


def _string_equals(value: str, expected: Pattern, lookup: Lookup) -> bool:
    return value == expected.text(lookup)


def _string_equals_ignore_case(value: str, expected: Pattern, lookup: Lookup) -> bool:
    text = expected.text(lookup)
    return text is not None and value.lower() == text.lower()


def _string_like(value: str, expected: Pattern, lookup: Lookup) -> bool:
    return expected.matches(value, lookup)


def _arn_like(value: str, expected: Pattern, lookup: Lookup) -> bool:
    return expected.matches_arn(value, lookup)


def _bool(value: str, expected: Pattern, lookup: Lookup) -> bool:
    return _string_equals_ignore_case(value, expected, lookup)


def _typed(read: Callable[[str], Any], compare: Callable[[Any, Any], bool]) -> Comparison:
    """Compare values of a type other than text, which allow no variables."""

    def comparison(value: str, expected: Pattern, _: Lookup) -> bool:
        text = expected.text(lambda _key: None)
        if text is None:
            raise InvalidPolicyError("variables are allowed with String, Arn and Bool operators only")
        return compare(_read(read, value, InvalidRequestError), _read(read, text, InvalidPolicyError))

    return comparison


def _read(read: Callable[[str], Any], text: str, error: type[IamError]) -> Any:
    try:
        return read(text)
    except (ValueError, InvalidOperation, binascii.Error) as problem:
        raise error(f"'{text}' is not a value for this operator") from problem


def _within(address: Any, network: Any) -> bool:
    return address.version == network.version and bool(address.subnet_of(network))


def _network(text: str) -> ipaddress.IPv4Network | ipaddress.IPv6Network:
    return ipaddress.ip_network(text, strict=False)


def _bytes(text: str) -> bytes:
    return base64.b64decode(text, validate=True)


def _moment(text: str) -> datetime:
    """Parse ISO 8601, or seconds since 1970."""
    if text.isdigit():
        return datetime.fromtimestamp(int(text), UTC)
    moment = datetime.fromisoformat(text)
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


_ORDERS: Mapping[str, Callable[[Any, Any], bool]] = {
    "Equals": operator.eq,
    "LessThan": operator.lt,
    "LessThanEquals": operator.le,
    "GreaterThan": operator.gt,
    "GreaterThanEquals": operator.ge,
}

OPERATORS: Mapping[str, Operator] = {
    "StringEquals": Operator(_string_equals),
    "StringNotEquals": Operator(_string_equals, negated=True),
    "StringEqualsIgnoreCase": Operator(_string_equals_ignore_case),
    "StringNotEqualsIgnoreCase": Operator(_string_equals_ignore_case, negated=True),
    "StringLike": Operator(_string_like),
    "StringNotLike": Operator(_string_like, negated=True),
    "ArnEquals": Operator(_arn_like),
    "ArnLike": Operator(_arn_like),
    "ArnNotEquals": Operator(_arn_like, negated=True),
    "ArnNotLike": Operator(_arn_like, negated=True),
    "Bool": Operator(_bool),
    "BinaryEquals": Operator(_typed(_bytes, operator.eq)),
    "IpAddress": Operator(_typed(_network, _within)),
    "NotIpAddress": Operator(_typed(_network, _within), negated=True),
    **{f"Numeric{name}": Operator(_typed(Decimal, order)) for name, order in _ORDERS.items()},
    "NumericNotEquals": Operator(_typed(Decimal, operator.eq), negated=True),
    **{f"Date{name}": Operator(_typed(_moment, order)) for name, order in _ORDERS.items()},
    "DateNotEquals": Operator(_typed(_moment, operator.eq), negated=True),
}

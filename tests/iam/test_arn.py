"""A wildcard in a name is a pattern; one below a name is not."""

import pytest

from dynawright.iam.arn import is_name_pattern

PATTERNS = [
    "arn:aws:dynamodb:eu-west-1:111111111111:table/orders-*",
    "arn:aws:dynamodb:*:111111111111:table/orders",
    "arn:aws:dynamodb:eu-west-1:*:table/orders",
    "arn:aws:iam::111111111111:role/team/orders-*test",
    "arn:aws:s3:::orders-*",
    "arn:aws:secretsmanager:eu-west-1:111111111111:secret:orders-*",
    "${aws_dynamodb_table.Orders.arn}*",
]
NAMES = [
    "*",
    "arn:aws:dynamodb:eu-west-1:111111111111:table/orders",
    "arn:aws:dynamodb:eu-west-1:111111111111:table/orders/backup/*",
    "arn:aws:logs:eu-west-1:111111111111:log-group:/aws/lambda/orders:*",
    "arn:aws:s3:::orders/*",
    "arn:aws:backup:eu-west-1:111111111111:recovery-point:*",
    "arn:aws:application-autoscaling:eu-west-1:111111111111:scalable-target/*",
    "arn:aws:secretsmanager:eu-west-1:111111111111:secret:orders-??????",
    "${aws_dynamodb_table.Orders.arn}/stream/*",
]


@pytest.mark.parametrize("resource", PATTERNS)
def test_a_wildcard_in_a_name_or_a_place_is_a_pattern(resource: str) -> None:
    assert is_name_pattern(resource)


@pytest.mark.parametrize("resource", NAMES)
def test_a_wildcard_below_a_name_is_no_pattern(resource: str) -> None:
    assert not is_name_pattern(resource)

"""A client's access log: one line per request with its caller, keys without data."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from dynawright.emulator.patterns.definition import definition
from tests.clients.loading import loaded
from tests.clients.models import ORDERS, SALES

HASH_KEY = b"0123456789abcdef0123456789abcdef"
ORDER: dict[str, Any] = {"customerId": "c", "orderId": "1", "day": "2026-01-01", "status": "open", "amount": 5}


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Any:
    return loaded(SALES, tmp_path_factory.mktemp("sales"))


@pytest.fixture
def lines() -> list[dict[str, Any]]:
    return []


@pytest.fixture
def desk(package: Any, client: Any, lines: list[dict[str, Any]]) -> Any:
    client.create_table(**definition(ORDERS, "orders"))
    ann = package.Caller(actor="ann", tenant="acme", ip_address="203.0.113.7", user_agent="shop/1", request_id="r-1")
    log = package.AccessLog(lambda: ann, hash_key=HASH_KEY, emit=lambda line: lines.append(json.loads(line)))
    return package.Desk("test", client=client, access_log=log)


def test_a_line_says_who_asked_for_what(desk: Any, lines: list[dict[str, Any]]) -> None:
    desk.add_order(**ORDER)
    (line,) = lines
    (key,) = line.pop("keys")
    assert len(bytes.fromhex(key)) == 32
    assert line.pop("timestamp") < "9"
    assert line.pop("awsRequestId")
    assert line == {
        "actor": "ann",
        "tenant": "acme",
        "operation": "put_item",
        "pattern": "P9",
        "source": "table",
        "ipAddress": "203.0.113.7",
        "userAgent": "shop/1",
        "requestId": "r-1",
    }


def test_the_same_item_has_the_same_hash_in_every_request_and_no_line_tells_its_key(
    desk: Any, lines: list[dict[str, Any]]
) -> None:
    secret = "4711-secret"  # noqa: S105
    desk.add_order(**{**ORDER, "customerId": secret})
    desk.order(customerId=secret, orderId="1")
    desk.order(customerId=secret, orderId="2")
    put, get, other = [line["keys"] for line in lines]
    assert put == get != other
    assert secret not in json.dumps(lines)


def test_another_hash_key_gives_another_hash(package: Any, desk: Any, client: Any, lines: list[dict[str, Any]]) -> None:
    desk.order(customerId="c", orderId="1")
    log = package.AccessLog(package.Caller, hash_key=b"x" * 32, emit=lambda line: lines.append(json.loads(line)))
    package.Desk("test", client=client, access_log=log).order(customerId="c", orderId="1")
    first, second = [line["keys"] for line in lines]
    assert first != second


def test_what_the_application_does_not_know_is_left_out(
    package: Any, client: Any, lines: list[dict[str, Any]], desk: Any
) -> None:
    log = package.AccessLog(package.Caller, hash_key=HASH_KEY, emit=lambda line: lines.append(json.loads(line)))
    package.Desk("test", client=client, access_log=log).order(customerId="c", orderId="1")
    assert {*lines[0]} & {"actor", "tenant", "ipAddress", "userAgent", "requestId", "error"} == set()


def test_a_request_that_fails_has_a_line_with_its_error(
    package: Any, desk: Any, client: Any, lines: list[dict[str, Any]]
) -> None:
    desk.add_order(**ORDER)
    with pytest.raises(package.ConditionFailed):
        desk.add_order(**ORDER)
    assert (lines[1]["error"], lines[1]["keys"]) == ("ConditionFailed", lines[0]["keys"])
    assert "source" not in lines[1]


def test_each_kind_of_request_has_the_keys_that_it_names(
    package: Any, client: Any, desk: Any, lines: list[dict[str, Any]]
) -> None:
    log = package.AccessLog(package.Caller, hash_key=HASH_KEY, emit=lambda line: lines.append(json.loads(line)))
    reader = package.Reader("test", client=client, access_log=log)
    requests: dict[str, tuple[Callable[[], Any], int]] = {
        "put_item": (lambda: desk.add_order(**ORDER), 1),
        "batch_write_item": (
            lambda: desk.keep_orders_and_scans(order=[{**ORDER, "orderId": number} for number in "23"], scan=[]),
            2,
        ),
        "batch_get_item": (lambda: reader.many_orders(keys=[{"customerId": "c", "orderId": number} for number in "123"]), 3),
        "query": (lambda: list(reader.customer_orders(customerId="c")), 2),
        "scan": (lambda: list(reader.everything()), 0),
        "transact_get_items": (lambda: reader.order_with_customer(customerId="c", orderId="1"), 2),
        "delete_item": (lambda: desk.cancel(customerId="c", orderId="1", status="open"), 1),
    }
    for operation, (ask, count) in requests.items():
        lines.clear()
        ask()
        assert [(line["operation"], len(line["keys"])) for line in lines] == [(operation, count)]


def test_a_hash_key_is_long_enough_to_keep_keys_secret(package: Any) -> None:
    with pytest.raises(ValueError, match="32 bytes"):
        package.AccessLog(package.Caller, hash_key=b"short")

"""What clients do with requests and answers, on a DynamoDB in this process."""

import time
from collections.abc import Callable
from decimal import Decimal
from functools import partial
from typing import Any

import boto3
import pytest
from botocore.exceptions import ClientError

from dynawright.emulator.patterns.definition import definition
from tests.clients.loading import loaded
from tests.clients.models import ORDERS, SALES

NOW = 1_790_000_000
ORDER: dict[str, Any] = {"customerId": "c", "orderId": "1", "day": "2026-01-01", "status": "open", "amount": 5}


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Any:
    return loaded(SALES, tmp_path_factory.mktemp("sales"))


@pytest.fixture
def table(client: Any) -> Any:
    client.create_table(**definition(ORDERS, "orders"))
    return client


@pytest.fixture
def desk(package: Any, table: Any) -> Any:
    return package.Desk("test", client=table, now=lambda: NOW)


@pytest.fixture
def reader(package: Any, table: Any) -> Any:
    return package.Reader("test", client=table)


class Answering:
    """A client whose one method answers, or fails, as a test says."""

    def __init__(self, client: Any, **methods: Callable[..., Any]) -> None:
        self._client, self._methods = client, methods

    def __getattr__(self, name: str) -> Any:
        return self._methods.get(name) or getattr(self._client, name)


def failing(code: str, **more: Any) -> Callable[..., Any]:
    def fail(**_: Any) -> Any:
        response: Any = {"Error": {"Code": code, "Message": "no"}, **more}
        raise ClientError(response, "Operation")

    return fail


TEXTS = ("' OR '1'='1", "${env}", "{orderId}", "#", "a#b", ":x", "😀", "nul\x00", "\n", "é́", "x" * 1000, '"', "\\", "%s")


@pytest.mark.parametrize("text", TEXTS)
def test_any_text_is_data_as_key_and_as_value(desk: Any, reader: Any, text: str) -> None:
    desk.add_order(**{**ORDER, "customerId": text, "orderId": text, "day": text, "note": text, "address": {"city": text}})
    item = reader.order(customerId=text, orderId=text)
    assert (item["customerId"], item["orderId"], item["note"], item["address"]) == (text, text, text, {"city": text})
    assert item["PK"] == f"CUSTOMER#{text}"
    assert [one["orderId"] for one in reader.customer_orders(customerId=text)] == [text]


@pytest.mark.parametrize(
    ("name", "text"), [("customerId", ""), ("customerId", "x" * 2048), ("orderId", "x" * 1024), ("note", "\ud800")]
)
def test_a_text_that_can_not_be_stored_is_an_error_that_names_the_pattern(package: Any, desk: Any, name: str, text: str) -> None:
    with pytest.raises(package.InvalidRequest) as raised:
        desk.add_order(**{**ORDER, name: text})
    assert raised.value.pattern == "P9"


@pytest.mark.parametrize("value", [None, True, 1.5, ["c"], object()])
def test_a_value_of_the_wrong_type_never_becomes_a_key(reader: Any, value: Any) -> None:
    with pytest.raises(TypeError) as raised:
        reader.order(customerId=value, orderId="1")
    assert raised.value.__notes__ == ["access pattern P1"]


@pytest.mark.parametrize("value", [1.5, object(), set(), {"x", 1}, {1.5}])
def test_a_value_that_dynamodb_does_not_have_is_refused(desk: Any, value: Any) -> None:
    with pytest.raises(TypeError):
        desk.add_order(**{**ORDER, "address": {"city": value}})


def test_an_optional_attribute_that_is_not_given_is_not_stored(desk: Any, reader: Any) -> None:
    desk.add_order(**ORDER)
    assert {"note", "address"}.isdisjoint(reader.order(customerId="c", orderId="1"))


def test_numbers_are_read_as_decimals(desk: Any, reader: Any) -> None:
    desk.add_order(**{**ORDER, "amount": Decimal("1.50")})
    amount = reader.order(customerId="c", orderId="1")["amount"]
    assert (type(amount), amount) == (Decimal, Decimal("1.5"))


def test_a_failed_condition_names_its_pattern(package: Any, desk: Any, reader: Any) -> None:
    desk.add_order(**ORDER)
    with pytest.raises(package.ConditionFailed) as raised:
        desk.add_order(**{**ORDER, "amount": 9})
    assert (raised.value.pattern, raised.value.item, raised.value.parts) == ("P9", None, ())
    assert reader.order(customerId="c", orderId="1")["amount"] == 5


def test_a_write_returns_what_its_pattern_declares(package: Any, desk: Any) -> None:
    desk.add_order(**ORDER)
    assert desk.raise_price(customerId="c", orderId="1", more=2) == {"amount": 7}
    old = desk.pay(customerId="c", orderId="1", status="paid", amount=8, expected="open")
    assert (old["status"], old["amount"]) == ("open", 7)
    with pytest.raises(package.ConditionFailed) as raised:
        desk.pay(customerId="c", orderId="1", status="paid", amount=9, expected="open")
    assert (raised.value.pattern, raised.value.item["status"]) == ("P11", "paid")
    with pytest.raises(package.ConditionFailed) as raised:
        desk.transact(
            desk.save_customer(customerId="c", orders=1),
            desk.take_order_back(customerId="c", orderId="1", status="open"),
        )
    assert (raised.value.pattern, raised.value.parts, raised.value.item) == ("P21", (1,), None)


def test_a_failed_condition_of_a_transaction_names_the_part(package: Any, desk: Any, reader: Any) -> None:
    with pytest.raises(package.ConditionFailed) as raised:
        desk.place_order(**ORDER, one=1)
    assert (raised.value.pattern, raised.value.parts) == ("P14", (1,))
    assert reader.order(customerId="c", orderId="1") is None


def test_parts_of_several_patterns_are_one_transaction(desk: Any, reader: Any) -> None:
    desk.transact(desk.save_customer(customerId="c", orders=0), desk.save_customer(customerId="d", orders=3))
    desk.place_order(**ORDER, one=1)
    order, customer = reader.order_with_customer(customerId="c", orderId="1")
    assert (order["amount"], customer["orders"]) == (5, 1)
    assert reader.order_with_customer(customerId="d", orderId="1")[0] is None


def test_a_client_of_its_own_is_in_the_region_that_containers_and_shells_name(
    package: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in {"AWS_REGION": "eu-north-1", "AWS_ACCESS_KEY_ID": "a", "AWS_SECRET_ACCESS_KEY": "b"}.items():
        monkeypatch.setenv(name, value)
    monkeypatch.delenv("AWS_DEFAULT_REGION", raising=False)
    asked: list[str] = []

    def fail(request: Any, **_: Any) -> None:
        asked.append(request.url)
        raise ConnectionError

    monkeypatch.setattr(boto3, "DEFAULT_SESSION", None)
    boto3.setup_default_session()
    boto3.DEFAULT_SESSION.events.register("before-send.dynamodb", fail)
    with pytest.raises(ConnectionError):
        package.Reader("test").order(customerId="c", orderId="1")
    assert "eu-north-1" in asked[0]


def test_results_that_were_not_requested_are_neither_true_nor_false(reader: Any) -> None:
    found = reader.customer_orders(customerId="none")
    with pytest.raises(TypeError, match=r"^P\d+: "):
        bool(found)
    assert list(found) == []
    assert repr(found).startswith("<Results of P")


def test_a_throttle_says_why_and_what_to_change(package: Any, table: Any) -> None:
    reasons = [{"reason": "TableReadKeyRangeThroughputExceeded", "resource": "arn:orders"}]
    busy = Answering(table, get_item=failing("ProvisionedThroughputExceededException", ThrottlingReasons=reasons))
    with pytest.raises(package.Throttled) as raised:
        package.Reader("test", client=busy).order(customerId="c", orderId="1")
    assert raised.value.pattern == "P1"
    assert raised.value.reasons == (("TableReadKeyRangeThroughputExceeded", "arn:orders"),)
    assert "shards" in raised.value.remedy
    assert isinstance(raised.value.__cause__, ClientError)


@pytest.mark.parametrize(
    ("code", "more", "error"),
    [
        (
            "ThrottlingException",
            {"throttlingReasons": [{"reason": "TableReadAccountLimitExceeded", "resource": "t"}]},
            "Throttled",
        ),
        ("RequestLimitExceeded", {}, "Throttled"),
        ("TransactionCanceledException", {"CancellationReasons": [{"Code": "None"}, {"Code": "ThrottlingError"}]}, "Throttled"),
        ("TransactionCanceledException", {"CancellationReasons": [{"Code": "TransactionConflict"}]}, "TransactionConflict"),
        ("TransactionConflictException", {}, "TransactionConflict"),
        ("ValidationException", {}, "InvalidRequest"),
        ("AccessDeniedException", {}, "AccessDenied"),
    ],
)
def test_errors_have_types(package: Any, table: Any, code: str, more: dict[str, Any], error: str) -> None:
    client = Answering(table, get_item=failing(code, **more))
    with pytest.raises(getattr(package, error)):
        package.Reader("test", client=client).order(customerId="c", orderId="1")


def test_other_errors_stay_as_they_are_with_the_pattern_in_a_note(package: Any, table: Any) -> None:
    client = Answering(table, get_item=failing("ResourceNotFoundException"))
    with pytest.raises(ClientError) as raised:
        package.Reader("test", client=client).order(customerId="c", orderId="1")
    assert raised.value.__notes__ == ["access pattern P1"]


def many(desk: Any, count: int) -> None:
    desk.keep_orders_and_scans(order=[{**ORDER, "orderId": f"{number:03}"} for number in range(count)])


def test_a_batch_has_any_length_and_takes_a_key_twice(desk: Any, reader: Any) -> None:
    many(desk, 130)
    keys = [{"customerId": "c", "orderId": f"{number:03}"} for number in range(140)]
    assert len(reader.many_orders(keys=[*keys, *keys])) == 130
    desk.keep_orders_and_scans(order=[{**ORDER, "amount": 1}, {**ORDER, "amount": 2}])
    assert reader.order(customerId="c", orderId="1")["amount"] == 2


def test_what_a_batch_leaves_is_asked_again_with_pauses(
    package: Any, table: Any, desk: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    many(desk, 30)
    slept: list[float] = []
    monkeypatch.setattr(time, "sleep", slept.append)

    def one_at_a_time(**request: Any) -> Any:
        keys = request["RequestItems"]["orders"]["Keys"]
        answer = table.batch_get_item(RequestItems={"orders": {"Keys": keys[:1]}})
        return answer | ({"UnprocessedKeys": {"orders": {"Keys": keys[1:]}}} if keys[1:] else {})

    reader = package.Reader("test", client=Answering(table, batch_get_item=one_at_a_time))
    keys = [{"customerId": "c", "orderId": f"{number:03}"} for number in range(12)]
    assert len(reader.many_orders(keys=keys)) == 12
    assert len(slept) == 11


def test_a_batch_that_does_not_move_ends_with_what_is_left(package: Any, table: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    slept: list[float] = []
    monkeypatch.setattr(time, "sleep", slept.append)
    stuck = Answering(table, batch_write_item=lambda **request: {"UnprocessedItems": request["RequestItems"]})
    with pytest.raises(package.Unprocessed) as raised:
        package.Desk("test", client=stuck).keep_orders_and_scans(order=[ORDER])
    assert [item["orderId"] for item in raised.value.left] == ["1"]
    assert len(slept) == 7
    assert all(0 <= pause <= 0.05 * 2 ** (at + 1) for at, pause in enumerate(slept))


def test_pages_go_on_where_the_token_says(desk: Any, reader: Any) -> None:
    many(desk, 5)
    results = reader.orders_of_day(day="2026-01-01")
    first = results.page()
    second = reader.orders_of_day(day="2026-01-01").page(token=first.token, size=3)
    assert [item["orderId"] for item in (*first.items, *second.items)] == ["004", "003", "002", "001", "000"]
    assert [item["orderId"] for item in results] == ["004", "003", "002", "001", "000"]
    assert results.page(size=9).token is None


def test_a_token_of_another_question_is_refused(package: Any, desk: Any, reader: Any) -> None:
    many(desk, 5)
    token = reader.orders_of_day(day="2026-01-01").page().token
    others: tuple[Callable[[], Any], ...] = (
        lambda: reader.orders_of_day(day="2026-01-02").page(token=token),
        lambda: reader.customer_orders(customerId="c").page(token=token),
        lambda: reader.everything().page(token=token),
        *(partial(reader.everything().page, token=text) for text in ("nonsense", "e30=", "é", "")),
    )
    for other in others:
        with pytest.raises(package.InvalidRequest):
            other()


def test_items_are_spread_over_shards_and_read_in_one_order(desk: Any, reader: Any, table: Any) -> None:
    for number in range(9):
        desk.record_visit(at=f"{number}", page="home")
    assert [visit["at"] for visit in reader.visits()] == [str(number) for number in range(8, -1, -1)]
    assert [visit["at"] for visit in reader.last_visits()] == ["8", "7"]
    stored = table.scan(TableName="orders")["Items"]
    assert {item["PK"]["S"] for item in stored} == {"VISITS#0", "VISITS#1", "VISITS#2"}
    assert {item["ends"]["N"] for item in stored} == {str(NOW + 86_400)}


def test_an_update_sets_the_expiry_of_its_entity(desk: Any, table: Any) -> None:
    desk.lock(lock="l", owner="me")
    (item,) = table.scan(TableName="orders")["Items"]
    assert item["ends"] == {"N": str(NOW + 3600)}


@pytest.mark.parametrize("size", [0, 1, 320 * 1024, 3 * 320 * 1024])
def test_a_large_value_comes_back_whole(desk: Any, reader: Any, size: int) -> None:
    image = bytes(number % 251 for number in range(size))
    desk.keep_orders_and_scans(scan=[{"scanId": "s", "image": image}])
    whole = reader.scan(scanId="s")
    assert whole["image"] == image
    assert {"Chunk", "Chunks", "Checksum"}.isdisjoint(whole)
    assert reader.scan(scanId="t") is None


def test_a_value_that_is_too_large_is_refused(package: Any, desk: Any) -> None:
    with pytest.raises(package.InvalidRequest):
        desk.keep_orders_and_scans(scan=[{"scanId": "s", "image": bytes(3 * 320 * 1024 + 1)}])


def test_a_torn_value_is_an_error_and_its_chunks_can_be_seen(package: Any, desk: Any, reader: Any, table: Any) -> None:
    desk.keep_orders_and_scans(scan=[{"scanId": "s", "image": bytes(2 * 320 * 1024)}])
    desk.keep_orders_and_scans(scan=[{"scanId": "s", "image": b"short"}])
    chunks = list(reader.scan_chunks(scanId="s"))
    assert [int(chunk["Chunk"]) for chunk in package.leftovers(chunks)] == [1]
    assert reader.scan(scanId="s")["image"] == b"short"
    table.delete_item(TableName="orders", Key={"PK": {"S": "SCAN#s"}, "SK": {"S": "PART#000"}})
    with pytest.raises(package.TornValue):
        reader.scan(scanId="s")


@pytest.mark.parametrize("arguments", [{}, {"environment": "test", "tables": {"orders": "x"}}, {"environment": "nowhere"}])
def test_a_client_takes_an_environment_or_names_of_tables(package: Any, arguments: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="environment"):
        package.Reader(**arguments)


def test_a_table_without_a_name_is_an_error(package: Any) -> None:
    with pytest.raises(LookupError, match="orders"):
        package.Reader(tables={}, client=object()).order(customerId="c", orderId="1")

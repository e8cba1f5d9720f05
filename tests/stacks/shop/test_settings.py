"""What the shop can be set to: stock alerts and a search index."""

from typing import Any

import pytest

from dynawright.errors import Problem
from dynawright.settings import SettingsError, load_named, validated
from stacks.shop.settings import SearchSync, ShopSettings

MAIL = {"protocol": "email", "endpoint": "stock@example.com"}
QUEUE = {"protocol": "sqs", "endpoint": "arn:aws:sqs:eu-west-1:123456789012:stock"}
AWS_HOST = "https://search-x.eu-west-1.es.amazonaws.com"
SERVERLESS_HOST = "https://x.eu-west-1.aoss.amazonaws.com"
DOMAIN = "arn:aws:es:eu-west-1:111111111111:domain/products"
COLLECTION = "arn:aws:aoss:eu-west-1:111111111111:collection/products1"


def problems(**settings: Any) -> list[Problem]:
    required = {
        "name": "test",
        "project": "acme",
        "account_id": "123456789012",
        "region": "eu-west-1",
        "state": {"bucket": "test-state"},
    }
    with pytest.raises(SettingsError) as error:
        validated({**required, "systems": {"shop": settings}})
    return list(error.value.problems)


def test_nothing_is_subscribed_and_nothing_comes_twice_unless_said_otherwise() -> None:
    settings = load_named("staging").for_system("shop")
    assert isinstance(settings, ShopSettings)
    assert (settings.stock_alerts.fifo, settings.stock_alerts.subscriptions) == (True, ())


@pytest.mark.parametrize("fifo", [{}, {"fifo": True}])
def test_mail_from_a_fifo_topic_is_refused(fifo: dict[str, bool]) -> None:
    (problem,) = problems(stock_alerts={**fifo, "subscriptions": [QUEUE, MAIL]})
    path = "systems.shop.stock_alerts.subscriptions[1].protocol"
    assert (problem.code, problem.place.path, problem.value) == ("DW199", path, "email")


def test_the_search_index_is_off_unless_said_otherwise() -> None:
    assert ShopSettings().streams.search_sync.endpoint is None


def test_a_search_endpoint_without_tls_is_refused() -> None:
    (problem,) = problems(streams={"search_sync": {"endpoint": "http://search"}})
    assert (problem.code, problem.place.path) == ("DW106", "systems.shop.streams.search_sync.endpoint")


@pytest.mark.parametrize(
    ("search", "code"),
    [
        ({"endpoint": AWS_HOST}, "DW199"),
        ({"endpoint": SERVERLESS_HOST}, "DW199"),
        ({"endpoint": AWS_HOST, "arn": COLLECTION}, "DW199"),
        ({"endpoint": "https://search.example", "arn": DOMAIN}, "DW199"),
        ({"endpoint": AWS_HOST, "arn": "products"}, "DW106"),
    ],
)
def test_a_search_index_of_aws_is_named_so_that_the_function_may_write_to_it(search: dict[str, str], code: str) -> None:
    (problem,) = problems(streams={"search_sync": search})
    path = "systems.shop.streams.search_sync.arn"
    assert (problem.code, problem.place.path, problem.value) == (code, path, search.get("arn"))


@pytest.mark.parametrize(
    "search",
    [
        {"endpoint": AWS_HOST, "arn": DOMAIN},
        {"endpoint": SERVERLESS_HOST, "arn": COLLECTION},
        {"endpoint": "https://search.example"},
    ],
)
def test_a_search_index_is_taken_with_the_arn_that_belongs_to_it(search: dict[str, str]) -> None:
    assert SearchSync.model_validate(search).conflicts() == {}

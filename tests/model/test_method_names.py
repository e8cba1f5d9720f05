from typing import Any

import pytest

from dynawright.model import Get
from dynawright.model.method_names import is_method_name, method_name
from tests.model.builders import API, problems_of

KEY: Any = {"PK": "CUSTOMER#{customerId}", "SK": "ORDER#{orderId}"}


def named(question: str, name: str | None = None) -> str | None:
    return method_name(Get("P1", question, **KEY, used_by=[API], name=name))


@pytest.mark.parametrize(
    ("question", "name"),
    [
        ("a product", "product"),
        ("one flag", "flag"),
        ("a customer's orders, newest first", "customer_orders"),
        ("place an order, if the stock suffices", "place_order"),
        ("what happened: to an item", "what_happened"),
        ("restock", "restock"),
        ("a WebSocket connection", "websocket_connection"),
    ],
)
def test_a_short_question_gives_the_name(question: str, name: str) -> None:
    assert named(question) == name


@pytest.mark.parametrize(
    "question",
    [
        "how far the search index is with a document",
        "an A/B test",
        "une commande passée",
        "?",
        "",
        "2 orders",
        "class",
        "list",
        'x"""',
    ],
)
def test_other_questions_give_none(question: str) -> None:
    assert named(question) is None


def test_a_name_of_its_own_comes_first() -> None:
    assert named("a product", "item") == "item"


@pytest.mark.parametrize(
    "name", ["Product", "2", "a-b", "", "class", "match", "str", "_private", "a b", "x\ny", "{name}", "a" * 62]
)
def test_a_name_that_is_no_method_is_refused(name: str) -> None:
    assert not is_method_name(name)
    assert problems_of(Get("P1", "?", **KEY, used_by=[API], name=name)) == [("DW202", "pattern P1", name)]

"""The expected effects of the shop's functions, computed independently."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Sequence
from decimal import Decimal
from random import Random

from dynawright.emulator.streams.function import Function
from tests.functions.changes import Change, Stream
from tests.functions.cloud import Item
from tests.functions.messages import FIFO_SECONDS, Messages
from tests.functions.subjects import LENGTHS, Subject, effects
from tests.functions.world import World

ALERTS = Messages("sns.publish", lambda call: str(call["MessageDeduplicationId"]), "ALERT#", FIFO_SECONDS)


def make_shop(random: Random) -> list[Change]:
    """Products that are sold, restocked and removed, orders that are placed; customers, which are ignored."""
    stream = Stream(random)
    products: dict[str, Item | None] = {}
    for number in range(random.choice(LENGTHS)):
        choice = random.random()
        if choice < 0.3:
            _order(stream, number)
        elif choice < 0.4:
            _customer(stream, number)
        else:
            name = f"p{random.randint(1, 3)}"
            products[name] = _product(stream, name, products.get(name))
    return stream.changes


def _order(stream: Stream, number: int) -> None:
    random, customer = stream.random, f"CUSTOMER#{stream.random.randint(1, 3)}"
    day, amount = f"2026-01-0{random.randint(1, 2)}", Decimal(random.randint(1, 10_000)) / 100
    order = {"PK": customer, "SK": f"ORDER#{number}", "EntityType": "ORDER", "OrderDate": day, "Amount": amount}
    bad = random.choice(({}, {}, {}, {"Amount": "much"}, {"OrderDate": "today"}, {"OrderDate": "2026-13-45"}, {"Amount": None}))
    stored = {name: value for name, value in {**order, **bad}.items() if value is not None}
    change = stream.change({"PK": customer, "SK": order["SK"]}, stored, None)
    if not stream.poisoned(change):
        change.bad = bool(bad)
        change.effects = [] if bad else [("sale", day, amount)]
        change.effects.append(("audit",))


def _customer(stream: Stream, number: int) -> None:
    key = {"PK": f"CUSTOMER#{stream.random.randint(1, 3)}", "SK": "METADATA"}
    change = stream.change(key, {**key, "EntityType": "CUSTOMER", "Name": f"n{number}"}, None)
    if not stream.poisoned(change):
        change.effects = [("audit",)]


def _product(stream: Stream, name: str, old: Item | None) -> Item | None:
    random, key = stream.random, {"PK": f"PRODUCT#{name}", "SK": "METADATA"}
    stock = random.choice((0, 1, 9, 10, 11, 12, 30))
    new: Item | None = {**key, "EntityType": "PRODUCT", "ProductId": name, "Name": "é" * 3, "Stock": Decimal(stock)}
    if old is not None and random.random() < 0.2:
        new = None
    bad = new is not None and old is not None and random.random() < 0.15
    if new is not None and bad:
        new["Stock"] = random.choice(("ten", True, {"of": "them"}))
    change = stream.change(key, new, old, by_ttl=new is None and random.random() < 0.5)
    if stream.poisoned(change):
        return new
    change.effects = [("audit",), ("document", f"{key['PK']}|METADATA", change.order, new)]
    if new is not None and old is not None:
        before, after = old["Stock"], new["Stock"]
        if not isinstance(before, Decimal) or not isinstance(after, Decimal):
            change.bad = True
        elif after < before:
            low, out = before > 10 >= after, before > 0 >= after
            change.effects += [("alert", f"{change.event_id}-LOW_STOCK")] if low else []
            change.effects += [("alert", f"{change.event_id}-OUT_OF_STOCK")] if out else []
    return new


def check_audit(world: World, changes: Sequence[Change]) -> None:
    expected = {}
    for change in changes:
        if ("audit",) in change.effects:
            keys = change.raw["dynamodb"]["Keys"]
            place = f"ITEM#{keys['PK']['S']}|{keys['SK']['S']}", f"CHANGE#{change.order}#{change.event_id}"
            stream = change.raw["dynamodb"]
            images = {"before": stream.get("OldImage"), "after": stream.get("NewImage")}
            expected[place] = (change.raw["eventName"], "userIdentity" in change.raw, images)
    found = {
        (item["PK"], item["SK"]): (item["EventName"], item["ByTtl"], json.loads(item["Images"]))
        for item in world.cloud.items("DynamoDBShopAudit")
    }
    assert found == expected


def check_jobs(world: World, changes: Sequence[Change]) -> None:
    sales: dict[str, list[Decimal]] = defaultdict(list)
    for _, day, amount in effects(changes, "sale"):
        sales[day].append(amount)
    found = {item["OrderDate"]: (item["Total"], item["Orders"]) for item in world.cloud.items("DynamoDBShop")}
    assert found == {day: (sum(amounts), len(amounts)) for day, amounts in sales.items()}

    ALERTS.check(world, {id for _, id in effects(changes, "alert")})

    newest: dict[str, tuple[str, Item | None]] = {}
    for _, id, order, document in effects(changes, "document"):
        newest[id] = max(newest.get(id, ("", None)), (order, document), key=lambda one: one[0])
    documents = {id: document for id, (_, document) in newest.items() if document is not None}
    assert {id: found["Stock"] for id, found in world.index.documents.items()} == {
        id: int(stock) if isinstance(stock := document["Stock"], Decimal) else stock for id, document in documents.items()
    }


SUBJECTS = (
    Subject(Function("shop", "audit_log"), make_shop, check_audit, takes_anything_readable=True),
    Subject(Function("shop", "stream_jobs"), make_shop, check_jobs, messages=ALERTS),
)

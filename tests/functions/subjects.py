"""What each function must achieve, told once more and in another way: histories are generated with it, and judged by it."""

from __future__ import annotations

import hmac
import json
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from random import Random
from typing import Any

from dynawright.emulator.streams.function import Function
from tests.functions.changes import Change, Stream
from tests.functions.cloud import HASH_KEY, Item
from tests.functions.messages import FIFO_SECONDS, Messages
from tests.functions.world import World

LENGTHS = (1, 2, 4, 8, 12)


@dataclass(frozen=True)
class Subject:
    """`make` writes a history; `check` compares what the function did with the effects that the changes must have.

    `meanwhile` is what others do while the function runs; with nobody to choose, it is what they have done in the end.
    """

    function: Function
    make: Callable[[Random], list[Change]]
    check: Callable[[World, Sequence[Change]], None]
    prepare: Callable[[World], None] = lambda world: None
    meanwhile: Callable[[World, Random | None], None] = lambda world, random: None
    takes_anything_readable: bool = False
    messages: Messages | None = None


def effects(changes: Sequence[Change], kind: str) -> list[tuple[Any, ...]]:
    return [effect for change in changes for effect in change.effects if effect[0] == kind]


# shop

ALERTS = Messages("sns.publish", lambda call: str(call["MessageDeduplicationId"]), "ALERT#", FIFO_SECONDS)


def make_shop(random: Random) -> list[Change]:
    """Products that are sold, restocked and removed, orders that are placed; customers, whom nobody minds."""
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


# miyabi_lambda: entity_events

EVENTS = Messages("events.put_events", lambda call: str(json.loads(call["Entries"][0]["Detail"])["id"]), "EVENT#")


def make_entities(random: Random) -> list[Change]:
    stream = Stream(random)
    for number in range(random.choice(LENGTHS)):
        key = {"PK": f"USER#{random.randint(1, 4)}", "SK": "METADATA"}
        item = {**key, "EntityType": "USER", "Data": {"name": f"n{number}", "score": Decimal("1.5")}}
        nameless = random.random() < 0.1
        if nameless:
            del item["EntityType"]
        old, new = random.choice(((None, item), (item, None), ({**item, "Data": {}}, item)))
        change = stream.change(key, new, old, by_ttl=new is None and random.random() < 0.5)
        if not stream.poisoned(change):
            change.bad = nameless
            change.effects = [] if nameless else [("event", change.event_id)]
    return stream.changes


def check_events(world: World, changes: Sequence[Change]) -> None:
    EVENTS.check(world, {id for _, id in effects(changes, "event")})


# miyabi_progress: project_metrics

STATUSES = ("pending", "running", "completed", "failed", "blocked")


def make_reports(random: Random) -> list[Change]:
    """Reports that come in any order of their timestamps; tasks that move to another project."""
    stream = Stream(random)
    for _ in range(random.choice(LENGTHS)):
        task, project = (
            f"t{random.randint(1, 4)}",
            random.choice(("a", "a", "b", "missing") if random.random() < 0.3 else ("a", "b")),
        )
        status, time = random.choice((*STATUSES, *STATUSES, "lost")), Decimal(random.randint(1, 6))
        report: Item = {"task_id": task, "timestamp": time, "project_id": project, "status": status}
        if random.random() < 0.6:
            report["duration_seconds"] = Decimal(random.randint(1, 9))
        old = None if random.random() < 0.8 else {**report, "status": "pending"}
        new = None if old is not None and random.random() < 0.3 else report
        change = stream.change({"task_id": task, "timestamp": time}, new, old)
        if new is None:
            continue  # not even delivered: the filter keeps it away
        if not stream.poisoned(change):
            change.bad, change.perhaps_bad = status == "lost", project == "missing"
            seconds = report.get("duration_seconds") if status == "completed" else None
            change.effects = (
                [] if change.bad or change.perhaps_bad else [("report", task, (time, change.order), project, status, seconds)]
            )
    return stream.changes


def prepare_projects(world: World) -> None:
    world.cloud.put("miyabi-projects", {"project_id": "a"})
    world.cloud.put(
        "miyabi-projects", {"project_id": "b", "metrics": {"total_tasks": Decimal(0)}, "active_task_count": Decimal(0)}
    )


def delete_or_make_anew(world: World, random: Random | None) -> None:
    """Project b is deleted and made anew, several times, and there in the end."""
    if random is not None and random.random() > 0.15:
        return
    there = any(item["project_id"] == "b" for item in world.cloud.items("miyabi-projects"))
    if there and random is not None:
        world.cloud.delete("miyabi-projects", {"project_id": "b"})
        there = random.random() < 0.5
    if not there:
        world.projects_made += 1
        world.cloud.put("miyabi-projects", {"project_id": "b", "created_at": f"day {world.projects_made}"})


def check_metrics(world: World, changes: Sequence[Change]) -> None:
    """Every task is counted as its latest report says; every project counts the tasks that were counted for it since it was made.

    A report of a project that is missing may leave its task where a later, countable one puts it: only counted ones are here.
    """
    latest: dict[str, tuple[Any, ...]] = {}
    for _, task, position, project, status, seconds in effects(changes, "report"):
        latest[task] = max(latest.get(task, ((Decimal(0), ""),)), (position, project, status, seconds), key=lambda one: one[0])
    counts = {item["task_id"]: item for item in world.cloud.items("miyabi-task-counts")}
    assert {
        task: ((item["timestamp"], item["order"]), item["project_id"], item["status"], item.get("duration_seconds"))
        for task, item in counts.items()
    } == latest
    for item in world.cloud.items("miyabi-projects"):
        made = {task for task, count in counts.items() if count.get("project_created_at") == item.get("created_at")}
        mine = [
            (status, seconds)
            for task, (_, project, status, seconds) in latest.items()
            if project == item["project_id"] and task in made
        ]
        assert item["project_id"] != "a" or len(mine) == [one[1] for one in latest.values()].count("a")
        of = Counter(status for status, _ in mine)
        times = [seconds for _, seconds in mine if seconds is not None]
        finished = of["completed"] + of["failed"]
        found = {name: value for name, value in item.get("metrics", {}).items() if name != "last_updated"}
        expected = {
            "total_tasks": len(mine),
            "completed_tasks": of["completed"],
            "failed_tasks": of["failed"],
            "blocked_tasks": of["blocked"],
            "timed_tasks": len(times),
            "completion_seconds": sum(times),
            "success_rate": round(Decimal(of["completed"]) / finished, 4) if finished else 0,
            "avg_completion_time_seconds": round(Decimal(sum(times)) / len(times), 4) if times else 0,
        }
        assert {name: found.get(name, 0) for name in expected} == expected
        assert item.get("active_task_count", 0) == of["pending"] + of["running"]


# feature_flags: flag_audit


def make_flags(random: Random) -> list[Change]:
    stream = Stream(random)
    for number in range(random.choice(LENGTHS)):
        user = f"user{random.randint(1, 3)}"
        key = random.choice(
            (
                {"PK": f"FLAG#dev#f{random.randint(1, 3)}", "SK": "METADATA"},
                {"PK": "ABTEST#1", "SK": f"ASSIGN#{user}"},
                {"PK": "TENANT#1#EVAL#f", "SK": f"EVAL#{number}"},
            )
        )
        item: Item = {**key, "updatedBy": "ann", "targetingRules": [user], "number": Decimal(number)}
        if key["SK"].startswith("ASSIGN#"):
            item |= {"userId": user, "GSI1PK": f"USER#{user}"}
        old, new = random.choice(((None, item), (item, None), ({**item, "number": Decimal(-1)}, item)))
        expired = new is None and random.random() < 0.5
        change = stream.change(key, new, old, by_ttl=expired)
        if key["SK"].startswith("EVAL#"):
            continue  # the filter keeps evaluations away
        if not stream.poisoned(change):
            change.effects = [("flag", "dynamodb-ttl" if expired else "unknown" if new is None else "ann")]
    return stream.changes


def check_flags(world: World, changes: Sequence[Change]) -> None:
    found = {(item["eventId"], item["order"], item["what"], item["who"]) for item in world.cloud.items("feature-flags-audit")}
    assert found == {
        (change.event_id, change.order, change.raw["eventName"], change.effects[0][1]) for change in changes if change.effects
    }
    for item in world.cloud.items("feature-flags-audit"):
        assert "user" not in json.dumps({**item, "before": "", "after": ""}, default=str)
        for side in ("before", "after"):
            shown = json.loads(item[side])
            assert not any("user" in str(value) for value in shown.values())
            if "userId" in shown:
                assert shown["userId"] in {_hash(f"user{number}") for number in (1, 2, 3)}


def _hash(value: str) -> str:
    return "hmac-sha256:" + hmac.new(HASH_KEY.encode(), json.dumps(value).encode(), "sha256").hexdigest()


SUBJECTS = {
    "audit_log": Subject(Function("shop", "audit_log"), make_shop, check_audit, takes_anything_readable=True),
    "stream_jobs": Subject(Function("shop", "stream_jobs"), make_shop, check_jobs, messages=ALERTS),
    "entity_events": Subject(Function("miyabi_lambda", "entity_events"), make_entities, check_events, messages=EVENTS),
    "project_metrics": Subject(
        Function("miyabi_progress", "project_metrics"), make_reports, check_metrics, prepare_projects, delete_or_make_anew
    ),
    "flag_audit": Subject(Function("feature_flags", "flag_audit"), make_flags, check_flags),
}

"""Transforms that tests name on the command line."""

from typing import Any

Item = dict[str, Any]


def same(item: Item) -> Item:
    return item


def by_user(item: Item) -> Item | None:
    """Convert a session; guests are dropped."""
    return None if item["userId"] == "guest" else {**item, "movedFrom": "sessions"}


def fan_out(item: Item) -> list[Item]:
    """Return an item for each number in `to`."""
    return [{"userId": f"u{number}", "sessionId": "s", "of": item["sessionId"]} for number in item["to"]]


def no_function() -> None: ...


NUMBER = 1

"""A DynamoDB client with wrong answers."""

from collections.abc import Callable
from typing import Any

from dynawright.model.limits import MAX_BATCH_WRITE_ITEMS

Answer = dict[str, Any]
Change = Callable[[Callable[..., Answer], dict[str, Any]], Answer]


class Corrupted:
    """Passes one method and its arguments to `change`, which answers instead."""

    def __init__(self, client: Any, method: str, change: Change) -> None:
        self._client, self._method, self._change = client, method, change

    def __getattr__(self, name: str) -> Any:
        method = getattr(self._client, name)
        return (lambda **arguments: self._change(method, arguments)) if name == self._method else method


def answering(**fields: Callable[[Any], Any]) -> Change:
    """Change existing fields of the answer."""

    def change(method: Callable[..., Answer], arguments: dict[str, Any]) -> Answer:
        answer = method(**arguments)
        return answer | {name: field(answer[name]) for name, field in fields.items() if name in answer}

    return change


def ignoring(*arguments: str) -> Change:
    """Leave these arguments out of the request."""
    return lambda method, given: method(**{name: value for name, value in given.items() if name not in arguments})


def unconditional(method: Callable[..., Answer], arguments: dict[str, Any]) -> Answer:
    """Ignore the condition, and the values that only it needs."""
    update = arguments.get("UpdateExpression", "")
    names = {name: value for name, value in arguments.get("ExpressionAttributeNames", {}).items() if name in update}
    rest = {name: value for name, value in arguments.items() if name not in ("ConditionExpression", "ExpressionAttributeNames")}
    return method(**rest, **({"ExpressionAttributeNames": names} if names else {}))


def nothing(_: Callable[..., Answer], __: dict[str, Any]) -> Answer:
    return {}


def holding_one_back(method: Callable[..., Answer], arguments: dict[str, Any]) -> Answer:
    """Leave the last request of a full batch unprocessed, and report it."""
    [(table, requests)] = arguments["RequestItems"].items()
    if len(requests) < MAX_BATCH_WRITE_ITEMS:
        return method(**arguments)
    return method(RequestItems={table: requests[:-1]}) | {"UnprocessedItems": {table: requests[-1:]}}


def refused_yet_done(method: Callable[..., Answer], arguments: dict[str, Any]) -> Answer:
    """Refuse a write, but execute it."""
    try:
        return method(**arguments)
    except Exception:
        unconditional(method, arguments)
        raise


def refused_yet_put(method: Callable[..., Answer], arguments: dict[str, Any]) -> Answer:
    """Refuse a transaction, but execute its first part."""
    try:
        return method(**arguments)
    except Exception:
        put = arguments["TransactItems"][0]["Put"]
        method.__self__.put_item(TableName=put["TableName"], Item=put["Item"] | {"title": {"S": "half"}})  # type: ignore[attr-defined]
        raise


def without_first(items: list[Any]) -> list[Any]:
    return items[1:]


def first_only(items: list[Any]) -> list[Any]:
    return [items[0]] * len(items)


def with_extra(item: Answer) -> Answer:
    return item | {"secret": {"S": "x"}}

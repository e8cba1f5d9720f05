"""DynamoDB: pages of Query and Scan.

moto omits LastEvaluatedKey for a full page if nothing follows; AWS stops at the limit without looking further.
"""

from __future__ import annotations

import copy
import inspect
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import partial
from typing import Any

from moto.dynamodb.models.table import Table

from dynawright.emulator.gaps.patch import Original, wrap

_evaluated: ContextVar[list[Any]] = ContextVar("evaluated")
_whole: ContextVar[bool] = ContextVar("whole", default=False)


def install() -> None:
    wrap(Table, "query", partial(_read_page, "projection_expressions"))
    wrap(Table, "scan", partial(_read_page, "projection_expression"))


@contextmanager
def evaluated_items() -> Iterator[list[Any]]:
    """Yield a list that receives every evaluated item, as its table or index stores it."""
    items: list[Any] = []
    token = _evaluated.set(items)
    try:
        yield items
    finally:
        _evaluated.reset(token)


@contextmanager
def whole_items(*, wanted: bool) -> Iterator[None]:
    """If wanted, make reads through an index return whole items from the table."""
    token = _whole.set(wanted)
    try:
        yield
    finally:
        _whole.reset(token)


def _read_page(projection: str, original: Original, *args: Any, **kwargs: Any) -> Any:
    """Apply filter and projection after cutting the page: they change neither its end nor its cost."""
    bound = inspect.signature(original).bind(*args, **kwargs)
    bound.apply_defaults()
    given = dict(bound.arguments)
    bound.arguments |= {"filter_expression": None, projection: None}
    items, scanned, last = original(*bound.args, **bound.kwargs)
    if (evaluated := _evaluated.get(None)) is not None:
        evaluated += items
    if _whole.get():
        items = [copy.deepcopy(given["self"].get_item(item.hash_key, item.range_key)) for item in items]
    if last is None and items and len(items) == given["limit"]:
        last = given["self"]._get_last_evaluated_key(items[-1], given["index_name"])
    if given["filter_expression"] is not None:
        items = [item for item in items if given["filter_expression"].expr(item)]
    if given[projection]:
        items = [item.project(given[projection]) for item in items]
    return items, scanned, last

"""Changes of the shop's items, as records."""

from decimal import Decimal
from typing import Any

from tests.functions.cloud import Item, typed
from tests.runtime.records import record

BAD_STOCK: dict[str, Any] = {"S": "ten"}


def product(number: int, before: int | None, after: int | None, **changes: Any) -> dict[str, Any]:
    """A change of the stock of product 1; None where there is no such image."""
    key = {"PK": "PRODUCT#1", "SK": "METADATA"}

    def image(stock: int) -> Item:
        return _image({**key, "EntityType": "PRODUCT", "ProductId": "1", "Name": "Atlas", "Stock": Decimal(stock)})

    return record(
        number,
        eventName="INSERT" if before is None else "REMOVE" if after is None else "MODIFY",
        Keys=_image(key),
        NewImage=None if after is None else image(after) | changes,
        **({} if before is None else {"OldImage": image(before)}),
    )


def order(number: int, amount: str, day: str = "2026-01-31", **changes: Any) -> dict[str, Any]:
    key = {"PK": "CUSTOMER#1", "SK": f"ORDER#{number}"}
    image = _image({**key, "EntityType": "ORDER", "Amount": Decimal(amount), "OrderDate": day})
    return record(number, Keys=_image(key), NewImage={**image, **changes})


def _image(item: Item) -> Item:
    return {name: typed(value) for name, value in item.items()}

"""The items of a query or scan: iterate over them, or read a page and get a token for the next one."""

from __future__ import annotations

from zlib import crc32

from .errors import InvalidRequest
from .light import Generic, NamedTuple, T
from .values import from_wire

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from typing import Any

    from .values import Wire

    Fetch = Callable[[Mapping[str, Any]], Mapping[str, Any]]


class Page(NamedTuple, Generic[T]):
    """Items, and the token of the next page, or None."""

    items: list[T]
    token: str | None


class Results(Generic[T]):
    """No request is sent before the first item or page is read; each iteration sends new requests."""

    def __init__(self, pattern: str, fetch: Fetch, asked: object, page_size: int | None) -> None:
        self._pattern, self._fetch, self._page_size = pattern, fetch, page_size
        self._asked = f"{crc32(repr(asked).encode()):08x}"

    def __iter__(self) -> Iterator[T]:
        start: Wire | None = None
        while True:
            items, start = self._read(start, self._page_size)
            yield from items
            if start is None:
                return

    def __repr__(self) -> str:
        return f"<Results of {self._pattern}: iterate over them, or take a page()>"

    def __bool__(self) -> bool:
        raise TypeError(f"{self._pattern}: nothing was requested yet: take list(...) to see whether there are items")

    def page(self, *, size: int | None = None, token: str | None = None) -> Page[T]:
        """Return at most `size` items after the page with the token.

        A page can be empty and still have a next one.

        The token contains an item's key in readable form: sign or encrypt it before it leaves your service, if that matters.
        """
        size = self._page_size if size is None else size
        items, start = self._read(None if token is None else self._start(token), size)
        return Page(items, None if start is None else self._token(start))

    def _read(self, start: Wire | None, size: int | None) -> tuple[list[T], Wire | None]:
        more: dict[str, Any] = {} if start is None else {"ExclusiveStartKey": start}
        if size is not None:
            more["Limit"] = size
        answer = self._fetch(more)
        items: list[Any] = [from_wire(item) for item in answer["Items"]]
        return items, answer.get("LastEvaluatedKey")

    def _token(self, start: Wire) -> str:
        import json
        from base64 import b64encode, urlsafe_b64encode

        key = {
            name: [kind, b64encode(value).decode() if kind == "B" else value]
            for name, typed in start.items()
            for kind, value in typed.items()
        }
        return urlsafe_b64encode(json.dumps([self._pattern, self._asked, key]).encode()).decode()

    def _start(self, token: str) -> Wire:
        import json
        from base64 import b64decode, urlsafe_b64decode

        try:
            pattern, asked, key = json.loads(urlsafe_b64decode(token))
            start = {name: {kind: b64decode(value) if kind == "B" else value} for name, (kind, value) in key.items()}
        except (ValueError, TypeError, AttributeError):
            raise InvalidRequest(self._pattern, "the token is not one that a page gave") from None
        if (pattern, asked) != (self._pattern, self._asked):
            raise InvalidRequest(self._pattern, "the token is of another question: give the same values as for the first page")
        return start

"""Replace a function of moto by one that gets the original as its first argument."""

import functools
from collections.abc import Callable
from typing import Any

Original = Callable[..., Any]


def wrap(owner: Any, name: str, replacement: Callable[..., Any]) -> None:
    original = getattr(owner, name)

    @functools.wraps(original)
    def wrapper(*args: Any, **kwargs: Any) -> Any:
        return replacement(original, *args, **kwargs)

    setattr(owner, name, wrapper)

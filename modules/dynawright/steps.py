"""Says what is being done while it is done, and how long it took."""

import time
from collections.abc import Iterator
from contextlib import contextmanager


class Steps:
    def __init__(self) -> None:
        self._started = time.perf_counter()

    @contextmanager
    def step(self, text: str) -> Iterator[list[str]]:
        """Prints `text`, then the seconds; what the block appends to the list it is given stands beside them."""
        started = time.perf_counter()
        said: list[str] = []
        print(f"• {text} … ", end="", flush=True)
        try:
            yield said
        except BaseException:
            print("failed", flush=True)
            raise
        print(", ".join([*said, f"{time.perf_counter() - started:.1f} s"]), flush=True)

    @property
    def total(self) -> str:
        return f"It took {time.perf_counter() - self._started:.0f} s."

"""Time and waiting: all waiting ends when the work is to stop."""

import threading
import time


class StoppedError(Exception):
    """The work was told to stop; it goes on from its last checkpoint."""


class Clock:
    def __init__(self) -> None:
        self.stopped = threading.Event()

    def now(self) -> float:
        return time.monotonic()

    def stop(self) -> None:
        self.stopped.set()

    def pause(self, seconds: float) -> None:
        if self.stopped.wait(seconds):
            raise StoppedError

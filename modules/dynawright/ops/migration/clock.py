"""Time and waiting; all waits end when the work has to stop."""

import threading
import time


class StoppedError(Exception):
    """The work was stopped; it continues from its last checkpoint."""


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

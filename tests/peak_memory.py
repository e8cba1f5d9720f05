"""The peak memory of another process.

`ru_maxrss` of a child includes what its parent had when it was started, so it is of no use in a large test process.
"""

from __future__ import annotations

import re
import threading
from pathlib import Path


class PeakMemory:
    """Watch a process from when its program has started, until `stop`."""

    def __init__(self, pid: int) -> None:
        self.megabytes: float = 0
        self._status = Path(f"/proc/{pid}/status")
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._watch, daemon=True)
        self._thread.start()

    def stop(self) -> float:
        """Return the most megabytes that were seen."""
        self._ended.set()
        self._thread.join()
        return self.megabytes

    def _watch(self) -> None:
        while not self._ended.wait(0.05):
            self.megabytes = max(self.megabytes, peak_of(self._status))


def peak_of(status: Path) -> float:
    """Return the peak that a file `/proc/<pid>/status` names; 0 where the process or the system has none."""
    try:
        peak = re.search(r"^VmHWM:\s*(\d+) kB", status.read_text(), re.MULTILINE)
    except OSError:
        return 0
    return int(peak[1]) / 1024 if peak else 0

"""Wall time, CPU time and memory of a command and of all processes that it starts. Linux."""

import ctypes
import os
import statistics
import subprocess
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

SUBREAPER = 36
"""Linux's PR_SET_CHILD_SUBREAPER: orphans of a command become this process's children."""
LOOK_SECONDS = 0.05
PAGE = os.sysconf("SC_PAGE_SIZE")


@dataclass(frozen=True)
class Cost:
    """`megabytes` is the peak of all processes together; shared memory counts twice."""

    wall_seconds: float
    cpu_seconds: float
    megabytes: float


def cost(command: Sequence[str], environ: Mapping[str, str], folder: Path) -> Cost:
    """One run; a command that fails ends the benchmark."""
    ctypes.CDLL(None).prctl(SUBREAPER, 1, 0, 0, 0)
    started = time.perf_counter()
    process = subprocess.Popen(command, env=environ, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    ended, most = threading.Event(), [0.0]

    def watch() -> None:
        while not ended.wait(LOOK_SECONDS):
            most[0] = max(most[0], sum(_megabytes(pid) for pid in _tree(process.pid)))

    watching = threading.Thread(target=watch)
    watching.start()
    errors = process.stderr.read() if process.stderr else b""
    _, status, usage = os.wait4(process.pid, 0)
    wall = time.perf_counter() - started
    ended.set()
    watching.join()
    process.returncode = os.waitstatus_to_exitcode(status)
    cpu = usage.ru_utime + usage.ru_stime + sum(_left_behind())
    if process.returncode != 0:
        raise SystemExit(f"{' '.join(command)} failed:\n{errors.decode()}")
    return Cost(wall, cpu, max(most[0], usage.ru_maxrss / 1024))


def _left_behind() -> Iterator[float]:
    """Yield the CPU seconds of processes that outlived the command, as jsii's does."""
    while True:
        try:
            _, _, usage = os.wait4(-1, 0)
        except ChildProcessError:
            return
        yield usage.ru_utime + usage.ru_stime


def _tree(pid: int) -> Iterator[int]:
    yield pid
    try:
        children = [int(child) for file in Path(f"/proc/{pid}/task").glob("*/children") for child in file.read_text().split()]
    except OSError:  # it has ended in the meantime
        return
    for child in children:
        yield from _tree(child)


def _megabytes(pid: int) -> float:
    try:
        resident = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    except OSError:
        return 0.0
    return resident * PAGE / 2**20


def median(costs: Sequence[Cost]) -> Cost:
    return Cost(
        statistics.median(cost.wall_seconds for cost in costs),
        statistics.median(cost.cpu_seconds for cost in costs),
        statistics.median(cost.megabytes for cost in costs),
    )

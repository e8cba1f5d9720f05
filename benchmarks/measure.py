"""Wall time, CPU time and memory of a command, its children included."""

import os
import statistics
import subprocess
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Cost:
    """`megabytes` is the largest single process, as `time` reports it."""

    wall_seconds: float
    cpu_seconds: float
    megabytes: float


def cost(command: Sequence[str], environ: Mapping[str, str], folder: Path) -> Cost:
    """One run; a command that fails ends the benchmark."""
    started = time.perf_counter()
    process = subprocess.Popen(command, env=environ, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    errors = process.stderr.read() if process.stderr else b""
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        raise SystemExit(f"{' '.join(command)} failed:\n{errors.decode()}")
    return Cost(time.perf_counter() - started, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024)


def median(costs: Sequence[Cost]) -> Cost:
    return Cost(
        statistics.median(cost.wall_seconds for cost in costs),
        statistics.median(cost.cpu_seconds for cost in costs),
        statistics.median(cost.megabytes for cost in costs),
    )

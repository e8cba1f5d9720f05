"""Runs `dynawright migrate` and `dynawright restore` in processes that are killed at given moments."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import boto3

from dynawright.emulator.engines import DYNOXIDE, MOTO
from dynawright.emulator.engines.dynoxide import program
from dynawright.environ import emulator_settings, neutral
from tests.peak_memory import PeakMemory, peak_of

REGION = "ap-northeast-1"


@contextmanager
def dynamodb() -> Iterator[str]:
    """Run the fastest engine that there is, and return its endpoint."""
    engine = DYNOXIDE if not DYNOXIDE.unsupported() and program().is_file() else MOTO
    with engine.start() as endpoint:
        yield endpoint


def client(endpoint: str) -> Any:
    session = boto3.session.Session("emulator", "emulator", region_name=REGION)
    return session.client("dynamodb", endpoint_url=endpoint)


def count(client: Any, table: str) -> int:
    """Return the engine's own item count of a table: exact on both engines, without a scan."""
    return int(client.describe_table(TableName=table)["Table"]["ItemCount"])


def items(client: Any, table: str) -> int:
    """Return how many items are really read."""
    pages = client.get_paginator("scan").paginate(TableName=table, Select="COUNT")
    return sum(page["Count"] for page in pages)


@dataclass
class Commands:
    """Run commands against an engine with fixed options; keep output and peak memory."""

    command: str
    endpoint: str
    project: Path
    options: Sequence[str]
    look_every_seconds: float = 0.05
    """How often a moment is asked for whether it has come: each question costs the engine something."""
    said: list[str] = field(default_factory=list)
    most_megabytes: float = 0

    def run(self, *arguments: str) -> int:
        """Return the exit status."""
        return self._ended(self._start(*arguments))

    def killed(self, arguments: Sequence[str], moments: Sequence[Callable[[], bool]]) -> int:
        """Start it once for each moment, and kill it when that has come; return how many were really killed."""
        killed = 0
        for has_come in moments:
            process = self._start(*arguments)
            while process.poll() is None and not has_come():
                time.sleep(self.look_every_seconds)
            if process.poll() is None:
                os.kill(process.pid, signal.SIGKILL)
                killed += 1
            self._ended(process)
        return killed

    def growth(self, arguments: Sequence[str], has_come: Callable[[], bool]) -> float:
        """Run it to its end; return by how many megabytes its peak grew after the moment."""
        process = self._start(*arguments)
        while process.poll() is None and not has_come():
            time.sleep(self.look_every_seconds)
        before, memory = peak_of(Path(f"/proc/{process.pid}/status")), PeakMemory(process.pid)
        assert self._ended(process) == 0, self.said[-1]
        return memory.stop() - before

    def _start(self, *arguments: str) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            [sys.executable, "-m", "dynawright", self.command, *arguments[:1], *self.options, *arguments[1:]],
            cwd=self.project,
            env=neutral() | emulator_settings(self.endpoint) | {"AWS_DEFAULT_REGION": REGION},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )

    def _ended(self, process: subprocess.Popen[bytes]) -> int:
        assert process.stdout is not None
        memory = PeakMemory(process.pid)
        self.said.append(process.stdout.read().decode())
        process.stdout.close()
        process.wait()
        self.most_megabytes = max(self.most_megabytes, memory.stop())
        return process.returncode


def when_filled(client: Any, table: str, numbers: Sequence[int]) -> list[Callable[[], bool]]:
    """Return the moments at which a table has so many items."""

    def at(number: int) -> Callable[[], bool]:
        return lambda: count(client, table) >= number

    return [at(number) for number in numbers]


def random_points(many: int, total: int, seed: int) -> list[int]:
    """Return so many numbers of items in order, the last one near the end."""
    chance = random.Random(seed)
    return [*sorted(chance.randint(1, total * 9 // 10) for _ in range(many - 1)), total * 99 // 100]

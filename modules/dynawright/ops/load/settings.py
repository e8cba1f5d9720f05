"""Settings of a load test, passed as JSON to the processes that send requests."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path

VARIABLE = "DYNAWRIGHT_LOAD_TEST"
"""Environment variable with the path of these settings."""


@dataclass(frozen=True)
class LoadTest:
    """`rate` is the users' mean total of requests per second; `share_checked` go to checked keys."""

    system: str
    root: str
    tables: dict[str, str]
    endpoint_url: str | None
    region: str
    rate: float
    seconds: int
    users: int
    items: int
    share_checked: float
    like_a_day: bool
    load_file: str | None
    result: str
    spend_usd: float | None = None
    """The most the run may cost; None if it costs nothing."""
    read_million_usd: float = 0.0
    write_million_usd: float = 0.0
    is_signed: bool = True
    """Whether boto3 sends the requests: the test's own engine needs no signature and skips it."""

    def write(self, file: Path) -> None:
        file.write_text(json.dumps(asdict(self)), encoding="utf-8")


def read(file: Path) -> LoadTest:
    return LoadTest(**json.loads(file.read_text(encoding="utf-8")))

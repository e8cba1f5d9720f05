"""Two tables, and `dynawright migrate` between them."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from moto import mock_aws

from dynawright.ops import migrate
from tests.ops.migration.cloud import SOURCE, TARGET, TRANSFORMS, Cloud, FakeClock

Migrate = Callable[..., int]


@pytest.fixture
def cloud() -> Iterator[Cloud]:
    with mock_aws():
        cloud = Cloud()
        yield cloud
        cloud.calm()


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> FakeClock:
    """The clock of the following commands; a stopped one is replaced."""
    clock = FakeClock()
    monkeypatch.setattr(migrate, "Clock", lambda: clock)
    return clock


@pytest.fixture
def run(ops: Callable[..., int], cloud: Cloud, clock: FakeClock, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Migrate:
    """run("run", "--overwrite"): its status.

    From sessions to by-user, in two segments, by the transform `by_user` unless another is named.
    """
    monkeypatch.setattr(migrate, "client", lambda service, **settings: cloud.client)

    def run(action: str, *more: str, transform: str | None = "by_user", segments: int = 2) -> int:
        given = ("--transform", f"{TRANSFORMS}:{transform}") if transform else ()
        tables = ("--from", SOURCE, "--to", TARGET, "--segments", str(segments), "--state", str(tmp_path / "m.state"))
        return ops("migrate", action, *tables, *given, *more)

    return run

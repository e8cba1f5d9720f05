"""Batches stay within DynamoDB's limits; unprocessed items are sent again with growing delays."""

from typing import Any

import pytest

from dynawright.errors import UserError
from dynawright.ops.migration import overwrite as batched
from dynawright.ops.migration.budget import Budget
from dynawright.ops.migration.output import Output
from dynawright.ops.migration.overwrite import Overwrite, batches
from dynawright.ops.migration.table import describe
from tests.functions.cloud import typed
from tests.ops.migration.cloud import SOURCE, Cloud, FakeClock
from tests.ops.migration.memory import MemoryTables, table
from tests.problems import told

TABLE = table("sessions", sessionId="S")


def output(number: int, data: Any = "") -> Output:
    item = {"sessionId": typed(str(number)), "data": data if isinstance(data, dict) else typed(data)}
    return Output(item, TABLE.key_text(item), 100)


def overwrite(memory: MemoryTables, clock: FakeClock) -> Overwrite:
    return Overwrite(memory, TABLE, Budget(1e6, clock), clock)


def test_a_batch_has_25_items_at_most() -> None:
    assert [len(batch) for batch in batches([output(number) for number in range(60)])] == [25, 25, 10]
    assert [*batches([])] == []


@pytest.mark.parametrize("data", [{"B": b"\0" * 4000}, "\u0001" * 4000, "あ" * 1300, "😀" * 1000])
def test_a_batch_is_not_too_large_as_it_is_sent(data: Any, cloud: Cloud, monkeypatch: pytest.MonkeyPatch) -> None:
    """boto3 sends binaries as base64 and escapes non-ASCII text, which exceeds the items' sizes."""
    monkeypatch.setattr(batched, "MOST_BATCH_BYTES", 64_000)
    sent: list[int] = []
    cloud.on("before-call.dynamodb.BatchWriteItem", lambda params, **_: sent.append(len(params["body"])))
    clock = FakeClock()
    source = describe(cloud.client, SOURCE)
    assert Overwrite(cloud.client, source, Budget(1e6, clock), clock)([output(number, data) for number in range(30)]).copied == 30
    assert len(sent) > 2
    assert max(sent) <= 64_000 + 200  # the envelope


def test_what_is_left_over_is_sent_again_until_nothing_is() -> None:
    memory, clock = MemoryTables(TABLE), FakeClock()
    left = [25, 25, 10, 9]
    memory.unprocessed = lambda requests: left.pop(0) if left else 0
    assert overwrite(memory, clock)([output(number) for number in range(25)]).copied == 25
    assert len(memory.items["sessions"]) == 25
    assert len([seconds for seconds in clock.paused if seconds > 0]) == 4


def test_pauses_grow_and_differ() -> None:
    seen: list[list[float]] = []
    for _ in range(20):
        memory, clock = MemoryTables(TABLE), FakeClock()
        memory.unprocessed = lambda requests: requests
        with pytest.raises(UserError) as refusal:
            overwrite(memory, clock)([output(1)])
        assert told(refusal.value.problems) == [("DW723", "table sessions", "sessions")]
        seen.append([seconds for seconds in clock.paused if seconds > 0])
    assert len({tuple(batch) for batch in seen}) == 20
    assert all(pause <= 0.1 * 2 ** (place + 1) for pauses in seen for place, pause in enumerate(pauses))
    assert max(max(pauses) for pauses in seen) > 5

"""Before a migration: forecast and mistakes at once; nothing is written."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from dynawright.ops.migration.budget import Budget
from dynawright.ops.migration.origin import TableOrigin
from dynawright.ops.migration.plan import warnings
from dynawright.ops.migration.progress import Progress
from dynawright.ops.migration.table import Table
from dynawright.ops.migration.transform import Transform
from tests.ops.migration.cloud import SOURCE, TARGET, TRANSFORMS, Cloud, FakeClock
from tests.ops.migration.conftest import Migrate
from tests.ops.migration.memory import table
from tests.problems import codes

Said = pytest.CaptureFixture[str]


@pytest.fixture
def quiet(cloud: Cloud) -> None:
    """Make every write fail the test."""

    def fail(**_: Any) -> None:
        pytest.fail("something was written")

    for operation in ("PutItem", "BatchWriteItem"):
        cloud.on(f"before-call.dynamodb.{operation}", fail)


def fill(cloud: Cloud) -> None:
    for name, user in {"a": "u1", "b": "u2", "c": "guest"}.items():
        cloud.put(SOURCE, sessionId=name, userId=user)
    cloud.put(SOURCE, sessionId="d")


def test_a_plan_tries_the_first_items_and_tells_what_it_takes(
    run: Migrate, cloud: Cloud, request: pytest.FixtureRequest, capsys: Said, tmp_path: Path
) -> None:
    fill(cloud)
    request.getfixturevalue("quiet")
    assert run("plan", "--read-units", "2", "--write-units", "1") == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith(f"from       {SOURCE}: key sessionId (S); about 4 items, ")
    assert lines[1:5] == [
        f"to         {TARGET}: key userId (S), sessionId (S); about 0 items",
        f"transform  {TRANSFORMS}:by_user",
        "tried      4 items read: 2 to copy, 1 dropped by the transform, 1 rejected",
        '           rejected {"sessionId":{"S":"d"}}: the transform raised KeyError: \'userId\'',
    ]
    assert lines[5].startswith("copying    about ")
    assert " read and 2 write units: 0:00:0" in lines[5]
    assert lines[6].startswith("comparing  about ")
    assert [*tmp_path.iterdir()] == []


def test_a_plan_of_all_items_finds_the_conflicts(
    run: Migrate, cloud: Cloud, request: pytest.FixtureRequest, capsys: Said
) -> None:
    for name in "abcd":
        cloud.put(SOURCE, sessionId=name, to=[1] if name in "ad" else [2])
    request.getfixturevalue("quiet")
    assert run("plan", "--all", transform="fan_out") == 1
    output = capsys.readouterr().out
    assert "tried      4 items read: 2 to copy, 2 rejected\n" in output
    assert output.count("conflict: ") == 2


def test_a_plan_of_a_good_table_is_good(run: Migrate, cloud: Cloud) -> None:
    cloud.put(SOURCE, sessionId="a", userId="u")
    assert run("plan") == 0


def test_what_to_think_of_first_is_said() -> None:
    source = replace(table("old", id="S"), ttl="TTL", read_capacity=50)
    target = replace(table("new", id="S"), has_stream=True, read_capacity=500, write_capacity=20)
    reads, writes = Budget(100, FakeClock()), Budget(40, FakeClock())

    def told(source: Table, target: Table) -> list[str]:
        return [*warnings(TableOrigin(None, source, Transform(None, target), reads, segments=1), target, reads, writes)]

    assert told(source, target) == [
        "old expires items by 'TTL', new never deletes them: switch its TTL on",
        "old has 50 read units a second: --read-units 100 leaves none for the application",
        "new has a stream: its readers see every item that is copied, as new",
        "new has 20 write units a second: --write-units 40 leaves none for the application",
    ]
    assert told(table("old", id="S"), table("new", id="S")) == []


def test_progress_says_how_far_how_fast_and_how_much_longer(capsys: Said) -> None:
    clock = FakeClock()
    reads, writes = Budget(100, clock), Budget(100, clock)
    progress = Progress("copied", 10_000, 1000, reads, writes, clock)
    clock.time += 10
    progress.add(500)
    reads.settle(1, {"ConsumedCapacity": {"CapacityUnits": 200}})
    writes.settle(1, {"ConsumedCapacity": [{"CapacityUnits": 700}]})
    assert progress.line() == (
        "copied: 1,500 of about 10,000 items, 50 a second, 20 read and 70 write units a second, about 0:02:50 left"
    )
    progress.show()
    assert capsys.readouterr().err == ""
    clock.time += 50
    progress.show()
    progress.show()
    assert capsys.readouterr().err.count("copied: 1,500") == 1  # once a minute


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["--segments", "0"], ["DW802"]),
        (["--read-units", "0", "--write-units", "nan"], ["DW802", "DW802"]),
        (["--to", SOURCE], ["DW803"]),
        (["--to", "nothing"], ["DW701"]),
    ],
)
def test_mistakes_are_said_at_once(run: Migrate, quiet: None, capsys: Said, arguments: list[str], expected: list[str]) -> None:
    assert run("run", *arguments) == 2
    errors = capsys.readouterr().err
    assert (codes(errors), errors.count("\n")) == (expected, len(expected))


def test_a_state_of_another_transform_or_a_table_made_anew_is_refused(run: Migrate, cloud: Cloud, capsys: Said) -> None:
    assert run("run") == 0
    assert run("run", transform="same", segments=3) == 2
    errors = capsys.readouterr().err
    assert codes(errors) == ["DW721", "DW721"]
    assert f"'transform' is {TRANSFORMS}:by_user" in errors
    assert "'segments' is 2" in errors
    cloud.client.delete_table(TableName=TARGET)
    cloud.create(TARGET, userId="S", sessionId="S")
    assert run("run") == 2
    errors = capsys.readouterr().err
    assert codes(errors) == ["DW721"]
    assert "'to' is arn:aws:dynamodb:" in errors


def test_verify_writes_to_no_table(
    run: Migrate, cloud: Cloud, request: pytest.FixtureRequest, capsys: Said, tmp_path: Path
) -> None:
    cloud.put(SOURCE, sessionId="a", userId="u")
    request.getfixturevalue("quiet")
    assert run("verify") == 1
    assert capsys.readouterr().out == (
        'missing {"sessionId":{"S":"a"}}: the target has no such item\n'
        "1 missing: `run` copies them\n"
        f"all of them: {tmp_path / 'm.rejects.jsonl'}\n"
    )
    assert not (tmp_path / "m.state").exists()


def test_what_verify_finds_the_next_run_mends(run: Migrate, cloud: Cloud, capsys: Said) -> None:
    for name in "ab":
        cloud.put(SOURCE, sessionId=name, userId="u")
    assert run("run") == 0
    cloud.client.delete_item(TableName=TARGET, Key={"userId": {"S": "u"}, "sessionId": {"S": "a"}})
    assert run("verify") == 1
    capsys.readouterr()
    assert run("run") == 0
    assert capsys.readouterr().out.startswith("tried again: 1 that were wrong in the target\n")
    assert run("verify") == 0

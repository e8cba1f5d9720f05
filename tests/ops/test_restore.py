"""Lost and changed items are found and restored: on the emulator, without Terraform."""

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from dynawright.emulator.emulator import Emulator
from tests.ops.conftest import Ops
from tests.ops.migration.cloud import FakeClock
from tests.problems import codes
from tests.whole_tables import Difference, compare, items_of, put_back

REGION = "ap-northeast-1"


@pytest.fixture(scope="module")
def emulator() -> Iterator[Emulator]:
    with Emulator("111111111111") as running:
        yield running


@pytest.fixture(scope="module")
def client(emulator: Emulator) -> Any:
    return emulator.client("dynamodb", REGION)


def table(client: Any, name: str, **texts: str) -> str:
    client.create_table(
        TableName=name,
        KeySchema=[{"AttributeName": "id", "KeyType": "HASH"}],
        AttributeDefinitions=[{"AttributeName": "id", "AttributeType": "S"}],
        BillingMode="PAY_PER_REQUEST",
    )
    for id, text in texts.items():
        client.put_item(TableName=name, Item={"id": {"S": id}, "text": {"S": text}})
    return name


def test_putting_back_writes_many_items_and_leaves_new_ones_alone(client: Any, tmp_path: Path) -> None:
    restored = table(client, "back-restored", **{f"item{number}": "x" for number in range(60)})
    there = table(client, "back", item0="y", item1="x", new="z")
    assert put_back(client, restored, there, tmp_path, FakeClock()) == 0
    assert compare(items_of(client, restored), items_of(client, there)) == Difference([], [], [(str({"S": "new"}),)])


def test_it_keeps_to_its_budget(client: Any, tmp_path: Path) -> None:
    restored = table(client, "slow-restored", **{f"item{number}": "x" for number in range(30)})
    there = table(client, "slow")
    clock = FakeClock()
    began = clock.now()
    put_back(client, restored, there, tmp_path, clock, units=2)
    assert clock.now() - began >= 14  # 30 items at 2 a second, of which the first second's are there


class Killer:
    """A client that fails at its nth call, and at all later ones."""

    def __init__(self, client: Any, at: int) -> None:
        self._client, self.left, self.calls = client, at, Counter[str]()

    def __getattr__(self, name: str) -> Any:
        def call(**request: Any) -> Any:
            self.left -= 1
            if self.left <= 0 and not name.startswith("describe"):
                raise KeyboardInterrupt(name)
            self.calls[name] += 1
            return getattr(self._client, name)(**request)

        return call


@pytest.mark.parametrize("at", [5, 14, 24, 40, 60])
def test_what_was_killed_goes_on_where_it_was(client: Any, tmp_path: Path, at: int) -> None:
    restored = table(client, f"killed-{at}-restored", **{f"item{number}": "x" for number in range(40)})
    there = table(client, f"killed-{at}", item0="y", item1="x", new="z")
    with pytest.raises(KeyboardInterrupt):
        put_back(Killer(client, at), restored, there, tmp_path, FakeClock())
    again = Killer(client, 10_000)
    assert put_back(again, restored, there, tmp_path, FakeClock()) == 0
    assert compare(items_of(client, restored), items_of(client, there)) == Difference([], [], [(str({"S": "new"}),)])
    if at >= 24:
        assert again.calls["scan"] < 16  # not all segments of both again
    assert [*tmp_path.glob("r.state*"), *tmp_path.glob("r.index*")] == []


@pytest.fixture
def command(ops: Ops, emulator: Emulator, monkeypatch: pytest.MonkeyPatch) -> Ops:
    """`dynawright restore` against the emulator."""
    for name, value in {**emulator.environ, "AWS_DEFAULT_REGION": REGION}.items():
        monkeypatch.setenv(name, value)
    return lambda *arguments: ops("restore", *arguments)


def test_the_command_shows_old_and_new_values_and_then_puts_back(
    command: Ops, client: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    both = table(client, "command-restored", lost="x", changed="x"), table(client, "command", changed="y", new="z")
    arguments = (*both, "--state", str(tmp_path / "r.state"))
    assert command(*arguments) == 1
    output = capsys.readouterr().out.splitlines()
    assert output[:3] == ["lost: 1", "changed: 1", "only there: 1"]
    assert output[output.index('changed {"id":{"S":"changed"}}') + 1] == '  text: {"S":"x"} → {"S":"y"}'
    assert output[output.index('lost {"id":{"S":"lost"}}') + 2] == '  text: {"S":"x"} → nothing'
    assert output[output.index('only there {"id":{"S":"new"}}') + 2] == '  text: nothing → {"S":"z"}'
    kept = [json.loads(line) for line in (tmp_path / "r.jsonl").read_text().splitlines()]
    assert {
        "kind": "changed",
        "key": '{"id":{"S":"changed"}}',
        "restored": {"text": '{"S":"x"}'},
        "there": {"text": '{"S":"y"}'},
    } in kept
    assert command(*arguments, "--put-back") == 0
    assert "written to command: 2" in capsys.readouterr().out
    assert command(*arguments) == 1
    assert capsys.readouterr().out.splitlines()[:3] == ["lost: 0", "changed: 0", "only there: 1"]


def test_a_table_that_there_is_not_is_no_difference(command: Ops, client: Any, capsys: pytest.CaptureFixture[str]) -> None:
    there = table(client, "lonely", item="x")
    assert command("lonely-restored", there) == 2
    problem = capsys.readouterr().err
    assert codes(problem) == ["DW701"]
    assert "Traceback" not in problem


def test_a_table_is_not_compared_with_itself(command: Ops, capsys: pytest.CaptureFixture[str]) -> None:
    assert command("orders", "orders") == 2
    assert codes(capsys.readouterr().err) == ["DW803"]


def test_the_region_of_the_environment_is_taken(
    command: Ops, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("AWS_DEFAULT_REGION", raising=False)
    monkeypatch.setenv("AWS_REGION", "ap-northeast-1")
    assert command("nowhere", "orders") == 2
    assert codes(capsys.readouterr().err) == ["DW701"]


def test_without_a_region_nobody_is_asked(
    command: Ops, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("AWS_DEFAULT_REGION", "AWS_REGION"):
        monkeypatch.delenv(name, raising=False)
    assert command("orders-restored", "orders") == 2
    assert codes(capsys.readouterr().err) == ["DW703"]

"""What is lost, what was changed, and that it is put back: on the emulator, without Terraform."""

from collections.abc import Iterator
from typing import Any

import pytest

from dynawright.emulator.emulator import Emulator
from dynawright.ops.restore import Difference, compare, in_order, items_of, put_back
from tests.ops.conftest import Ops
from tests.ops.migration.cloud import FakeClock
from tests.problems import codes

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


def key(id: str) -> tuple[str, ...]:
    return (str({"S": id}),)


def test_what_is_missing_different_or_new_is_told_apart(client: Any) -> None:
    restored = table(client, "compare-restored", same="x", lost="x", changed="x")
    there = table(client, "compare", same="x", changed="y", new="x")
    difference = compare(items_of(client, restored), items_of(client, there))
    assert difference == Difference(lost=[key("lost")], changed=[key("changed")], only_there=[key("new")])
    assert not difference.is_empty


@pytest.mark.parametrize("kind", ["lost", "changed", "only_there"])
def test_any_difference_counts(kind: str) -> None:
    nothing = Difference([], [], [])
    assert nothing.is_empty
    assert not nothing._replace(**{kind: [key("x")]}).is_empty


def test_putting_back_writes_many_items_and_leaves_new_ones_alone(client: Any) -> None:
    restored = table(client, "back-restored", **{f"item{number}": "x" for number in range(60)})
    there = table(client, "back", item0="y", item1="x", new="z")
    done = put_back(client, items_of(client, restored), there, FakeClock())
    assert (len(done.lost), len(done.changed)) == (58, 1)
    assert compare(items_of(client, restored), items_of(client, there)) == Difference([], [], [key("new")])


def test_what_dynamodb_did_not_process_is_sent_again(client: Any) -> None:
    class Throttled:
        """Takes one item of each batch."""

        def __getattr__(self, name: str) -> Any:
            return getattr(client, name)

        def batch_write_item(self, RequestItems: dict[str, list[Any]]) -> Any:  # noqa: N803
            ((name, requests),) = RequestItems.items()
            client.batch_write_item(RequestItems={name: requests[:1]})
            return {"UnprocessedItems": {name: requests[1:]} if requests[1:] else {}}

    restored = table(client, "throttled-restored", a="1", b="2", c="3")
    there = table(client, "throttled")
    clock = FakeClock()
    put_back(Throttled(), items_of(client, restored), there, clock)
    assert items_of(client, there) == items_of(client, restored)
    assert len(clock.paused) == 2


def test_sets_are_compared_whatever_their_order_and_no_name_is_taken_for_a_type() -> None:
    item = {"SS": {"SS": ["b", "a"]}, "map": {"M": {"NS": {"NS": ["2", "1"]}, "BS": {"S": "text"}}}, "list": {"L": [{"S": "b"}]}}
    assert in_order(item) == {
        "SS": {"SS": ["a", "b"]},
        "map": {"M": {"NS": {"NS": ["1", "2"]}, "BS": {"S": "text"}}},
        "list": {"L": [{"S": "b"}]},
    }


def test_the_order_of_a_list_matters() -> None:
    one, other = ({"list": {"L": [{"N": first}, {"N": second}]}} for first, second in (("1", "2"), ("2", "1")))
    assert compare({("k",): in_order(one)}, {("k",): in_order(other)}).changed == [("k",)]


@pytest.fixture
def command(ops: Ops, emulator: Emulator, monkeypatch: pytest.MonkeyPatch) -> Ops:
    """`dynawright restore` against the emulator."""
    for name, value in {**emulator.environ, "AWS_DEFAULT_REGION": REGION}.items():
        monkeypatch.setenv(name, value)
    return lambda *arguments: ops("restore", *arguments)


def test_the_command_tells_and_then_puts_back(command: Ops, client: Any, capsys: pytest.CaptureFixture[str]) -> None:
    both = table(client, "command-restored", lost="x", changed="x"), table(client, "command", changed="y")
    told = "lost: 1\n  {'S': 'lost'}\nchanged: 1\n  {'S': 'changed'}\nonly_there: 0\n"
    assert (command(*both), capsys.readouterr()) == (1, (told, ""))
    assert (command(*both, "--put-back"), capsys.readouterr()) == (0, (f"{told}written to command: 2\n", ""))
    assert (command(*both), capsys.readouterr()) == (0, ("lost: 0\nchanged: 0\nonly_there: 0\n", ""))


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

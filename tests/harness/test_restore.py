"""What is lost, what was changed, and that it is put back: on the emulator, without Terraform."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from harness.emulator import Emulator
from harness.restore import Difference, compare, in_order, items_of, put_back

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
    done = put_back(client, items_of(client, restored), there)
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
    put_back(Throttled(), items_of(client, restored), there)
    assert items_of(client, there) == items_of(client, restored)


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


def test_the_command_tells_and_then_puts_back(emulator: Emulator, client: Any, project_root: Path) -> None:
    restored = table(client, "command-restored", lost="x", changed="x")
    there = table(client, "command", changed="y")

    def command(*options: str) -> tuple[int, str]:
        line = [sys.executable, "-m", "harness.restore", restored, there, *options]
        environ = {**emulator.environ, "AWS_DEFAULT_REGION": REGION}
        done = subprocess.run(line, cwd=project_root, env=environ, capture_output=True, text=True, check=False)
        assert done.stderr == ""
        return done.returncode, done.stdout

    told = "lost: 1\n  {'S': 'lost'}\nchanged: 1\n  {'S': 'changed'}\nonly_there: 0\n"
    assert command() == (1, told)
    assert command("--put-back") == (0, f"{told}written to command: 2\n")
    assert command() == (0, "lost: 0\nchanged: 0\nonly_there: 0\n")

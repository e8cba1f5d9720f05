"""A migration from an operator's view: copied, compared, resumed, with short output."""

import json
import threading
from pathlib import Path
from typing import Any

import pytest

from dynawright.ops.migration import segments
from dynawright.ops.migration.progress import Progress
from tests.functions.cloud import refusal
from tests.ops.migration.cloud import SOURCE, TARGET, Cloud, FakeClock
from tests.ops.migration.conftest import Migrate
from tests.problems import codes

Said = pytest.CaptureFixture[str]


def fill(cloud: Cloud, count: int = 10) -> None:
    for number in range(count):
        cloud.put(SOURCE, sessionId=f"s{number}", userId=f"u{number % 3}")


def sessions(cloud: Cloud) -> list[str]:
    return sorted(item["sessionId"] for item in cloud.items(TARGET))


def rejects(tmp_path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (tmp_path / "m.rejects.jsonl").read_text().splitlines()]


@pytest.mark.parametrize("mode", [(), ("--overwrite",)])
def test_every_item_is_copied_and_compared(run: Migrate, cloud: Cloud, capsys: Said, mode: tuple[str, ...]) -> None:
    fill(cloud, 30)
    cloud.put(SOURCE, sessionId="g", userId="guest")
    assert run("run", *mode) == 0
    assert sessions(cloud) == sorted(f"s{number}" for number in range(30))
    assert {item["movedFrom"] for item in cloud.items(TARGET)} == {"sessions"}
    assert capsys.readouterr().out == (
        "31 items read: 30 copied, 1 dropped by the transform\n"
        "compared: the target has every item of the source, and nothing else (30 items)\n"
    )


def test_without_a_transform_items_stay_as_they_are(run: Migrate, cloud: Cloud) -> None:
    item = {
        "sessionId": {"S": "é"},
        "userId": {"S": "u"},
        "none": {"NULL": True},
        "list": {"L": [{"N": "12345678901234567890123456789012345678"}, {"M": {"a": {"B": b"\0"}}}]},
        "sets": {"NS": ["1", "2"]},
    }
    cloud.client.put_item(TableName=SOURCE, Item=item)
    assert run("run", transform=None) == 0
    assert cloud.client.scan(TableName=TARGET)["Items"] == [item]


def test_an_empty_table_is_copied(run: Migrate, capsys: Said) -> None:
    assert run("run") == 0
    assert capsys.readouterr().out.startswith("0 items read: 0 copied\ncompared: the target has every item")


def test_an_item_may_become_several(run: Migrate, cloud: Cloud) -> None:
    cloud.put(SOURCE, sessionId="a", to=[1, 2, 3])
    assert run("run", transform="fan_out") == 0
    assert [item["userId"] for item in cloud.items(TARGET)] == ["u1", "u2", "u3"]


def test_a_second_run_copies_nothing_and_compares_again(run: Migrate, cloud: Cloud, capsys: Said) -> None:
    fill(cloud, 3)
    run("run")
    puts: list[str] = []
    cloud.on("before-call.dynamodb.PutItem", lambda **_: puts.append("put"))
    assert run("run") == 0
    assert puts == []
    assert capsys.readouterr().out.count("3 items read: 3 copied\n") == 2


def test_bad_items_fail_alone_and_are_tried_again_by_the_next_run(
    run: Migrate, cloud: Cloud, capsys: Said, tmp_path: Path
) -> None:
    fill(cloud, 3)
    cloud.put(SOURCE, sessionId="bad")
    cloud.put(SOURCE, sessionId="worse", userId="")
    assert run("run") == 1
    assert sessions(cloud) == ["s0", "s1", "s2"]
    output = capsys.readouterr().out
    assert output.startswith("5 items read: 3 copied, 2 rejected\n")
    assert 'rejected {"sessionId":{"S":"bad"}}: the transform raised KeyError: \'userId\'\n' in output
    assert "2 rejected: change the transform or the items, then `run`\n" in output
    assert sorted((rejected["kind"], rejected["source"], rejected["reason"]) for rejected in rejects(tmp_path)) == [
        ("rejected", '{"sessionId":{"S":"bad"}}', "the transform raised KeyError: 'userId'"),
        ("rejected", '{"sessionId":{"S":"worse"}}', "the key attribute 'userId' is empty"),
    ]
    cloud.put(SOURCE, sessionId="bad", userId="u1")
    cloud.client.delete_item(TableName=SOURCE, Key={"sessionId": {"S": "worse"}})
    assert run("run") == 0
    assert "tried again: 2 that were wrong in the target\n5 items read: 4 copied\n" in capsys.readouterr().out
    assert "bad" in sessions(cloud)
    assert not (tmp_path / "m.rejects.jsonl").exists()


def test_what_aws_alone_finds_wrong_fails_alone_too(run: Migrate, cloud: Cloud, tmp_path: Path) -> None:
    fill(cloud, 4)

    def refuse(params: Any, **_: Any) -> None:
        params["body"] = params["body"].replace(b'"sessionId": {"S": "s2"}', b'"sessionId": {"S": ""}')

    cloud.on("before-call.dynamodb.PutItem", refuse)
    cloud.on("before-call.dynamodb.BatchWriteItem", refuse)
    for mode in ((), ("--overwrite",)):
        assert run("run", *mode) == 1
        assert sessions(cloud) == ["s0", "s1", "s3"]
        ((kind, reason),) = [(rejected["kind"], rejected["reason"]) for rejected in rejects(tmp_path)]
        assert kind == "missing"
        assert reason.startswith("AWS refused it: One or more parameter values")


def test_two_items_with_one_key_are_a_conflict(run: Migrate, cloud: Cloud, capsys: Said, tmp_path: Path) -> None:
    for mode in ((), ("--overwrite",)):
        for name in "abc":
            cloud.put(SOURCE, sessionId=name, to=[1] if name != "c" else [2])
        assert run("run", *mode, transform="fan_out") == 1
        target = cloud.items(TARGET)
        assert len(target) == 2
        loser = {"a": "b", "b": "a"}[target[0]["of"]]
        assert "3 items read: 2 copied, 1 rejected\n" in capsys.readouterr().out
        (reason,) = {
            rejected["reason"] for rejected in rejects(tmp_path) if rejected["source"] == f'{{"sessionId":{{"S":"{loser}"}}}}'
        }
        assert reason == (
            f'conflict: {{"sessionId":{{"S":"{target[0]["of"]}"}}}} of the source has the same key in the target; '
            'here it would be {"sessionId":{"S":"s"},"userId":{"S":"u1"}}'
        )


def test_an_item_that_the_application_wrote_meanwhile_is_kept(run: Migrate, cloud: Cloud, capsys: Said) -> None:
    fill(cloud, 1)

    def write_to_both(**_: Any) -> None:
        cloud.calm()
        cloud.put(SOURCE, sessionId="s0", userId="u0", version=2)
        cloud.put(TARGET, sessionId="s0", userId="u0", version=2, movedFrom="sessions")

    cloud.on("before-call.dynamodb.PutItem", write_to_both)  # after the item was read, before it is written
    assert run("run") == 0
    assert [item["version"] for item in cloud.items(TARGET)] == [2]
    assert "1 items read: 0 copied, 1 left as the target has them\ncompared: the target has every item" in capsys.readouterr().out


def test_a_version_that_differs_is_told_and_mended_only_on_demand(run: Migrate, cloud: Cloud, capsys: Said) -> None:
    fill(cloud, 3)
    cloud.put(TARGET, sessionId="s0", userId="u0", old=True)
    for _ in range(2):
        assert run("run") == 1
        output = capsys.readouterr().out
        assert 'different {"sessionId":{"S":"s0"}}: the target has another version of it\n' in output
        assert "1 different: `verify --repair` or `run --overwrite` replaces them in the target\n" in output
    assert [item["sessionId"] for item in cloud.items(TARGET) if "old" in item] == ["s0"]
    assert run("run", "--overwrite") == 0
    assert [item["sessionId"] for item in cloud.items(TARGET) if "old" in item] == []


def test_ctrl_c_stops_and_the_same_command_goes_on(
    run: Migrate, cloud: Cloud, clock: FakeClock, monkeypatch: pytest.MonkeyPatch, capsys: Said
) -> None:
    fill(cloud, 6)
    reached = threading.Event()

    def write(model: Any, **_: Any) -> None:
        reached.set()
        clock.stopped.wait()

    def press_ctrl_c(_: Progress) -> None:
        if reached.is_set():
            raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(Progress, "show", press_ctrl_c)
        patch.setattr(segments, "LOOK_EVERY_SECONDS", 0)
        cloud.on("before-call.dynamodb.PutItem", write)
        assert run("run", segments=1) == 130
    captured = capsys.readouterr()
    assert captured.err.startswith("stopped: run the same command to continue\n\ninterrupted:")
    assert captured.out == ""
    assert len(sessions(cloud)) == 1  # the write that was in progress
    cloud.calm()
    clock.stopped.clear()
    assert run("run", segments=1) == 0
    assert capsys.readouterr().out.startswith("6 items read: 6 copied\ncompared: the target has every item")


def test_a_refusal_of_aws_stops_all_segments_and_says_how_to_go_on(run: Migrate, cloud: Cloud, capsys: Said) -> None:
    fill(cloud, 3)

    def refuse(params: Any, **_: Any) -> None:
        params["body"] = params["body"].replace(TARGET.encode(), b"nothing")

    cloud.on("before-call.dynamodb.PutItem", refuse)
    assert run("run") == 2
    errors = capsys.readouterr().err
    assert errors.startswith("stopped: run the same command to continue\n")
    assert codes(errors) == ["DW701"]
    cloud.calm()


def test_a_moment_of_conflict_with_the_application_stops_nothing(run: Migrate, cloud: Cloud) -> None:
    fill(cloud, 3)
    conflicts = ["TransactionConflictException", "ThrottlingException"]

    def conflict(**_: Any) -> None:
        if conflicts:
            raise refusal(conflicts.pop(), "PutItem")

    cloud.on("before-call.dynamodb.PutItem", conflict)
    assert run("run") == 0
    assert conflicts == []
    assert sessions(cloud) == ["s0", "s1", "s2"]

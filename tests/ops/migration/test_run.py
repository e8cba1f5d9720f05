"""A migration as an operator sees it: copied, compared, resumed, and told in few words."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.ops.migration.cloud import SOURCE, TARGET, Cloud, FakeClock
from tests.ops.migration.conftest import Migrate

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
    fill(cloud, 60)
    cloud.put(SOURCE, sessionId="g", userId="guest")
    assert run("run", *mode) == 0
    assert sessions(cloud) == sorted(f"s{number}" for number in range(60))
    assert {item["movedFrom"] for item in cloud.items(TARGET)} == {"sessions"}
    assert capsys.readouterr().out == (
        "61 items read: 60 copied, 1 dropped by the transform\n"
        "compared: every item of the source is in the target, and nothing else (60 items)\n"
    )


def test_without_a_transform_items_stay_as_they_are(run: Migrate, cloud: Cloud) -> None:
    values = {"none": None, "yes": True, "list": [1, {"a": b"\0"}], "number": 12345678901234567890123456789012345678}
    cloud.put(SOURCE, sessionId="s", userId="u", **values)
    assert run("run", transform=None) == 0
    assert cloud.items(TARGET) == [{"sessionId": "s", "userId": "u", **values}]


def test_an_empty_table_is_copied(run: Migrate, capsys: Said) -> None:
    assert run("run") == 0
    assert capsys.readouterr().out.startswith("0 items read: 0 copied\ncompared: every item")


def test_an_item_may_become_several(run: Migrate, cloud: Cloud) -> None:
    cloud.put(SOURCE, sessionId="a", to=[1, 2, 3])
    assert run("run", transform="fan_out") == 0
    assert [item["userId"] for item in cloud.items(TARGET)] == ["u1", "u2", "u3"]


def test_a_second_run_copies_nothing_and_compares_again(run: Migrate, cloud: Cloud, capsys: Said) -> None:
    fill(cloud)
    run("run")
    puts: list[str] = []
    cloud.on("before-call.dynamodb.PutItem", lambda **_: puts.append("put"))
    assert run("run") == 0
    assert puts == []
    assert capsys.readouterr().out.count("10 items read: 10 copied\n") == 2


def test_bad_items_fail_alone_and_are_tried_again_by_the_next_run(
    run: Migrate, cloud: Cloud, capsys: Said, tmp_path: Path
) -> None:
    fill(cloud)
    cloud.put(SOURCE, sessionId="bad")
    cloud.put(SOURCE, sessionId="worse", userId="")
    assert run("run") == 1
    assert len(sessions(cloud)) == 10
    said = capsys.readouterr().out
    assert said.startswith("12 items read: 10 copied, 2 rejected\n")
    assert 'rejected {"sessionId":{"S":"bad"}}: the transform raised KeyError: \'userId\'\n' in said
    assert "2 can't be copied: change the transform or the items, then `run`\n" in said
    assert sorted((one["kind"], one["source"], one["reason"]) for one in rejects(tmp_path)) == [
        ("rejected", '{"sessionId":{"S":"bad"}}', "the transform raised KeyError: 'userId'"),
        ("rejected", '{"sessionId":{"S":"worse"}}', "the key attribute 'userId' is empty"),
    ]
    cloud.put(SOURCE, sessionId="bad", userId="u1")
    cloud.client.delete_item(TableName=SOURCE, Key={"sessionId": {"S": "worse"}})
    assert run("run") == 0
    assert "2 items that were not right in the target were tried once more\n12 items read: 11 copied\n" in capsys.readouterr().out
    assert "bad" in sessions(cloud)
    assert not (tmp_path / "m.rejects.jsonl").exists()


def test_what_aws_alone_finds_wrong_fails_alone_too(run: Migrate, cloud: Cloud, tmp_path: Path) -> None:
    fill(cloud)

    def refuse(params: Any, **_: Any) -> None:
        if "s7" in str(params["body"]):
            params["body"] = params["body"].replace(b'"sessionId": {"S": "s7"}', b'"sessionId": {"S": ""}')

    cloud.on("before-call.dynamodb.PutItem", refuse)
    cloud.on("before-call.dynamodb.BatchWriteItem", refuse)
    for mode in ((), ("--overwrite",)):
        assert run("run", *mode) == 1
        assert len(sessions(cloud)) == 9
        ((kind, reason),) = [(one["kind"], one["reason"]) for one in rejects(tmp_path)]
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
        (reason,) = {one["reason"] for one in rejects(tmp_path) if one["source"] == f'{{"sessionId":{{"S":"{loser}"}}}}'}
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
    assert "1 items read: 0 copied, 1 left as the target has them\ncompared: every item" in capsys.readouterr().out


def test_a_version_that_differs_is_told_and_mended_only_on_demand(run: Migrate, cloud: Cloud, capsys: Said) -> None:
    fill(cloud, 3)
    cloud.put(TARGET, sessionId="s0", userId="u0", old=True)
    for _ in range(2):
        assert run("run") == 1
        said = capsys.readouterr().out
        assert 'different {"sessionId":{"S":"s0"}}: the target has another version of it\n' in said
        assert "1 differ in the target: `run --overwrite` copies them once more\n" in said
    assert "old" in cloud.items(TARGET)[0]
    assert run("run", "--overwrite") == 0
    assert "old" not in cloud.items(TARGET)[0]


def test_ctrl_c_stops_and_the_same_command_goes_on(
    run: Migrate, cloud: Cloud, clock: FakeClock, monkeypatch: pytest.MonkeyPatch, capsys: Said
) -> None:
    fill(cloud)
    scans: list[int] = []

    def interrupt(**_: Any) -> None:
        scans.append(1)
        if len(scans) == 3:
            clock.stop()
            raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr("ops.migration.progress.Progress.show", lambda _: interrupt())
        patch.setattr("ops.migration.segments.LOOK_EVERY_SECONDS", 0)
        cloud.on("before-call.dynamodb.PutItem", lambda **_: clock.pause(0))
        assert run("run", "--read-units", "2") == 130
    assert capsys.readouterr().err.startswith("stopped: the same command goes on where it was\n\ninterrupted:")
    clock._stopped.clear()
    assert run("run", "--read-units", "2") == 0
    assert capsys.readouterr().out.startswith("10 items read: 10 copied\n")


def test_progress_is_told_once_a_minute_in_a_log(run: Migrate, cloud: Cloud, capsys: Said) -> None:
    fill(cloud, 200)
    assert run("run", "--read-units", "1", "--write-units", "1", segments=1) == 0
    lines = [line for line in capsys.readouterr().err.splitlines() if line.startswith("copied: ")]
    assert lines
    assert " of about 200 items, 1 a second, 1 read and 1 write units a second, about 0:0" in lines[0]


def test_a_refusal_of_aws_stops_all_segments_and_says_how_to_go_on(run: Migrate, cloud: Cloud, capsys: Said) -> None:
    fill(cloud)
    cloud.on("before-call.dynamodb.PutItem", lambda **_: cloud.client.delete_table(TableName=TARGET))
    assert run("run") == 2
    assert capsys.readouterr().err == (
        "stopped: the same command goes on where it was\n"
        "error: AWS refused PutItem: ResourceNotFoundException: Requested resource not found\n"
    )

"""Functions on this machine: without AWS, and fed by the emulator's stream."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from dynawright.emulator.emulator import Emulator
from dynawright.emulator.streams.function import functions
from dynawright.ops.memory import definition
from dynawright.settings import load_named
from stacks.shop.model import AUDIT, SHOP
from tests.functions.cloud import typed, untyped
from tests.problems import codes

Ops = Callable[..., int]
SAMPLES = [(one.system, one.name, sample) for one in functions() for sample in one.events]


def invoke(project_root: Path, *arguments: str, **environ: str) -> subprocess.CompletedProcess[str]:
    cleaned = {name: value for name, value in os.environ.items() if not name.startswith("AWS_")}
    command = [sys.executable, "-m", "dynawright", "invoke", *arguments]
    return subprocess.run(command, cwd=project_root, env={**cleaned, **environ}, capture_output=True, text=True, check=False)


@pytest.mark.parametrize(("system", "name", "sample"), SAMPLES, ids=lambda part: getattr(part, "stem", part))
def test_every_sample_runs_without_aws(
    ops: Ops, system: str, name: str, sample: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from dynawright.runtime import clients

    clients.client.cache_clear()
    with monkeypatch.context() as patch:
        patch.setattr(os, "environ", dict(os.environ))
        for variable in [one for one in os.environ if one.startswith("AWS_")]:
            os.environ.pop(variable)
        status = ops("invoke", system, name, "--event", str(sample))
    clients.client.cache_clear()
    lines = capsys.readouterr().out.splitlines()
    bad = "bad" in sample.stem
    assert (status, len(json.loads(lines[-1])["batchItemFailures"])) == (int(bad), int(bad))


def test_calls_to_aws_are_shown(project_root: Path) -> None:
    done = invoke(project_root, "shop", "daily_sales", "--event", "orders.json")
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert lines[0] == "• shop/daily_sales, 3 records, in memory"
    assert [line.split()[:2] for line in lines[1:-1]] == [["dynamodb", "TransactWriteItems"]] * 3


def test_lines_to_the_search_index_are_shown(project_root: Path) -> None:
    done = invoke(project_root, "shop", "search_sync", "--event", "products.json")
    assert (done.returncode, done.stderr) == (0, "")
    bulk = [line for line in done.stdout.splitlines() if line.startswith("  search ")]
    assert {line.split()[1] for line in bulk} == {"index", "delete"}
    assert json.loads(bulk[0].split(" ", 4)[4])["index"]["_index"] == "products"


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["shop", "audit_lock", "--event", "x"], "DW604"),
        (["shop", "audit_log", "--event", "nothing.json"], "DW707"),
        (["shop", "audit_log", "--event", "README.md"], "DW707"),
        (["shop", "audit_log", "--event", "package.json"], "DW707"),
    ],
)
def test_a_mistake_is_said_in_one_line(
    ops: Ops,
    capsys: pytest.CaptureFixture[str],
    arguments: list[str],
    code: str,
    monkeypatch: pytest.MonkeyPatch,
    project_root: Path,
) -> None:
    monkeypatch.chdir(project_root)
    assert ops("invoke", *arguments) == 2
    said = capsys.readouterr().err
    assert (codes(said), said.count("\n")) == ([code], 1)


def test_the_emulators_stream_feeds_a_function(project_root: Path) -> None:
    environment = load_named("local")
    with Emulator(environment.account_id) as emulator:
        dynamodb = emulator.client("dynamodb", environment.region)
        stream = {"StreamEnabled": True, "StreamViewType": "NEW_AND_OLD_IMAGES"}
        dynamodb.create_table(TableName="DynamoDBShop-local", **definition(SHOP), StreamSpecification=stream)
        dynamodb.create_table(TableName="DynamoDBShopAudit-local", **definition(AUDIT))
        key = {"PK": typed("PRODUCT#1"), "SK": typed("METADATA")}
        dynamodb.put_item(TableName="DynamoDBShop-local", Item={**key, "Image": {"B": b"\0\1"}})
        dynamodb.delete_item(TableName="DynamoDBShop-local", Key=key)
        follow = ("shop", "audit_log", "--follow", "--from-start", "--until-idle")
        done = invoke(project_root, *follow, AWS_ENDPOINT_URL=emulator.endpoint_url)
        assert (done.returncode, done.stderr) == (0, "")
        assert "2 records, 0 failed\n" in done.stdout
        found = [untyped(item) for item in dynamodb.scan(TableName="DynamoDBShopAudit-local")["Items"]]
        assert sorted(item["EventName"] for item in found) == ["INSERT", "REMOVE"]
        assert json.loads(found[0]["Images"])["after" if found[0]["EventName"] == "INSERT" else "before"]["Image"] == {
            "B": "AAE="
        }
        missing = invoke(project_root, "shop", "inventory_alerts", "--follow", AWS_ENDPOINT_URL=emulator.endpoint_url)
        assert missing.returncode == 2
        assert missing.stderr.startswith("error[DW709] ALERT_TOPIC_ARN: ")


def test_without_an_emulator_following_says_so(project_root: Path) -> None:
    done = invoke(project_root, "shop", "audit_log", "--follow", AWS_ENDPOINT_URL="http://127.0.0.1:9")
    assert done.returncode == 2
    assert codes(done.stderr) == ["DW702"]
    assert "start an emulator" in done.stderr.lower()

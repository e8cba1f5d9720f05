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
from tests.application.stacks.orders.model import LOG, ORDERS
from tests.applications import complete
from tests.environments import environment
from tests.functions.cloud import typed, untyped
from tests.problems import codes

Ops = Callable[..., int]
SAMPLES = [(function.system, function.name, sample) for function in functions() for sample in function.events]


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
        for variable in [name for name in os.environ if name.startswith("AWS_")]:
            os.environ.pop(variable)
        status = ops("invoke", system, name, "--event", str(sample))
    clients.client.cache_clear()
    lines = capsys.readouterr().out.splitlines()
    bad = "bad" in sample.stem
    assert (status, len(json.loads(lines[-1])["batchItemFailures"])) == (int(bad), int(bad))


def test_calls_to_aws_are_shown(application: Path) -> None:
    done = invoke(application, "orders", "order_log", "--event", "orders.json")
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert lines[0] == "• orders/order_log, 1 records, in memory"
    assert [line.split()[0] for line in lines[1:-1]] == ["dynamodb"]


def test_an_event_that_only_has_an_image_runs_and_what_was_filled_in_is_said(application: Path) -> None:
    image = {"PK": {"S": "CUSTOMER#1"}, "SK": {"S": "ORDER#1"}}
    (application / "event.json").write_text(json.dumps({"Records": [{"dynamodb": {"NewImage": image}}]}))
    done = invoke(application, "orders", "order_log", "--event", "event.json")
    assert (done.returncode, done.stderr) == (0, "")
    filled_in, *_, answer = done.stdout.splitlines()
    assert filled_in.startswith("• record 1 lacks ApproximateCreationDateTime, Keys, SequenceNumber, eventID, eventName, ")
    assert json.loads(answer) == {"batchItemFailures": []}


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["orders", "order_lock", "--event", "x"], "DW604"),
        (["orders", "order_log", "--event", "nothing.json"], "DW707"),
        (["orders", "order_log", "--event", "main.py"], "DW707"),
        (["orders", "order_log", "--event", "cdktf.json"], "DW707"),
    ],
)
@pytest.mark.usefixtures("application")
def test_a_mistake_is_said_in_one_line(ops: Ops, capsys: pytest.CaptureFixture[str], arguments: list[str], code: str) -> None:
    assert ops("invoke", *arguments) == 2
    errors = capsys.readouterr().err
    assert (codes(errors), errors.count("\n")) == ([code], 1)


def test_the_emulators_stream_feeds_a_function(application: Path) -> None:
    local = environment(name="local")
    with Emulator(local.account_id) as emulator:
        dynamodb = emulator.client("dynamodb", local.region)
        stream = {"StreamEnabled": True, "StreamViewType": "NEW_AND_OLD_IMAGES"}
        dynamodb.create_table(TableName="orders-local", **definition(ORDERS), StreamSpecification=stream)
        dynamodb.create_table(TableName="order-log-local", **definition(LOG))
        key = {"PK": typed("CUSTOMER#1"), "SK": typed("ORDER#1")}
        dynamodb.put_item(TableName="orders-local", Item={**key, "Image": {"B": b"\0\1"}})
        dynamodb.delete_item(TableName="orders-local", Key=key)
        follow = ("orders", "order_log", "--follow", "--from-start", "--until-idle")
        done = invoke(application, *follow, AWS_ENDPOINT_URL=emulator.endpoint_url)
        assert (done.returncode, done.stderr) == (0, "")
        assert "2 records, 0 failed\n" in done.stdout
        kept = [untyped(item) for item in dynamodb.scan(TableName="order-log-local")["Items"]]
        assert sorted(item["change"] for item in kept) == ["INSERT", "REMOVE"]


def test_a_variable_that_is_not_set_is_said() -> None:
    local = environment(name="local")
    with Emulator(local.account_id) as emulator:
        missing = invoke(complete(), "library", "loan_history", "--follow", AWS_ENDPOINT_URL=emulator.endpoint_url)
    assert missing.returncode == 2
    assert codes(missing.stderr) == ["DW709"]
    assert "TOPIC_ARN: " in missing.stderr


def test_without_an_emulator_following_says_so(application: Path) -> None:
    done = invoke(application, "orders", "order_log", "--follow", AWS_ENDPOINT_URL="http://127.0.0.1:9")
    assert done.returncode == 2
    assert codes(done.stderr) == ["DW702"]
    assert "start an emulator" in done.stderr.lower()

"""A new function that publishes: sound as it is written, and each change is published once."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from moto import mock_aws

from dynawright.emulator.streams.function import find
from dynawright.model import handler_advice
from dynawright.new.additions import add_function
from dynawright.new.project import Answers, create_project
from dynawright.runtime import clients
from dynawright.testing import findings, wrong_patterns
from tests.applications import inside
from tests.functions.moto_cloud import MotoCloud
from tests.functions.world import system_of, variables


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("new") / "my-tables"
    create_project(folder, Answers(), defaults=True)
    with inside(folder):
        add_function(None, "notify", publishes=True)
        add_function(None, "count")
    return folder


@pytest.fixture
def in_project(project: Path) -> Iterator[Path]:
    with inside(project):
        yield project


@pytest.mark.usefixtures("in_project")
def test_no_rule_is_broken_and_nothing_is_warned_of(capsys: pytest.CaptureFixture[str]) -> None:
    assert findings("production", system="orders") == []
    assert "warning[DW33" not in capsys.readouterr().err


def test_synthesis_warns_of_a_function_that_loses_records(in_project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    handler = in_project / "stacks/orders/functions/count/handler.py"
    sound = handler.read_text()
    handler.write_text(sound.replace("return respond(", "respond("))
    try:
        findings("local", system="orders")
    finally:
        handler.write_text(sound)
    warned = [line for line in capsys.readouterr().err.splitlines() if line.startswith("warning[DW33")]
    assert [line.partition(" function")[0] for line in warned] == ["warning[DW335] stacks/orders/functions/count/handler.py:15"]


@pytest.mark.usefixtures("in_project")
def test_its_access_patterns_give_the_right_answers() -> None:
    assert wrong_patterns("orders") == []


@pytest.mark.parametrize("name", ["notify", "count"])
def test_a_new_handler_reports_what_fails(in_project: Path, name: str) -> None:
    assert handler_advice.remarks(in_project / "stacks/orders/functions" / name) == []


@pytest.mark.usefixtures("in_project")
def test_each_change_is_published_once(monkeypatch: pytest.MonkeyPatch) -> None:
    function = find("orders", "notify")
    for name, value in {"AWS_ACCESS_KEY_ID": "a", "AWS_SECRET_ACCESS_KEY": "b", "AWS_DEFAULT_REGION": "ap-northeast-1"}.items():
        monkeypatch.setenv(name, value)
    for name, value in variables(function, "").items():
        monkeypatch.setenv(name, value)
    event = json.loads(function.events[0].read_text())
    clients.client.cache_clear()
    published: list[dict[str, Any]] = []
    with mock_aws():
        cloud = MotoCloud(system_of(function))
        clients.client("events").meta.events.register(
            "provide-client-params.events.PutEvents", lambda params, **_: published.extend(params["Entries"])
        )
        for _ in range(2):
            assert function.load()(event, None) == {"batchItemFailures": []}
        (marker,) = cloud.items("orders-notify-sent")
    clients.client.cache_clear()
    (entry,) = published
    (record,) = event["Records"]
    assert json.loads(entry["Detail"])["id"] == record["eventID"] == marker["messageId"]


def test_the_page_about_stream_functions_shows_this_function(project: Path, project_root: Path) -> None:
    page = (project_root / "docs/stream-functions.md").read_text()
    shown = page.partition("```python\n")[2].partition("```")[0]
    assert shown.strip()
    assert shown in (project / "stacks/orders/functions/notify/handler.py").read_text()
    assert (
        page.partition("```python\n")[2].partition("```python\n")[2].partition("```")[0].strip()
        in (project / "stacks/orders/model.py").read_text()
    )


def test_the_page_about_stream_functions_shows_how_tables_are_written(project_root: Path) -> None:
    page = (project_root / "docs/stream-functions.md").read_text()
    shown = page.partition("## Read and write tables")[2].partition("```python\n")[2].partition("```")[0]
    assert shown.strip()
    assert shown in (project_root / "tests/application/stacks/orders/functions/order_log/handler.py").read_text()

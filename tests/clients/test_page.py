"""The examples of docs/clients.md run, one after the other, as they are written."""

import re
import sys
from pathlib import Path

import boto3
import moto
import pytest

from dynawright.clients.environments import table_names
from dynawright.clients.package import write_package
from dynawright.emulator.patterns.definition import definition
from dynawright.ops.systems import chosen

BLOCK = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@pytest.mark.usefixtures("application")
def test_the_examples_run(project_root: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    (system,) = chosen("orders")
    names = table_names(system)
    write_package(system, Path("clients/orders"), environments=names)
    monkeypatch.syspath_prepend(str(Path("clients/orders").resolve()))
    for name in [name for name in sys.modules if name.partition(".")[0] == "orders_client"]:
        monkeypatch.delitem(sys.modules, name)  # of another test's application
    for name, value in {"AWS_ACCESS_KEY_ID": "a", "AWS_SECRET_ACCESS_KEY": "b", "AWS_DEFAULT_REGION": "eu-west-1"}.items():
        monkeypatch.setenv(name, value)
    blocks = BLOCK.findall((project_root / "docs" / "clients.md").read_text())
    with moto.mock_aws():
        monkeypatch.setattr(boto3, "DEFAULT_SESSION", None)
        client = boto3.client("dynamodb")
        for table in system.tables:
            client.create_table(**definition(table, names["production"].get(table.name, table.name)))
        exec("\n".join(blocks), {})  # noqa: S102
    for name in [name for name in sys.modules if name.startswith("orders_client")]:
        monkeypatch.delitem(sys.modules, name)
    said = capsys.readouterr().out.split("\n")
    comments = [
        line.partition("#")[2].strip() for line in "\n".join(blocks).splitlines() if line.lstrip().startswith("print(error")
    ]
    assert said == ["40", "2026-17", *comments[:1], "PO1: customerId must not be empty: it is part of a key", ""]
    assert comments == said[2:4]

"""What a stream function's zip has of its system's clients."""

import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from dynawright.clients.function_package import client_files
from dynawright.errors import UserError
from dynawright.model import Get, System
from tests.clients.models import DESK, ORDERS, READER, SALES

USES = b"from sales_client import ConditionFailed, Reader\n"


def test_a_function_that_imports_no_client_gets_none() -> None:
    assert client_files([b"import json\n", b"# sales_client\n"], SALES, READER) == {}


def test_it_has_the_class_and_the_patterns_of_its_own_consumer() -> None:
    files = client_files([USES], SALES, READER)
    assert {path for path in files if "client_" in path.partition("/")[2]} == {"sales_client/client_reader.py"}
    own, others = (
        {pattern.id for _, pattern in SALES.access_patterns if (READER in pattern.used_by) == is_own} for is_own in (True, False)
    )
    patterns = files["sales_client/_patterns.py"].decode()
    assert {id for id in {*own, *others} if f"\n{id}" in patterns} == own


def test_it_runs_without_anything_installed(tmp_path: Path) -> None:
    for path, content in client_files([USES], SALES, READER).items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_bytes(content)
    program = f"import sys; sys.path.append({str(tmp_path)!r}); {USES.decode().strip()}; Reader(tables={{}}); print('boto3' in sys.modules)"
    done = subprocess.run([sys.executable, "-I", "-S", "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"


@pytest.mark.parametrize(
    "source", [b"from sales_client import Desk\n", b"import sales_client\n", b"from sales_client import Cache\n"]
)
def test_another_consumers_class_is_refused(source: bytes) -> None:
    with pytest.raises(UserError) as raised:
        client_files([USES, source], SALES, READER)
    (problem,) = raised.value.problems
    assert (problem.code, problem.value) == ("DW327", source.decode().split()[-1])


def test_what_others_may_do_does_not_change_it() -> None:
    """Else a function would be deployed again."""
    more = Get("XX1", "one more order", name="one_more", PK="CUSTOMER#{customerId}", SK="ORDER#{orderId}", used_by=[DESK])
    tables = [replace(ORDERS, access_patterns=[*ORDERS.access_patterns, more]), *SALES.tables[1:]]
    assert client_files([USES], System("sales", tables), READER) == client_files([USES], SALES, READER)


@pytest.mark.parametrize(
    ("source", "module"),
    [
        (b"from sales_client.client_desk import Desk\n", "sales_client.client_desk"),
        (b"from sales_client.runtime.errors import Throttled\n", "sales_client.runtime.errors"),
        (b"import sales_client.client_desk\n", "sales_client.client_desk"),
    ],
)
def test_modules_of_the_package_are_refused(source: bytes, module: str) -> None:
    """They would be missing in the zip."""
    with pytest.raises(UserError) as raised:
        client_files([source], SALES, READER)
    assert [(problem.code, problem.value) for problem in raised.value.problems] == [("DW327", module)]

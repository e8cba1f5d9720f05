"""Generated code is formatted, strictly typed, and contains no code from the model's texts."""

import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from dynawright.clients.loading import imported
from dynawright.systems import systems
from tests.clients.loading import written
from tests.clients.models import HOSTILE_TEXTS, SALES, hostile

APPLICATION = """\
import asyncio
from decimal import Decimal

from sales_client import ConditionFailed, Desk, Page, Reader
from sales_client.items import Order

desk, reader = Desk("test"), Reader(tables={"orders": "orders-1"})
order = reader.order(customerId="1", orderId="2")
if order is not None:
    amount: Decimal = order["amount"]
    city: str = order["address"]["city"]
    if order["status"] == "open":
        desk.pay(customerId="1", orderId="2", status="paid", amount=3, expected="open")
for each in reader.customer_orders(customerId="1"):
    found: Order = each
page: Page[Order] = reader.customer_orders(customerId="1").page(token=None)
desk.add_order(customerId="1", orderId="2", day="d", status="open", amount=Decimal("1.5"), address={"city": "x"})
desk.keep_orders_and_scans(order=[], scan=[{"scanId": "1", "image": b""}])
reader.many_orders(keys=[{"customerId": "1", "orderId": "2"}])
desk.transact(desk.save_customer(customerId="1", orders=0))
one, other = reader.order_with_customer(customerId="1", orderId="2")

async def later() -> Order | None:
    return await asyncio.to_thread(reader.order, customerId="1", orderId="2")

try:
    desk.lock(lock="1", owner="me")
except ConditionFailed as error:
    print(error.pattern, error.item)
"""
REJECTED = {  # a line → what mypy says
    'reader.pay(customerId="1", orderId="2", status="paid", amount=3, expected="open")': "attr-defined",
    "desk.visits()": "attr-defined",
    'reader.order(customerId="1")': "call-arg",
    'reader.order("1", "2")': "call-arg",
    'reader.order(customerId=1, orderId="2")': "arg-type",
    'desk.add_order(customerId="1", orderId="2", day="d", status="open", amount=1.5)': "arg-type",
    'desk.add_order(customerId="1", orderId="2", day="d", status="gone", amount=1)': "arg-type",
    'desk.add_order(customerId="1", orderId="2", day="d", status="open", amount=1, address={"town": "x"})': "arg-type",
    'reader.many_orders(keys=[{"customerId": "1"}])': "typeddict-item",
    'desk.keep_orders_and_scans(scan=[{"scanId": "1", "image": "text"}])': "typeddict-item",
    'desk.lock(lock="1", owner="me", ends=3)': "call-arg",
    'desk.transact(desk.cancel(customerId="1", orderId="2", status="open"))': "arg-type",
    'asyncio.run(asyncio.to_thread(reader.order, customerId="1"))': "call-arg",
    'Desk("nowhere")': "arg-type",
    'Desk(tables={"other": "x"})': "dict-item",
    "reader.visits().page()": "attr-defined",
}

SLOW = {
    "dataclasses",
    "datetime",
    "enum",
    "functools",
    "hashlib",
    "inspect",
    "json",
    "logging",
    "random",
    "re",
    "sqlite3",
    "typing",
}
"""Modules of the standard library that take milliseconds to import, and that few requests need."""


@pytest.fixture(scope="module")
def packages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with all packages: those of the systems, of the tests, and of the hostile model."""
    folder = tmp_path_factory.mktemp("packages")
    for system in (*systems(), SALES, hostile()):
        written(system, folder)
    return folder


def run(*command: str, folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-m", *command], cwd=folder, capture_output=True, text=True, check=False)


@pytest.mark.slow
def test_the_code_is_formatted_and_has_no_unused_names(packages: Path) -> None:
    formatted = run("ruff", "format", "--check", ".", folder=packages)
    assert formatted.returncode == 0, formatted.stdout
    checked = run("ruff", "check", "--select", "F", ".", folder=packages)
    assert checked.returncode == 0, checked.stdout


@pytest.mark.slow
def test_mypy_accepts_the_packages_and_what_a_consumer_may_do_and_rejects_the_rest(packages: Path) -> None:
    (packages / "application.py").write_text("\n".join([APPLICATION, *REJECTED, ""]))
    done = run("mypy", "--strict", "--python-version=3.11", "--cache-dir=.mypy", ".", folder=packages)
    errors = re.findall(r"^(\S+?):(\d+): error: .*?\[([a-z-]+)\]$", done.stdout, re.MULTILINE)
    first = APPLICATION.count("\n") + 2
    told = {line: code for file, line, code in errors if file == "application.py"}
    assert {file for file, _, _ in errors} == {"application.py"}, done.stdout
    assert told == {str(first + at): code for at, code in enumerate(REJECTED.values())}, done.stdout


def test_text_of_the_model_never_becomes_code(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    imported(written(hostile(), tmp_path / "package"))
    assert not (tmp_path / "pwned").exists()


def test_hostile_names_and_constants_are_stored_as_they_are(client: Any, tmp_path: Path) -> None:
    from dynawright.emulator.patterns.definition import definition

    system = hostile()
    (table,) = system.tables
    client.create_table(**definition(table, "hostile"))
    api = imported(written(system, tmp_path)).Api(tables={"hostile": "hostile"}, client=client)
    names = [f"a{number}{text}" for number, text in enumerate(HOSTILE_TEXTS)]
    parameters = [name for name in api.put.__annotations__ if re.match(r"a\d", name)]
    api.put(id="1", kind=HOSTILE_TEXTS[0], map={names[0]: "inside"}, **dict(zip(parameters, names, strict=True)))
    item = api.get(id="1")
    assert {name: item[name] for name in names} == {name: name for name in names}
    assert (item["kind"], item["constant"], item["map"]) == (HOSTILE_TEXTS[0], "".join(HOSTILE_TEXTS), {names[0]: "inside"})
    assert list(api.some()) == [{name: name for name in names}]


@pytest.fixture
def importing(tmp_path: Path) -> Callable[[str], str]:
    written(SALES, tmp_path)

    def run(program: str) -> str:
        command = [sys.executable, "-I", "-S", "-c", f"import sys; sys.path.append({str(tmp_path)!r}); {program}"]
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout

    return run


def test_a_package_is_imported_without_anything_installed(importing: Callable[[str], str]) -> None:
    """-S leaves site-packages out: neither boto3 nor dynawright is there."""
    loaded = importing("import sales_client; sales_client.Desk('test'); print(*sys.modules)").split()
    assert {name.partition(".")[0] for name in loaded}.isdisjoint({"boto3", "botocore", "dynawright"})
    assert SLOW.isdisjoint(loaded)


def test_a_cache_without_its_package_is_an_error_and_no_fallback(importing: Callable[[str], str]) -> None:
    with pytest.raises(subprocess.CalledProcessError) as raised:
        importing("from sales_client import Cache; Cache('dax://127.0.0.1:1')")
    assert "ModuleNotFoundError: a cache needs AWS's client" in raised.value.stderr


def test_methods_say_what_must_hold(tmp_path: Path) -> None:
    desk = imported(written(SALES, tmp_path)).Desk
    assert "ConditionFailed unless attribute_not_exists(PK)." in desk.add_order.__doc__
    parts = [line.strip() for line in desk.place_order.__doc__.splitlines() if line.strip().startswith("Part ")]
    assert [line.split(" if ")[0] for line in parts] == [
        "Part 0 puts ORDER",
        "Part 1 updates PK=CUSTOMER#{customerId}, SK=METADATA",
    ]
    assert "\n" not in desk.record_visit.__doc__


def test_the_generator_gives_the_same_text_every_time(tmp_path: Path) -> None:
    texts = []
    for name in ("a", "b"):
        folder = written(SALES, tmp_path / name)
        texts.append({path.relative_to(folder): path.read_text() for path in folder.rglob("*.py")})
    assert texts[0] == texts[1]

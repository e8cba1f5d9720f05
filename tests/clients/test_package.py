"""The package as a whole: names that collide, and that it can be installed."""

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from dynawright.clients.package import package_files, write_package
from dynawright.model import Consumer, Entity, Get, Put, System, TransactWrite, Update
from dynawright.model.operation import PutItem
from tests.clients.loading import loaded
from tests.clients.models import SALES
from tests.model.builders import API, ORDER, table
from tests.problems import Told, refused

KEY: Any = {"PK": "CUSTOMER#{customerId}", "SK": "ORDER#{orderId}"}


def told(*patterns: Any, **parts: Any) -> list[Told]:
    system = System("sales", [table(access_patterns=patterns, **parts)])
    return refused(lambda: package_files(system, environments={}))


def test_two_methods_of_a_consumer_with_one_name_are_refused() -> None:
    first, second = (Get(id, "an order", **KEY, used_by=[API]) for id in ("P1", "P2"))
    assert told(first, second) == [("DW252", "pattern P2", "order")]


def test_two_consumers_may_have_methods_of_one_name(tmp_path: Path) -> None:
    other = Consumer("other", "for tests")
    first, second = (Get(id, "an order", **KEY, attributes=["amount"], used_by=[by]) for id, by in (("P1", API), ("P2", other)))
    package = loaded(System("sales", [table(access_patterns=[first, second])]), tmp_path)
    assert (package.Api.order.__doc__, package.Other.order.__doc__) == ("An order (P1).", "An order (P2).")


def test_the_name_of_the_method_that_sends_transactions_is_taken() -> None:
    assert told(Get("P1", "transact", **KEY, used_by=[API])) == [("DW252", "pattern P1", "transact")]


def test_all_patterns_without_a_name_are_told_at_once() -> None:
    questions = ("?", "one of the many orders of this one customer")
    patterns = [Get(f"P{at}", question, **KEY, used_by=[API]) for at, question in enumerate(questions)]
    assert told(*patterns) == [("DW251", "pattern P0", questions[0]), ("DW251", "pattern P1", questions[1])]


def test_two_attributes_that_would_be_one_parameter_are_refused() -> None:
    entity = Entity("ORDER", **KEY, attributes={"customerId": "S", "orderId": "S", "first-name": "S", "first_name": "S"})
    assert told(Put("P1", "save", entity="ORDER", used_by=[API]), entities=[entity]) == [("DW252", "pattern P1", "first_name")]


def test_two_consumers_that_would_be_one_class_are_refused() -> None:
    patterns = [Get(f"P{at}", "an order", **KEY, used_by=[Consumer(name, "x")]) for at, name in enumerate(("a-b", "a--b"))]
    assert told(*patterns) == [("DW252", "consumer a--b", "a--b")]


@pytest.mark.parametrize("name", ["none", "page", "connection", "throttled"])
def test_a_consumer_may_be_called_like_something_of_the_package(name: str, tmp_path: Path) -> None:
    get = Get("P1", "an order", **KEY, used_by=[Consumer(name, "x")])
    package = loaded(System("sales", [table(access_patterns=[get])]), tmp_path)
    assert sum(hasattr(getattr(package, one), "order") for one in package.__all__) == 1


def test_attributes_may_be_called_like_words_and_types_of_python(tmp_path: Path) -> None:
    names = ("class", "self", "str", "Any", "_patterns", "__x", "1st", "a b", "é")
    entity = Entity("ORDER", **KEY, attributes={"customerId": "S", "orderId": "S", **dict.fromkeys(names, "S")})
    put = Put("P1", "save", entity="ORDER", used_by=[API])
    package = loaded(System("sales", [table(access_patterns=[put], entities=[entity])]), tmp_path)
    sent: list[Any] = []

    class Sending:
        def put_item(self, **request: Any) -> dict[str, Any]:
            sent.append(request["Item"])
            return {}

    api = package.Api(tables={"orders": "orders"}, client=Sending())
    parameters = [name for name in api.save.__annotations__ if name != "return"]
    api.save(**{parameter: parameter for parameter in parameters})
    assert {*names} <= sent[0].keys()


def test_attributes_that_two_puts_share_are_parameters_of_each_but_those_of_keys_are_one(tmp_path: Path) -> None:
    owner = Entity("OWNER", PK="OWNER#{customerId}", SK="X", attributes={"customerId": "S", "status": "S"})
    both = TransactWrite("P1", "save both", items=[PutItem("ORDER"), PutItem("OWNER")], used_by=[API])
    package = loaded(System("sales", [table(access_patterns=[both], entities=[ORDER, owner])]), tmp_path)
    parameters = {*package.Api.save_both.__annotations__}
    assert {"customerId", "order_status", "owner_status", "amount"} <= parameters
    assert "status" not in parameters


def test_a_constant_that_an_update_sets_is_no_parameter(tmp_path: Path) -> None:
    entity = Entity("ORDER", **KEY, attributes={"customerId": "S", "orderId": "S", "kind": ("order",), "n": "N"})
    count = Update("P1", "count", **KEY, update="SET kind = {kind} ADD n {one:N}", used_by=[API])
    package = loaded(System("sales", [table(access_patterns=[count], entities=[entity])]), tmp_path)
    assert {*package.Api.count.__annotations__} == {"customerId", "orderId", "one", "return"}


@pytest.mark.slow
def test_the_folder_can_be_installed_with_types_and_needs_boto3_only(tmp_path: Path) -> None:
    write_package(SALES, tmp_path / "sales", environments={})
    target = tmp_path / "installed"
    install = ["-m", "pip", "install", "-qq", "--no-deps", "--no-build-isolation", "--disable-pip-version-check"]
    subprocess.run([sys.executable, *install, "--target", str(target), str(tmp_path / "sales")], check=True, capture_output=True)
    names = {path.relative_to(target).as_posix() for path in target.rglob("*")}
    assert {"sales_client/py.typed", "sales_client/client_desk.py", "sales_client/runtime/connection.py"} <= names
    (metadata,) = target.glob("*.dist-info/METADATA")
    assert re.findall(r"^Requires-Dist: (\S+)", metadata.read_text(), re.MULTILINE) == ["boto3>=1.40"]
    program = f"import sys; sys.path.append({str(target)!r}); import sales_client; print(sales_client.__file__)"
    done = subprocess.run([sys.executable, "-I", "-S", "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == str(target / "sales_client" / "__init__.py")

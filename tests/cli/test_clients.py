import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import Dynawright, example

pytestmark = pytest.mark.usefixtures("application")
OUT = Path("clients/orders")
PACKAGE = OUT / "orders_client"


def contents(folder: Path) -> dict[str, str]:
    return {str(path.relative_to(folder)): path.read_text() for path in folder.rglob("*") if path.is_file()}


def test_the_example_writes_a_package_that_names_the_tables_of_each_environment(dynawright: Dynawright) -> None:
    done = dynawright(*example("clients"))
    assert done.returncode == 0, done.stderr
    program = "import orders_client as o; print(*o.Api('production')._run._tables.items(), o.OrderLog.__name__)"
    ran = subprocess.run([sys.executable, "-c", program], cwd=OUT, capture_output=True, text=True, check=True)
    assert ran.stdout.split() == ["('orders',", "'orders-production')", "('order-log',", "'order-log-production')", "OrderLog"]


def test_programs_get_json(dynawright: Dynawright) -> None:
    document = json.loads(dynawright(*example("clients"), "--json").stdout)
    assert (document["system"], document["package"]) == ("orders", "orders_client")
    assert document["clients"] == {"api": "Api", "order-log": "OrderLog"}
    assert "orders_client/client_api.py" in document["written"]
    assert json.loads(dynawright(*example("clients"), "--json").stdout)["written"] == []


def test_what_the_model_no_longer_has_is_removed_and_other_files_stay(process: Dynawright, application: Path) -> None:
    process(*example("clients"))
    (PACKAGE / "mine.py").write_text("MINE = 1\n")
    model = application / "stacks" / "orders" / "model.py"
    model.write_text(model.read_text().replace("used_by=[ORDER_LOG]", "used_by=[API]"))
    assert process(*example("clients")).returncode == 0
    assert not (PACKAGE / "client_order_log.py").exists()
    assert (PACKAGE / "mine.py").exists()


def test_without_a_folder_they_are_where_functions_import_them_from(dynawright: Dynawright) -> None:
    assert dynawright("clients").returncode == 0
    assert (Path(".cache/clients") / "orders_client" / "client_order_log.py").exists()
    assert json.loads(dynawright("clients", "--json").stdout)["packages"] == ["orders_client"]


def test_a_folder_is_for_the_clients_of_one_system(dynawright: Dynawright) -> None:
    done = dynawright("clients", "--out", str(OUT))
    assert (done.returncode, done.stderr.count("error[DW809]")) == (2, 1)


@pytest.mark.parametrize(
    ("file", "text"),
    [
        ("notes.txt", "mine"),
        ("pyproject.toml", "[project]\n"),
        ("pyproject.toml", '[tool.dynawright-clients]\nsystem = "shop"\n'),
    ],
)
def test_a_folder_with_other_things_is_refused_and_stays_as_it_is(dynawright: Dynawright, file: str, text: str) -> None:
    OUT.mkdir(parents=True)
    (OUT / file).write_text(text)
    done = dynawright(*example("clients"))
    assert (done.returncode, done.stderr.count("error[DW809]")) == (2, 1)
    assert contents(OUT) == {file: text}


def test_a_file_in_the_way_is_refused(dynawright: Dynawright) -> None:
    Path("clients").write_text("")
    done = dynawright(*example("clients"))
    assert (done.returncode, done.stderr.count("error[DW809]")) == (2, 1)


def test_nothing_is_written_where_a_pattern_has_no_name(dynawright: Dynawright, application: Path) -> None:
    model = application / "stacks" / "orders" / "model.py"
    model.write_text(model.read_text().replace('"an order"', '"whether this order was ever sent to anyone"'))
    done = dynawright(*example("clients"))
    assert (done.returncode, done.stderr.count("error[DW251] stacks/orders/model.py:")) == (2, 1)
    assert not OUT.exists()


def test_an_unknown_system_is_an_error(dynawright: Dynawright) -> None:
    done = dynawright("clients", "ordres", "--out", OUT)
    assert (done.returncode, done.stderr.count("error[DW801]")) == (2, 1)

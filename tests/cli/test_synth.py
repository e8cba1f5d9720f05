import json
from pathlib import Path

from tests.cli.conftest import Dynawright, example


def test_the_example_writes_every_stack(application: Path, dynawright: Dynawright) -> None:
    done = dynawright(*example("synth"))
    assert done.returncode == 0, done.stderr
    assert {path.name for path in (application / "cdktf.out" / "stacks").iterdir()} == {
        "foundation-production",
        "orders-production",
    }


def test_variables_choose_environment_and_system(application: Path, dynawright: Dynawright, tmp_path: Path) -> None:
    done = dynawright("synth", "--out", tmp_path / "a" / "b", DYNAWRIGHT_ENV="production", DYNAWRIGHT_SYSTEM="orders")
    assert done.returncode == 0, done.stderr
    assert list(json.loads((tmp_path / "a" / "b" / "manifest.json").read_text())["stacks"]) == ["orders-production"]


def test_a_mistake_in_a_model_keeps_its_code_and_place(application: Path, dynawright: Dynawright) -> None:
    model = application / "stacks" / "orders" / "model.py"
    model.write_text(model.read_text().replace('index="ByDay"', 'index="ByWeek"'))
    done = dynawright("synth")
    assert (done.returncode, done.stderr.count("error[")) == (2, 1)
    assert "stacks/orders/model.py:" in done.stderr
    assert "DW000" not in done.stderr

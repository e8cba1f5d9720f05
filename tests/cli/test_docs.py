from pathlib import Path

import pytest

from tests.cli.conftest import Dynawright, example


@pytest.mark.parametrize(
    ("name", "file"),
    [
        ("docs", "stacks/orders/README.md"),
        ("schema", "environments/environment.schema.json"),
        ("baselines", "baselines/terraform/production/orders.json"),
    ],
)
def test_generated_files_are_written_and_checked(application: Path, process: Dynawright, name: str, file: str) -> None:
    check = {"docs": example("docs"), "schema": example("schema"), "baselines": example("baselines")}[name]
    missing = process(*check)
    assert (missing.returncode, f"{file}: out of date\n" in missing.stdout) == (1, True), missing.stderr
    assert not (application / file).exists()
    written = process(*check[:-1])
    assert (written.returncode, f"{file}: written\n" in written.stdout) == (0, True), written.stderr
    assert (application / file).exists()
    current = process(*check)
    assert (current.returncode, current.stdout) == (0, "everything is up to date\n"), current.stderr


def test_a_baseline_of_a_system_that_is_gone_is_removed(application: Path, process: Dynawright) -> None:
    left_over = application / "baselines" / "access" / "gone.json"
    left_over.parent.mkdir(parents=True)
    left_over.write_text("{}")
    done = process("baselines")
    assert "baselines/access/gone.json: removed\n" in done.stdout
    assert not left_over.exists()

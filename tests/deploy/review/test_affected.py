"""The systems that a change affects."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from dynawright import project
from dynawright.deploy.review.affected import SHARED, affected
from tests.conftest import ROOT

WATCHED = """
import atexit, json, os, sys
opened = set()
sys.addaudithook(lambda event, given: opened.add(os.path.abspath(given[0])) if event == "open" and type(given[0]) is str else None)
atexit.register(lambda: print(json.dumps(sorted(opened))))
import main
main.main()
"""


ALL = ["foundation", "invoices", "orders"]


@pytest.fixture
def application(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An application with two systems."""
    (tmp_path / project.MARKER).write_text("{}")
    for system in ("invoices", "orders"):
        (tmp_path / "stacks" / system).mkdir(parents=True)
        (tmp_path / "stacks" / system / "model.py").write_text("")
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize(
    ("file", "systems"),
    [
        ("stacks/invoices/model.py", ["invoices"]),
        ("stacks/orders/functions/audit_log/handler.py", ["orders"]),
        ("stacks/foundation/stack.py", ["foundation"]),
        ("stacks/gone/model.py", ALL),
        ("stacks/base.py", ALL),
        ("modules/dynawright/constructs/table.py", ALL),
        ("environments/production.yaml", ALL),
        ("baselines/terraform/dev/foundation.json", ["foundation"]),
        ("baselines/terraform/dev/gone.json", []),
        ("baselines/access/orders.json", []),
        ("requirements/app.txt", ALL),
        ("requirements/dev.txt", []),
        ("stacks/orders/README.md", []),
        ("README.md", []),
        ("tests/modules/test_table.py", []),
        ("modules2/table.py", []),
    ],
)
@pytest.mark.usefixtures("application")
def test_a_file_concerns(file: str, systems: list[str]) -> None:
    assert affected([file]) == systems


@pytest.mark.usefixtures("application")
def test_several_files_concern_each_of_theirs_in_the_order_of_deployment() -> None:
    assert affected(["stacks/orders/model.py", "stacks/foundation/stack.py"]) == ["foundation", "orders"]


def test_a_revision_that_git_does_not_know_is_an_error_not_an_empty_list() -> None:
    command = [sys.executable, "-m", "dynawright", "affected", "0" * 40]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert f"git does not know the revision '{'0' * 40}'" in done.stderr


def test_whatever_a_synthesis_imports_or_opens_concerns_the_systems(tmp_path: Path) -> None:
    environ = {
        **os.environ,
        "DYNAWRIGHT_ENV": "production",
        "CDKTF_OUTDIR": str(tmp_path),
        "PYTHONPATH": f"{ROOT}:{ROOT / 'modules'}",
    }
    watched = [sys.executable, "-c", WATCHED]
    done = subprocess.run(watched, cwd=ROOT, env=environ, capture_output=True, text=True, check=True)
    tracked = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout.splitlines()
    ours = {name.split("/")[0] for name in tracked}
    opened = [Path(name).relative_to(ROOT).parts[0] for name in json.loads(done.stdout) if Path(name).is_relative_to(ROOT)]
    read = ours.intersection(opened)
    assert {"environments", "modules", "stacks"} <= read  # else this looks at nothing
    assert read <= set(SHARED)

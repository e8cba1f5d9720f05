"""Settings of systems that are found in their folders; each test has an application of its own."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.settings.systems import MINIMAL

MODEL = "raise AssertionError('settings must load without models')\n"
SETTINGS = """\
from pydantic import Field
from dynawright.settings import SystemSettings

class OrderDeskSettings(SystemSettings):
    limit: int = Field(default=5, ge=1, le=9, description="A limit.")
"""
SHOW = """\
from pathlib import Path
from dynawright.errors import run
from dynawright.settings import load
def show() -> None:
    settings = load(Path("environments/test.yaml")).for_system("order_desk")
    print(type(settings).__name__, settings.streams.functions, settings.streams.of_function("audit_log").batch_size)
    print(getattr(settings, "limit", None), settings.region)
run(show)
"""


@pytest.fixture
def application(tmp_path: Path) -> Path:
    """An application with one system, which has no settings.py."""
    for folder in ("environments", "stacks/order_desk", "stacks/foundation"):
        (tmp_path / folder).mkdir(parents=True)
    (tmp_path / "cdktf.json").touch()
    (tmp_path / "environments/test.yaml").write_text(MINIMAL)
    (tmp_path / "stacks/order_desk/model.py").write_text(MODEL)
    return tmp_path


def function(application: Path, name: str, includes: tuple[str, ...] = ()) -> None:
    folder = application / "stacks/order_desk/functions" / name
    folder.mkdir(parents=True)
    manifest = {"table": "orders", "filters": [], "variables": {}, "includes": includes}
    (folder / "function.json").write_text(json.dumps(manifest))


def shown(application: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-c", SHOW], cwd=application, capture_output=True, text=True, check=False)


def test_a_system_without_settings_of_its_own_can_be_set(application: Path) -> None:
    (application / "environments/test.yaml").write_text(MINIMAL + "systems: {order_desk: {region: us-east-1}}")

    assert shown(application).stdout == "SystemSettings [] 100\nNone us-east-1\n"


def test_each_function_in_its_folder_has_dials(application: Path) -> None:
    function(application, "audit_log")
    function(application, "jobs", includes=("daily",))
    function(application, "daily")
    lines = "systems: {order_desk: {streams: {batch_size: 7, audit_log: {batch_size: 9}, jobs: {batch_size: 8}}}}"
    (application / "environments/test.yaml").write_text(MINIMAL + lines)

    assert shown(application).stdout == "OrderDeskSettings ['audit_log', 'jobs'] 9\nNone None\n"


def test_a_job_that_a_function_runs_has_none(application: Path) -> None:
    function(application, "jobs", includes=("daily",))
    function(application, "daily")
    lines = "systems: {order_desk: {streams: {daily: {batch_size: 8}}}}"
    (application / "environments/test.yaml").write_text(MINIMAL + lines)

    assert "error[DW104] environments/test.yaml:6 systems.order_desk.streams.daily" in shown(application).stderr


def test_a_class_in_the_folder_adds_settings(application: Path) -> None:
    (application / "stacks/order_desk/settings.py").write_text(SETTINGS)
    (application / "environments/test.yaml").write_text(MINIMAL + "systems: {order_desk: {limit: 7}}")

    assert shown(application).stdout == "OrderDeskSettings [] 100\n7 None\n"


@pytest.mark.parametrize(("text", "code"), [("", "DW302"), ("OrderDeskSettings = 5", "DW115")])
def test_a_file_without_the_class_is_refused(application: Path, text: str, code: str) -> None:
    (application / "stacks/order_desk/settings.py").write_text(text)

    done = shown(application)

    assert done.returncode == 2
    assert done.stderr.startswith(f"error[{code}] stacks/order_desk/settings.py")

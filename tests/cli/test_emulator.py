import os
import signal
import subprocess
import sys
from pathlib import Path

from tests.cli.conftest import environ, example


def test_the_example_runs_until_ctrl_c(application: Path) -> None:
    words = ["0" if word == "5560" else word for word in example("emulator")]
    command = [sys.executable, "-m", "dynawright", *words]
    child = subprocess.Popen(
        command, env=environ(), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    )
    assert child.stdout is not None
    assert child.stdout.readline().startswith("AWS emulator, account 111111111111, on http://127.0.0.1:")
    said = []
    while not (line := child.stdout.readline().strip()).startswith("unset "):
        said.append(line)
    assert "export AWS_DEFAULT_REGION=ap-northeast-1" in said  # a client asks boto3 for one
    os.killpg(child.pid, signal.SIGINT)
    _, errors = child.communicate()
    assert (child.returncode, errors) == (0, "")

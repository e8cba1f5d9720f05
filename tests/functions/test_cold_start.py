"""Each function as it lies in its zip: alone with runtime/, importing nothing that costs time."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from harness.streams.function import Function, functions

CODE = """
import sys, json
import handler
heavy = sorted({"boto3", "botocore", "urllib3", "moto", "pydantic", "cdktf"} & set(sys.modules))
print(json.dumps([heavy, handler.handler({"Records": []}, None)]))
"""


def unpacked(function: Function, folder: Path) -> Path:
    """The function's folder at the root, those it includes and runtime/ beside it."""
    ignored = shutil.ignore_patterns("__pycache__", "events", "function.json")
    root = function.folder.parents[3]
    shutil.copytree(function.folder, folder, ignore=ignored, dirs_exist_ok=True)
    shutil.copytree(root / "runtime", folder / "runtime", ignore=ignored)
    for name in function.manifest.get("includes", ()):
        shutil.copytree(function.folder.parent / name, folder / name, ignore=ignored)
    return folder


@pytest.mark.parametrize("function", functions(), ids=lambda one: one.name)
def test_it_runs_alone_and_imports_no_boto3_until_a_record_needs_it(function: Function, tmp_path: Path) -> None:
    environ = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    done = subprocess.run(
        [sys.executable, "-c", CODE], cwd=unpacked(function, tmp_path), env=environ, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == [[], {"batchItemFailures": []}]

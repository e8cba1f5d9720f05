"""`dynawright migrate --engine spark` in its own process, with Spark from make's folder."""

from __future__ import annotations

import os
import subprocess
import sys
import warnings
from collections.abc import Callable
from pathlib import Path

import pytest

from dynawright.errors import UserError
from dynawright.ops.migration.spark.java import java_home
from tests.conftest import ROOT
from tests.ops.migration.bulk.conftest import aws as aws
from tests.ops.migration.bulk.conftest import emulator as emulator
from tests.ops.migration.bulk.conftest import migrate as migrate
from tests.ops.migration.bulk.conftest import named as named

SPARK = ROOT / ".cache" / "spark" / "python"
Migrate = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture(scope="session")
def spark_path() -> Path:
    """The folder with pyspark; skipped loudly where it, or Java, is missing, which fails on CI."""
    reason = ""
    if not (SPARK / ".installed").exists():
        reason = "NOT TESTED with Spark: `make .cache/spark/python/.installed` sets it up"
    else:
        sys.path.append(str(SPARK))
        try:
            java_home()
        except UserError as error:
            reason = f"NOT TESTED with Spark: {error}"
        finally:
            sys.path.remove(str(SPARK))
    if reason and os.environ.get("CI") == "true":
        pytest.fail(reason)
    if reason:
        warnings.warn(reason, stacklevel=1)
        pytest.skip(reason)
    return SPARK


@pytest.fixture
def on_spark(spark_path: Path, aws: object, application: Path, python: str) -> Migrate:
    """Run `dynawright migrate <action> … --engine spark` in the application."""

    def run(action: str, source: str, target: str, via: str, *more: str) -> subprocess.CompletedProcess[str]:
        command = ("migrate", action, "--from", source, "--to", target, "--via", via, "--engine", "spark", *more)
        path = os.pathsep.join([str(spark_path), str(ROOT)])
        return subprocess.run(
            [python, "-m", "dynawright", *command],
            env={**os.environ, "PYTHONPATH": path},
            cwd=application,
            capture_output=True,
            text=True,
            check=False,
        )

    return run

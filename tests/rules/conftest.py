"""What tests of the gate share: checkov, and every system synthesized for production once."""

import os
import warnings
from pathlib import Path

import pytest

from dynawright.gate import scan
from dynawright.gate.gate import Stack, synthesized


@pytest.fixture(scope="session")
def needs_checkov() -> None:
    """Skips where checkov is not installed, and says so; on CI, where make installs it, that is a failure."""
    if not scan.is_installed():
        if os.environ.get("CI") == "true":
            pytest.fail("checkov is not installed: run make .venv-checkov/.installed")
        warnings.warn("NOT TESTED with checkov: run make .venv-checkov/.installed", stacklevel=1)
        pytest.skip("checkov is not installed")


@pytest.fixture(scope="session")
def production(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Stack]:
    """Stack name → the stack, of production."""
    outdir: Path = tmp_path_factory.mktemp("production")
    return {stack.document.name: stack for stack in synthesized(outdir, ["production"])}

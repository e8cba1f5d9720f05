"""cdktn beside cdktf: where `make test` installs it, and the variables that choose one of them."""

import os
import warnings
from pathlib import Path

import pytest

from dynawright import framework

CDKTN = Path(__file__).parent.parent / ".cache" / "cdktn"


@pytest.fixture(scope="session")
def cdktn() -> None:
    """Skip where cdktn is not installed, and say so even without -rs; on CI that is a failure."""
    if not (CDKTN / "python" / ".installed").exists():
        reason = "cdktn is not installed: `make test` installs it"
        if os.environ.get("CI") == "true":
            pytest.fail(reason)
        warnings.warn(f"NOT TESTED with cdktn: {reason}", stacklevel=1)
        pytest.skip(reason)


def choosing(name: str) -> dict[str, str]:
    """Return the variables with which a program synthesizes by this framework."""
    return {framework.VARIABLE: name, "PYTHONPATH": str(CDKTN / "python") if name == framework.CDKTN else ""}

"""What the harness's tests share."""

import os
import stat
from collections.abc import Callable
from pathlib import Path

import pytest

from dynawright.deploy import provider_mirror


@pytest.fixture
def fake_mirror(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder like a mirror, named by the variable: independent of network and machine."""
    mirror = tmp_path / "mirror"
    provider = (
        mirror
        / provider_mirror.REGISTRY
        / provider_mirror.PROVIDER
        / "5.100.0"
        / "linux_amd64"
        / "terraform-provider-aws_v5.100.0_x5"
    )
    provider.parent.mkdir(parents=True)
    provider.touch()
    monkeypatch.setenv(provider_mirror.VARIABLE, str(mirror))
    return mirror


@pytest.fixture
def fake_terraform(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], Path]:
    """Puts a shell script first on PATH as `terraform`."""

    def put(script: str) -> Path:
        path = tmp_path / "bin" / "terraform"
        path.parent.mkdir(exist_ok=True)
        path.write_text(f"#!/bin/sh\n{script}\n")
        path.chmod(path.stat().st_mode | stat.S_IXUSR)
        monkeypatch.setenv("PATH", f"{path.parent}:{os.environ['PATH']}")
        return path

    return put

"""Terraform itself finds every system valid in every environment; only `local` is applied."""

from pathlib import Path

import pytest

from harness.terraform import Terraform
from harness.workspace import Workspace


@pytest.mark.parametrize("environment", ["dev", "staging", "production"])
def test_every_system_is_valid(environment: str, needs_terraform: None, tmp_path: Path) -> None:
    for folder in Workspace(environment, tmp_path / "cdktf.out").stacks.values():
        terraform = Terraform(folder)
        terraform.init(backend=False)
        terraform.validate()
        assert terraform.warnings == []

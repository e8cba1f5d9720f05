"""Every stack, synthesized for production once."""

from pathlib import Path

import pytest

from dynawright.gate.gate import Stack, synthesized


@pytest.fixture(scope="session")
def production(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Stack]:
    """Stack name → the stack, of production."""
    outdir: Path = tmp_path_factory.mktemp("production")
    return {stack.document.name: stack for stack in synthesized(outdir, ["production"])}

"""The scripts' output fits GitHub's limits."""

import os
import subprocess
from pathlib import Path

import pytest

from tests.conftest import ROOT

MOST_CHARACTERS = 65_536


@pytest.mark.parametrize(("length", "is_cut"), [(70_000, True), (60_000, False)])
def test_a_page_on_drift_is_cut_where_github_would_refuse_it(tmp_path: Path, length: int, is_cut: bool) -> None:
    gh, page = tmp_path / "gh", tmp_path / "review.md"
    gh.write_text("#!/bin/sh\n")
    gh.chmod(0o755)
    page.write_text("é" * length)
    environ = {**os.environ, "PATH": f"{tmp_path}:{os.environ['PATH']}", "REPOSITORY": "owner/name", "LC_ALL": "C.UTF-8"}
    subprocess.run([ROOT / ".github/scripts/drift.sh", "dev", page, "true"], env=environ, check=True)
    text = page.read_text()
    assert len(text) <= MOST_CHARACTERS
    assert text.endswith("… cut: the summary of the job holds the rest.\n") is is_cut

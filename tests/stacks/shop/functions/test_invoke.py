"""The shop's functions on this machine, without AWS."""

from __future__ import annotations

import json

import pytest

from tests.conftest import ROOT
from tests.ops.test_invoke import invoke


@pytest.mark.slow
def test_lines_to_the_search_index_are_shown() -> None:
    done = invoke(ROOT, "shop", "search_sync", "--event", "products.json")
    assert (done.returncode, done.stderr) == (0, "")
    bulk = [line for line in done.stdout.splitlines() if line.startswith("  search ")]
    assert {line.split()[1] for line in bulk} == {"index", "delete"}
    assert json.loads(bulk[0].split(" ", 4)[4])["index"]["_index"] == "products"

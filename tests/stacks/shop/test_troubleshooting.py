"""The examples of the troubleshooting page are about the shop, and load."""

from __future__ import annotations

import re
from pathlib import Path

import yaml

from dynawright.ops.load import load_of
from dynawright.settings import validated
from stacks.shop.model import SYSTEM
from tests.conftest import ROOT
from tests.environments import REQUIRED

PAGE = ROOT / "docs" / "troubleshooting.md"


def test_the_settings_and_the_load_of_the_page_load(tmp_path: Path) -> None:
    block, load = re.findall(r"```yaml\n(.*?)```", PAGE.read_text(), re.DOTALL)
    environment = validated({**REQUIRED, **yaml.safe_load(block)})
    assert environment.for_system("shop").table.contributor_insights is True
    (tmp_path / "load.yaml").write_text(load)
    assert load_of(SYSTEM, tmp_path / "load.yaml").requests["PS5"] == 400_000

"""The costs in the READMEs equal those of `dynawright cost`."""

import re

import pytest

from dynawright.model import System
from dynawright.ops.cost import costs
from dynawright.systems import systems
from tests.conftest import ROOT
from tests.stacks.pages import pages

SENTENCE = re.compile(
    r"In production about (\d+) dollars a month: (\d+) for requests, (\d+) for storage, (\d+) for backups and (\d+) around the tables"
)


@pytest.mark.parametrize(
    "system", [candidate for candidate in systems() if candidate.name in pages()], ids=lambda system: system.name
)
def test_the_readme_says_what_the_system_costs(system: System) -> None:
    page = " ".join((ROOT / "stacks" / system.name / "README.md").read_text().split())
    found = SENTENCE.search(page)
    assert found is not None
    (cost,) = costs(system.name, environment_name="production")
    paid = sum(getattr(table, f"{table.capacity_mode}_usd") for table in cost.tables)
    backups = sum(table.storage.backup_usd for table in cost.tables)
    storage = sum(table.storage.usd for table in cost.tables) - backups
    around = sum(row.usd or 0 for row in cost.around)
    computed = [paid + around, paid - storage - backups, storage, backups, around]
    assert [int(figure) for figure in found.groups()] == pytest.approx(computed, rel=0.05, abs=1)

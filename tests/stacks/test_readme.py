"""Each system's README is what its model says."""

import pytest

from modules.model import System
from stacks.readme import FOLDER, readme
from stacks.systems import SYSTEMS


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.name)
def test_the_readme_is_current(system: System) -> None:
    assert (FOLDER / system.name / "README.md").read_text() == readme(system), "run `make readmes`"


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.name)
def test_it_names_every_table_index_entity_pattern_and_consumer(system: System) -> None:
    page = readme(system)
    for table in system.tables:
        names = [f"`{table.name}-<environment>`", *(f"`{name}`" for name in table.index_keys)]
        names += [f"| {entity.name} |" for entity in table.entities]
        names += [f"| {pattern.id} | {pattern.question} |" for pattern in table.access_patterns]
        assert [name for name in names if name not in page] == []
    assert [consumer.name for consumer in system.consumers if f"| {consumer.name} |" not in page] == []


def test_a_tenants_rights_name_its_own_key_only() -> None:
    page = readme(next(system for system in SYSTEMS if system.name == "feature_flags"))
    rows = [line for line in page.splitlines() if line.startswith("| tenant |")]
    assert [row.split(" | ")[1] for row in rows] == ["GetItem", "Query", "PutItem"]
    assert all("`TENANT#{tenantId}` of the session's tag, no other" in row for row in rows)

"""Each system's README is what its model says."""

import pytest

from environments import load_named
from modules.model import System
from stacks import reference
from stacks.readme import FOLDER, pages
from stacks.systems import SYSTEMS, tables_in


@pytest.fixture(scope="module")
def current() -> dict[str, str]:
    return {path.parent.name: page for path, page in pages().items()}


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.name)
def test_the_readme_is_current(system: System, current: dict[str, str]) -> None:
    assert (FOLDER / system.name / "README.md").read_text() == current[system.name], "run `make readmes`"


def test_the_reference_pages_are_current() -> None:
    assert (reference.DOCS / "alarms.md").read_text() == reference.alarms_page(), "run `make readmes`"
    assert (reference.DOCS / "metrics.md").read_text() == reference.metrics_page(), "run `make readmes`"


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.name)
def test_it_lists_each_alarm_with_threshold_remedy_and_price(system: System, current: dict[str, str]) -> None:
    section = current[system.name].partition("## Alarms in production")[2]
    throttled = next(line for line in section.splitlines() if line.startswith("| writes are throttled |"))
    _, _, watched, condition, remedy, price, _ = (cell.strip() for cell in throttled.split("|"))
    built = tables_in(load_named("production"), system)
    indexes = [f"index {index.name} of {table.name}-production" for table in built for index in table.indexes]
    tables = [f"table {table.name}-production" for table in built]
    assert set(watched.split(", ")) == {*indexes, *tables}
    assert condition == "Sum > 5 in 5 minutes"
    assert remedy.startswith("The throttle alarms of this table or index")
    assert price == f"{0.1 * len(indexes + tables):.2f}"


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.name)
def test_it_names_every_table_index_entity_pattern_and_consumer(system: System, current: dict[str, str]) -> None:
    page = current[system.name]
    for table in system.tables:
        names = [f"`{table.name}-<environment>`", *(f"`{name}`" for name in table.index_keys)]
        names += [f"| {entity.name} |" for entity in table.entities]
        names += [f"| {pattern.id} | {pattern.question} |" for pattern in table.access_patterns]
        assert [name for name in names if name not in page] == []
    assert [consumer.name for consumer in system.consumers if f"| {consumer.name} |" not in page] == []


def test_a_tenants_rights_name_its_own_key_only(current: dict[str, str]) -> None:
    page = current["feature_flags"]
    rows = [line for line in page.splitlines() if line.startswith("| tenant |")]
    assert [row.split(" | ")[1] for row in rows] == ["GetItem", "Query", "PutItem"]
    assert all("`TENANT#{tenantId}` of the session's tag, no other" in row for row in rows)

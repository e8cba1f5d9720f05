"""Each load.yaml matches its page: every pattern is asked, every index written and read."""

import pytest

from dynawright.model import System
from dynawright.model.consumption import consumption
from dynawright.ops.load import load_of
from dynawright.systems import systems
from tests.stacks.pages import pages

PAGES = pages()


@pytest.mark.parametrize(
    "system", [candidate for candidate in systems() if candidate.name in PAGES], ids=lambda system: system.name
)
def test_every_pattern_of_the_page_is_asked(system: System) -> None:
    load = load_of(system, None)
    assert [id for id in PAGES[system.name].patterns if not load.requests.get(id)] == []


@pytest.mark.parametrize(
    "system", [candidate for candidate in systems() if candidate.name in PAGES], ids=lambda system: system.name
)
def test_every_index_is_written_and_read(system: System) -> None:
    load = load_of(system, None)
    for table in system.tables:
        used = [consumption(table, pattern, load) for pattern in table.access_patterns if load.requests.get(pattern.id)]
        assert {name for one in used for name in one.reads if name is not None} == {*table.index_keys}, table.name
        assert {name for one in used for name in one.writes if name is not None} == {*table.index_keys}, table.name


@pytest.mark.parametrize(
    "system", [candidate for candidate in systems() if candidate.name in PAGES], ids=lambda system: system.name
)
def test_it_is_known_how_many_items_are_stored(system: System) -> None:
    load = load_of(system, None)
    unknown = [entity.name for table in system.tables for entity in table.entities if load.stored(table, entity) is None]
    assert unknown == []

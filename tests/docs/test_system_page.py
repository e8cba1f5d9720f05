"""Each system's README is what its model says."""

import pytest

from dynawright import project
from dynawright.docs import reference
from dynawright.docs.system_page import pages
from dynawright.model import System
from dynawright.settings import load_named
from dynawright.stack import EnvironmentStack, SystemStack
from dynawright.synthesis import synthesize
from dynawright.systems import systems, tables_in


@pytest.fixture(scope="module")
def production(tmp_path_factory: pytest.TempPathFactory) -> list[EnvironmentStack]:
    return synthesize(load_named("production"), system=None, outdir=tmp_path_factory.mktemp("production"))


@pytest.fixture(scope="module")
def current() -> dict[str, str]:
    return {path.parent.name: page for path, page in pages().items()}


@pytest.mark.generated
@pytest.mark.parametrize("system", systems(), ids=lambda system: system.name)
def test_the_readme_is_current(system: System, current: dict[str, str]) -> None:
    assert (project.stacks_folder() / system.name / "README.md").read_text() == current[system.name], "run `make readmes`"


@pytest.mark.generated
def test_the_reference_pages_are_current() -> None:
    assert (reference.DOCS / "alarms.md").read_text() == reference.alarms_page(), "run `make readmes`"
    assert (reference.DOCS / "metrics.md").read_text() == reference.metrics_page(), "run `make readmes`"


@pytest.mark.parametrize("system", systems(), ids=lambda system: system.name)
def test_it_lists_each_alarm_with_threshold_remedy_and_price(
    system: System, current: dict[str, str], production: list[EnvironmentStack]
) -> None:
    section = current[system.name].partition("## Alarms in production")[2]
    lines = [tuple(cell.strip() for cell in line.split("|")) for line in section.splitlines() if line.startswith("|")]
    listed = {(what, condition): (watched.split(", "), remedy, price) for _, what, watched, condition, remedy, price, _ in lines}
    throttled, remedy, _ = listed["writes are throttled", "Sum > 5 in 5 minutes"]
    built = tables_in(load_named("production"), system)
    indexes = [f"index {index.name} of {table.name}-production" for table in built for index in table.indexes]
    assert set(throttled) == {*indexes, *(f"table {table.name}-production" for table in built)}
    assert remedy.startswith("The throttle alarms of this table or index")

    (stack,) = (one for one in production if isinstance(one, SystemStack) and one.system is system)
    assert stack.alarms is not None
    for alarm in stack.alarms.alarms:
        watched, remedy, _ = listed[alarm.rule.title, alarm.condition]
        assert alarm.subject.words in watched
        assert remedy == alarm.rule.what_to_do
    for (what, condition), (watched, _, price) in list(listed.items())[2:]:
        same = [one for one in stack.alarms.alarms if (one.rule.title, one.condition) == (what, condition)]
        assert (len(same), f"{sum(one.monthly_price for one in same):.2f}") == (len(watched), price)
    total = stack.alarms.monthly_price + 3
    assert (
        f"{len(stack.alarms.alarms)} alarms, about {total:.2f} USD a month with their composite alarm and the dashboard"
        in section
    )


@pytest.mark.parametrize("system", systems(), ids=lambda system: system.name)
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


def test_it_says_what_iam_cannot_keep_a_tenant_from(current: dict[str, str]) -> None:
    said = [name for name, page in current.items() if "IAM can't bind" in page]
    assert said == ["feature_flags"]
    assert (
        "Whoever asks PF4 drops items whose `PK`, which IAM does bind, is another tenant's than `GSI3PK`"
        in current["feature_flags"]
    )

"""A system's README is what its model says."""

from pathlib import Path

import pytest
from constructs import Construct

from dynawright.constructs.encryption import EncryptionKey
from dynawright.docs.system_page import pages, readme
from dynawright.framework import cdktf
from dynawright.model import Consumer, Entity, Get, Index, Key, Put, Query, System, TableModel
from dynawright.settings import Environment, load_named
from dynawright.stack import SystemStack
from dynawright.synthesis import synthesize
from dynawright.systems import systems, tables_in
from tests.environments import environment


@pytest.fixture
def page(application: Path) -> str:
    (page,) = pages().values()
    return page


def test_it_lies_beside_the_model(application: Path) -> None:
    assert list(pages()) == [application / "stacks/orders/README.md"]


def test_it_lists_each_alarm_with_threshold_remedy_and_price(page: str, tmp_path: Path) -> None:
    section = page.partition("## Alarms in production")[2]
    lines = [tuple(cell.strip() for cell in line.split("|")) for line in section.splitlines() if line.startswith("|")]
    listed = {(what, condition): (watched.split(", "), remedy, price) for _, what, watched, condition, remedy, price, _ in lines}
    throttled, remedy, _ = listed["writes are throttled", "Sum > 5 in 5 minutes"]
    built = tables_in(load_named("production"), systems()[0])
    indexes = [f"index {index.name} of {table.name}-production" for table in built for index in table.indexes]
    assert set(throttled) == {*indexes, *(f"table {table.name}-production" for table in built)}
    assert remedy.startswith("The throttle alarms of this table or index")

    (stack,) = synthesize(load_named("production"), system="orders", outdir=tmp_path / "out")
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
        f"{len(stack.alarms.alarms)} alarms, about {total:.2f} USD a month with their composite alarms, those of autoscaling and the dashboard"
        in section
    )


def test_it_names_every_table_index_entity_pattern_and_consumer(page: str) -> None:
    (system,) = systems()
    for table in system.tables:
        names = [f"`{table.name}-<environment>`", *(f"`{name}`" for name in table.index_keys)]
        names += [f"| {entity.name} |" for entity in table.entities]
        names += [f"| {pattern.id} | {pattern.question} |" for pattern in table.access_patterns]
        assert [name for name in names if name not in page] == []
    assert [consumer.name for consumer in system.consumers if f"| {consumer.name} |" not in page] == []


TENANT = Consumer("tenant", "one tenant's session", tenant_key="TENANT#{tenantId}")
ADMIN = Consumer("admin", "sees all tenants")
NOTES = TableModel(
    "notes",
    partition_key=Key("PK"),
    sort_key=Key("SK"),
    indexes=[Index("ByTag", Key("tag"), Key("SK"))],
    entities=[
        Entity("NOTE", PK="TENANT#{tenantId}", SK="NOTE#{id}", tag="{tag}", attributes={"tenantId": "S", "id": "S", "tag": "S"})
    ],
    access_patterns=[
        Get("PN1", "a note", PK="TENANT#{tenantId}", SK="NOTE#{id}", used_by=[TENANT]),
        Put("PN2", "save a note", entity="NOTE", used_by=[TENANT]),
        Query("PN3", "notes with a tag", index="ByTag", tag="{tag}", used_by=[ADMIN]),
    ],
)


class NotesStack(SystemStack):
    system = System("notes", [NOTES])

    def __init__(self, scope: Construct, environment: Environment) -> None:
        super().__init__(scope, environment)
        key = EncryptionKey(self, "Key", name="notes-key", settings=self.settings.encryption)
        self.watch(self.table("Notes", NOTES, key=key))


@pytest.fixture(scope="module")
def of_tenants() -> str:
    stack = NotesStack(cdktf.Testing.app(), environment())
    assert stack.alarms is not None
    return readme(stack.system, stack.alarms, stack.watching_monthly_usd)


def test_a_tenants_rights_name_its_own_key_only(of_tenants: str) -> None:
    rows = [line.split(" | ") for line in of_tenants.splitlines() if line.startswith("| tenant |")]
    assert [row[1] for row in rows] == ["GetItem", "PutItem"]
    assert all("`TENANT#{tenantId}` of the session's tag" in row[3] for row in rows)


def test_it_says_what_iam_cannot_keep_a_tenant_from(of_tenants: str, page: str) -> None:
    (remark,) = [line for line in of_tenants.splitlines() if "IAM can't bind" in line]
    assert "'tenant'" in remark
    assert all(name in remark for name in ("`tag`", "PN3", "`PK`"))
    assert "IAM can't bind" not in page


def test_it_says_what_is_warned_about_and_what_is_accepted_with_the_reason(application: Path) -> None:
    model = application / "stacks/orders/model.py"
    model.write_text(model.read_text().replace('        Put("PO8", "archive an order", entity="ARCHIVED", used_by=[API]),\n', ""))
    (page,) = pages().values()
    assert page.partition("## Remarks on the model\n\n")[2] == (
        "- DW263: `order-archive`, entity ARCHIVED: no pattern writes it, so no role may store it. Declare the pattern that writes it.\n"
        "- DW273: system orders: reserved words of DynamoDB are names of attributes: day, item, order. "
        "Use the generated clients, or write each as a #name in expressions. Accepted: an application with a reserved word or two.\n"
    )


def test_it_ends_with_the_decisions_that_people_wrote_beside_the_model(application: Path) -> None:
    (application / "stacks/orders/decisions.md").write_text("\n- **Orders are never deleted.** The law asks for ten years.\n\n")
    (page,) = pages().values()
    assert page.endswith("\n\n## Decisions\n\n- **Orders are never deleted.** The law asks for ten years.\n")
    assert "[decisions.md](decisions.md)" in page

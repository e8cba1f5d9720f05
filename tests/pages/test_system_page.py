"""A system's page shows everything of the system, and escapes all text."""

from __future__ import annotations

import html
from html.parser import HTMLParser

import pytest
from constructs import Construct

from dynawright.constructs.encryption import EncryptionKey
from dynawright.framework import cdktf
from dynawright.model import Consumer, Entity, Get, Index, Key, Put, Query, Scan, System, TableModel
from dynawright.pages import system_page
from dynawright.pages.key_map import key_maps, patterns_on
from dynawright.pages.samples import grids
from dynawright.settings import Environment, load_named
from dynawright.stack import SystemStack
from dynawright.synthesis import synthesize
from dynawright.systems import systems, tables_in
from tests.applications import complete, inside
from tests.environments import environment

HOSTILE = """</script><script>alert("1")</script><img src=x onerror='alert(2)'>{{ 7 * 7 }}"""
LARGEST = 1_000_000
EMPTY: dict[str, object] = {"resource": {}}


def test_it_has_each_table_index_entity_pattern_consumer_and_alarm(
    library_page: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    with inside(complete()):
        view = load_named("full").seen_by("library")
        (system,) = [system for system in systems() if system.name == "library"]
        built = tables_in(view, system)
        (stack,) = synthesize(load_named("full"), system="library", outdir=tmp_path_factory.mktemp("out"))
    assert stack.alarms is not None
    names = [view.physical_name(table.name) for table in built]
    names += [name for table in built for name in table.index_keys]
    names += [entity.name for table in built for entity in table.entities]
    names += [text for table in built for pattern in table.access_patterns for text in (pattern.id, pattern.question)]
    names += [text for consumer in system.consumers for text in (consumer.name, consumer.description)]
    names += [*stack.alarms.names, *(alarm.rule.what_to_do for alarm in stack.alarms.alarms)]
    names += ["library-loan-history-full", "ap-northeast-3", "BRANCH#{branchId}"]
    text = text_of(library_page)
    assert len(names) > 100
    assert [name for name in names if name not in text] == []
    assert len(library_page.encode()) < LARGEST


def test_an_environment_without_prices_or_alarms_has_a_page_too() -> None:
    stack = _stack(HostileStack, region="eu-central-1", alarms={"level": "none"})
    text = text_of(system_page.page(stack, EMPTY, None))
    assert "No prices of eu-central-1 are known" in text
    assert "No alarms in this environment" in text


NOTES = TableModel(
    "notes",
    partition_key=Key("PK"),
    sort_key=Key("SK"),
    indexes=[Index("ByTag", Key("tag"), Key("SK"))],
    entities=[
        Entity(
            "NOTE",
            PK="USER#{user}",
            SK="NOTE#{id}",
            tag="{tag}",
            attributes={"user": "S", "id": "S", "tag": "S", "html": (HOSTILE,)},
        ),
        Entity("PROFILE", PK="USER#{user}", SK=f"PROFILE{HOSTILE.replace('{', '').replace('}', '')}", attributes={"user": "S"}),
    ],
    access_patterns=[
        Get("PN1", f"a note {HOSTILE}", PK="USER#{user}", SK="NOTE#{id}", used_by=[Consumer("app", f"the app {HOSTILE}")]),
        Put("PN2", "save a note", entity="NOTE", used_by=[Consumer("app", f"the app {HOSTILE}")]),
        Query("PN3", "notes with a tag", index="ByTag", tag="{tag}", used_by=[Consumer("app", f"the app {HOSTILE}")]),
        Scan("PN4", "everything", because=HOSTILE, used_by=[Consumer("app", f"the app {HOSTILE}")]),
    ],
)


class HostileStack(SystemStack):
    system = System("notes", [NOTES])

    def __init__(self, scope: Construct, environment: Environment) -> None:
        super().__init__(scope, environment)
        key = EncryptionKey(self, "Key", name="notes-key", settings=self.settings.encryption)
        self.watch(self.table("Notes", NOTES, key=key))


def _stack(made: type[SystemStack], **settings: object) -> SystemStack:
    return made(cdktf.Testing.app(), environment(**settings))


@pytest.fixture(scope="module")
def hostile_page() -> str:
    return system_page.page(_stack(HostileStack), EMPTY, None)


class _Tags(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.texts: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.texts.append(data)


def _parsed(page: str) -> _Tags:
    parser = _Tags()
    parser.feed(page)
    return parser


def text_of(page: str) -> str:
    return html.unescape("".join(_parsed(page).texts))


def test_a_models_texts_are_data_whatever_they_hold(hostile_page: str) -> None:
    parsed = _parsed(hostile_page)
    assert [tag for tag, _ in parsed.tags if tag in ("script", "img")] == ["script"]  # the page's own
    assert [name for _, attributes in parsed.tags for name in attributes if name.startswith("on")] == []
    assert f"a note {HOSTILE}" in "".join(parsed.texts)
    assert f"the app {HOSTILE}" in "".join(parsed.texts)


def test_a_page_asks_for_nothing_else(library_page: str) -> None:
    links = [
        value for _, attributes in _parsed(library_page).tags for name, value in attributes.items() if name in ("href", "src")
    ]
    assert [link for link in links if not str(link).startswith(("#", "data:"))] == []


def test_a_key_map_shows_which_entities_share_a_partition_and_who_reads_them() -> None:
    table, index = key_maps(NOTES)
    (partition,) = table.partitions
    assert (partition.key, [slot.entity for slot in partition.slots]) == ("USER#{user}", ["NOTE", "PROFILE"])
    assert [slot.patterns for slot in partition.slots] == ["PN1, PN2, PN4", "PN4"]
    assert [(one.key, [slot.entity for slot in one.slots]) for one in index.partitions] == [("{tag}", ["NOTE"])]
    assert [pattern.id for pattern in patterns_on(NOTES, "ByTag", NOTES.entity("NOTE"))] == ["PN3"]


def test_sample_items_are_grouped_by_partition_and_sorted_by_sort_key() -> None:
    table, index = grids(NOTES)
    (collection,) = table.collections
    keys = [item.sort_key for item in collection.items]
    assert keys == sorted(keys)
    assert {item.entity for item in collection.items} == {"NOTE", "PROFILE"}
    assert {item.entity for held in index.collections for item in held.items} == {"NOTE"}

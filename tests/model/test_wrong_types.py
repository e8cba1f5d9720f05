"""Wrong types at every argument of the vocabulary: a model error with line, or a sound model."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import date, timedelta
from decimal import Decimal
from typing import Any

import hypothesis.strategies as st
import pytest
from hypothesis import example, given, settings

from dynawright import model
from dynawright.model import (
    ALL,
    BatchGet,
    BatchWrite,
    Chunks,
    ConditionCheck,
    Consumer,
    Delete,
    DeleteItem,
    Entity,
    Get,
    GetItem,
    Index,
    Key,
    LocalIndex,
    MessageMarkers,
    ModelError,
    OtherNames,
    Put,
    PutItem,
    Query,
    Scan,
    Stream,
    System,
    TableModel,
    TransactGet,
    TransactWrite,
    Update,
    UpdateItem,
    Use,
    at_least,
    at_most,
    begins_with,
    between,
    greater_than,
    include,
    less_than,
)
from dynawright.model.access_matrix import access_matrix
from dynawright.model.condition import KeyCondition
from dynawright.model.index import Projection
from dynawright.model.template import Template
from tests.conftest import ROOT
from tests.model.builders import API, ORDER

KEY: dict[str, Any] = {"PK": "CUSTOMER#{customerId}", "SK": "ORDER#{orderId}"}
ATTRIBUTES = {"customerId": "S", "orderId": "S", "amount": "N", "tags": "SS", "body": "B"}


def of_tables(*tables: Any, **other: Any) -> System:
    return System("sales", tables, **other)


def of_table(**parts: Any) -> System:
    sound: dict[str, Any] = {"partition_key": Key("PK"), "sort_key": Key("SK"), "entities": [ORDER]}
    return of_tables(TableModel("orders", **{**sound, **parts}))


def of_pattern(*patterns: Any) -> System:
    return of_table(access_patterns=patterns)


def of_consumer(consumer: Any) -> System:
    return of_pattern(Get("P1", "an order", **KEY, used_by=[consumer]))


def of_condition(condition: Any) -> System:
    return of_pattern(Query("P1", "orders", PK="CUSTOMER#{customerId}", SK=condition, used_by=[API]))


def of_entity(entity: Any) -> System:
    put = Put("P1", "save", entity="ORDER", used_by=[API])
    return of_table(entities=[entity], access_patterns=[put], ttl="expiresAt")


def of_chunks(chunks: Any) -> System:
    return of_entity(Entity("ORDER", PK="O#{id}", SK="{Chunk}", attributes={"id": "S", "body": "B"}, chunks=chunks))


def of_read(item: Any) -> System:
    return of_pattern(TransactGet("P1", "both", items=[item], used_by=[API]))


def of_write(item: Any) -> System:
    return of_pattern(TransactWrite("P1", "all", items=[item], used_by=[API]))


@dataclass(frozen=True)
class Word:
    """How a word is used: what makes it, arguments that are right, and a system with it."""

    make: Callable[..., Any]
    used_in: Callable[[Any], System]
    arguments: tuple[Any, ...] = ()
    named: Mapping[str, Any] = field(default_factory=dict)

    def calls(self) -> list[tuple[int | str, bool]]:
        """Return each argument, by position or name, and whether it must be given."""
        parameters = list(inspect.signature(self.make).parameters.values())
        by_position = [
            (
                at,
                at < len(parameters)
                and parameters[at].default is parameters[at].empty
                and parameters[at].kind is not parameters[at].VAR_POSITIONAL,
            )
            for at in range(len(self.arguments))
        ]
        needed = {
            parameter.name
            for parameter in parameters
            if parameter.kind is parameter.KEYWORD_ONLY and parameter.default is parameter.empty
        }
        return [*by_position, *((name, name in needed) for name in self.named)]


USED = {"used_by": [API]}
READ = {**USED, "name": None, "attributes": ("amount",)}
WRITTEN = {**USED, "name": None, "condition": "attribute_exists(PK)", "returns": "NONE", "in_transaction": False}
WORDS: dict[str, Word] = {
    "Consumer": Word(Consumer, of_consumer, ("api", "for tests"), {"tenant_key": None, "uses": [Use("topic", "alerts")]}),
    "Use": Word(
        Use, lambda use: of_consumer(Consumer("api", "for tests", uses=[use])), ("log_group", "/log"), {"streams": "a-*"}
    ),
    "Key": Word(Key, lambda key: of_table(indexes=[Index("GSI1", key)]), ("day", "S")),
    "Projection": Word(
        Projection, lambda one: of_table(indexes=[Index("GSI1", Key("day"), None, one)]), ("INCLUDE", ("amount",))
    ),
    "include": Word(include, lambda one: of_table(indexes=[Index("GSI1", Key("day"), None, one)]), ("amount", "status")),
    "Index": Word(Index, lambda one: of_table(indexes=[one]), ("GSI1", Key("day"), Key("hour"), ALL)),
    "LocalIndex": Word(LocalIndex, lambda one: of_table(local_indexes=[one]), ("LSI1", Key("day"), ALL)),
    "Chunks": Word(Chunks, of_chunks, ("body", 3)),
    "Entity": Word(
        Entity,
        of_entity,
        ("ORDER",),
        {
            **KEY,
            "attributes": ATTRIBUTES,
            "optional": ("amount",),
            "expires_after": timedelta(days=1),
            "expires_from": ("amount",),
            "shards": {"shard": 4},
            "chunks": None,
        },
    ),
    "MessageMarkers": Word(
        MessageMarkers,
        lambda markers: of_tables(markers.table("markers")),
        (),
        {**USED, "read_by": [API], "patterns": ("S1", "S2"), "entity_name": "SENT", "key": "SENT#{id}", "message": "a letter"},
    ),
    "KeyCondition": Word(KeyCondition, of_condition, ("begins_with", (Template("ORDER#"),))),
    "Template": Word(Template, lambda one: of_condition(KeyCondition("=", (one,))), ("ORDER#{orderId}",)),
    **{
        word.__name__: Word(word, of_condition, ("ORDER#1",))
        for word in (at_least, at_most, begins_with, greater_than, less_than)
    },
    "between": Word(between, of_condition, ("ORDER#1", "ORDER#2")),
    "GetItem": Word(GetItem, of_read, (), KEY),
    "PutItem": Word(PutItem, of_write, ("ORDER", "attribute_exists(PK)")),
    "UpdateItem": Word(UpdateItem, of_write, ("SET amount = {amount}",), {"condition": "attribute_exists(PK)", **KEY}),
    "DeleteItem": Word(DeleteItem, of_write, (), {"condition": "attribute_exists(PK)", **KEY}),
    "ConditionCheck": Word(ConditionCheck, of_write, ("attribute_exists(PK)",), KEY),
    "Get": Word(Get, of_pattern, ("P1", "an order"), {**READ, **KEY, "consistent": True}),
    "Query": Word(
        Query,
        of_pattern,
        ("P1", "orders"),
        {**READ, **KEY, "index": None, "descending": True, "limit": 3, "page_size": None, "consistent": False},
    ),
    "Scan": Word(Scan, of_pattern, ("P1", "all orders"), {**READ, "index": None, "because": "there are ten"}),
    "Put": Word(Put, of_pattern, ("P1", "save"), {**WRITTEN, "entity": "ORDER"}),
    "Update": Word(Update, of_pattern, ("P1", "change"), {**WRITTEN, **KEY, "update": "SET amount = {amount}"}),
    "Delete": Word(Delete, of_pattern, ("P1", "delete"), {**WRITTEN, **KEY}),
    "BatchGet": Word(BatchGet, of_pattern, ("P1", "some orders"), {**READ, **KEY}),
    "BatchWrite": Word(BatchWrite, of_pattern, ("P1", "save some"), {**USED, "name": None, "entities": ["ORDER"]}),
    "TransactGet": Word(TransactGet, of_pattern, ("P1", "both"), {**USED, "name": None, "items": [GetItem(**KEY)]}),
    "TransactWrite": Word(TransactWrite, of_pattern, ("P1", "all"), {**USED, "name": None, "items": [DeleteItem(**KEY)]}),
    "TableModel": Word(
        TableModel,
        of_tables,
        ("orders",),
        {
            "partition_key": Key("PK"),
            "sort_key": Key("SK"),
            "indexes": [Index("GSI1", Key("day"))],
            "local_indexes": [],
            "ttl": "expiresAt",
            "stream": Stream.NEW_IMAGE,
            "entities": [ORDER],
            "access_patterns": [Get("P1", "an order", **KEY, used_by=[API])],
            "optional": False,
        },
    ),
    "OtherNames": Word(
        OtherNames, lambda one: of_tables(other_names=one), (), {"caches": ("a1",), "alarms": ("b2",), "log_groups": ("/c/",)}
    ),
    "System": Word(System, lambda one: one, ("sales", []), {"other_names": OtherNames(), "attribute_style": None}),
}
NOT_CALLED = {"ALL", "KEYS_ONLY", "AccessPattern", "Declared", "ModelError", "Stream"}
PLACES = [(name, place) for name, word in WORDS.items() for place, _ in word.calls()]


class Odd:
    """A class that no model knows, which can't even be shown."""

    def __repr__(self) -> str:
        raise ValueError("no words")


def containing_itself() -> list[Any]:
    """A map and a list that hold themselves."""
    mapping: dict[str, Any] = {"inner": "S"}
    mapping["itself"] = mapping
    listed: list[Any] = ["S"]
    listed.append(listed)
    return [mapping, listed]


def deep(depth: int) -> dict[str, Any]:
    nested: Any = "S"
    for _ in range(depth):
        nested = {"a": nested}
    return dict(nested)


TEXTS = [
    "",
    " ",
    "S",
    "N",
    "PK",
    "ORDER",
    "a" * 70_000,
    "${x}",
    "%{ if true }",
    "\ud800",
    "\x00",
    "a.b",
    "{",
    "{x}",
    "顧客",
    "SET",
    "begins_with(",
]
SINGLES = [
    None,
    True,
    False,
    0,
    -1,
    5,
    10**400,
    1.5,
    float("nan"),
    float("inf"),
    b"S",
    Decimal("NaN"),
    date(2026, 1, 1),
    timedelta(0),
    Odd(),
    Odd,
]
WORDS_THEMSELVES = [
    Key("PK"),
    Template("x"),
    ALL,
    API,
    ORDER,
    GetItem(**KEY),
    begins_with("a"),
    Stream.NEW_IMAGE,
    Chunks("a", 2),
    Get,
]
ANY, HASHABLE = [*TEXTS, *SINGLES, *WORDS_THEMSELVES], [*TEXTS, *SINGLES]
ODD_SHAPES = [*containing_itself(), deep(33), deep(5_000)]
# By number: hypothesis shows what it draws from, and some of these can't be shown.
plain = st.integers(0, len(ANY) - 1).map(lambda at: ANY[at])
hashable = st.integers(0, len(HASHABLE) - 1).map(lambda at: HASHABLE[at])
wrong = st.one_of(
    plain,
    st.integers(0, len(ODD_SHAPES) - 1).map(lambda at: ODD_SHAPES[at]),
    st.recursive(
        plain,
        lambda inner: st.one_of(
            st.lists(inner, max_size=3),
            st.lists(inner, max_size=3).map(tuple),
            st.dictionaries(hashable, inner, max_size=3),
        ),
        max_leaves=6,
    ),
)


def used(name: str, arguments: list[Any], named: Mapping[str, Any]) -> None:
    """Make a word, use it in a system and read what follows from it."""
    word = WORDS[name]
    system = word.used_in(word.make(*arguments, **named))
    assert list(system.warnings) is not None
    access_matrix(system)


def replaced(name: str, place: int | str, value: Any) -> tuple[list[Any], dict[str, Any]]:
    arguments, named = list(WORDS[name].arguments), dict(WORDS[name].named)
    if isinstance(place, int):
        arguments[place] = value
    else:
        named[place] = value
    return arguments, named


def test_every_word_is_tried() -> None:
    assert set(model.__all__) - NOT_CALLED <= set(WORDS)


@pytest.mark.parametrize("name", WORDS)
def test_arguments_that_are_right_make_a_part(name: str) -> None:
    assert WORDS[name].make(*WORDS[name].arguments, **WORDS[name].named) is not None


@settings(max_examples=2_000, derandomize=True)
@given(place=st.sampled_from(PLACES), value=wrong)
@example(place=("Entity", "attributes"), value={5: "S"})
@example(place=("Entity", "attributes"), value=containing_itself()[0])
@example(place=("Entity", "attributes"), value={"a": 5})
@example(place=("Entity", "shards"), value={"shard": "4"})
@example(place=("Entity", "shards"), value={"shard": True})
@example(place=("Query", "limit"), value=True)
@example(place=("System", "attribute_style"), value=[])
@example(place=("OtherNames", "caches"), value=(5,))
def test_a_wrong_type_is_an_error_of_the_model_with_its_line(place: tuple[str, int | str], value: Any) -> None:
    name, argument = place
    arguments, named = replaced(name, argument, value)
    try:
        used(name, arguments, named)
        found = []
    except ModelError as error:
        found = list(error.problems)
    places = [(problem.place.file, bool(problem.place.line)) for problem in found]
    assert set(places) <= {(str(__file__).removeprefix(f"{ROOT}/"), True)}, list(map(str, found))


@pytest.mark.parametrize(
    ("name", "argument"), [(name, argument) for name, word in WORDS.items() for argument, needed in word.calls() if needed]
)
def test_a_missing_argument_is_named(name: str, argument: int | str) -> None:
    arguments, named = list(WORDS[name].arguments), dict(WORDS[name].named)
    if isinstance(argument, int):
        del arguments[argument:]
    else:
        del named[argument]
    with pytest.raises((ModelError, TypeError)) as raised:
        WORDS[name].make(*arguments, **named)
    if inspect.isclass(WORDS[name].make):
        assert isinstance(raised.value, ModelError)
        assert [problem.code for problem in raised.value.problems] == ["DW253"]


@pytest.mark.parametrize("make", [lambda: TableModel("orders", partition_key=Key("PK"), indices=[]), lambda: Key("PK", kind="S")])  # type: ignore[call-arg]
def test_an_unknown_argument_is_named(make: Callable[[], object]) -> None:
    with pytest.raises(ModelError) as raised:
        make()
    (problem,) = raised.value.problems
    assert (problem.code, problem.place.file) == ("DW253", "tests/model/test_wrong_types.py")

"""Tables created from their models without Terraform, and a model for a single pattern."""

from typing import Any

from dynawright.emulator.patterns.definition import definition
from dynawright.emulator.patterns.exercise import exercise
from dynawright.emulator.patterns.outcome import Outcome
from dynawright.model import (
    KEYS_ONLY,
    AccessPattern,
    Chunks,
    Consumer,
    Entity,
    Index,
    Key,
    LocalIndex,
    System,
    TableModel,
    include,
)

ANYBODY = Consumer("anybody", "for tests")
DOCUMENT = Entity(
    "DOCUMENT",
    PK="FOLDER#{folder}",
    SK="DOC#{name}",
    day="{day}",
    kind="{kind}",
    rank="{rank}",
    hash="{hash}",
    attributes={
        "folder": "S",
        "name": "S",
        "day": "S",
        "kind": "S",
        "rank": "N",
        "hash": "B",
        "title": "S",
        "version": "N",
        "stock": "N",
        "shared": "BOOL",
        "nothing": "NULL",
        "metrics": "M",
        "pages": "L",
        "tags": "SS",
        "scores": "NS",
        "keys": "BS",
    },
    optional=["title"],
)
SETTINGS = Entity("SETTINGS", PK="SETTINGS", SK="CURRENT", attributes={"title": "S", "version": "N"})
FOLDER = Entity("FOLDER", PK="FOLDER#{folder}", SK="METADATA", attributes={"folder": "S", "documents": "N"})


def table(*patterns: AccessPattern, **parts: Any) -> TableModel:
    """Return documents in folders, with every kind of index and projection and attributes of every type."""
    sound: dict[str, Any] = {
        "partition_key": Key("PK"),
        "sort_key": Key("SK"),
        "indexes": [
            Index("ByDay", Key("day"), Key("rank", "N")),
            Index("ByKind", Key("kind"), Key("SK"), include("title", "tags")),
            Index("ByHash", Key("hash", "B"), projection=KEYS_ONLY),
        ],
        "local_indexes": [LocalIndex("ByRank", Key("rank", "N"), include("title")), LocalIndex("InBytes", Key("hash", "B"))],
        "entities": [DOCUMENT, SETTINGS, FOLDER],
    }
    model = TableModel("documents", access_patterns=patterns, **{**sound, **parts})
    System("tests", [model])  # raises if the model is unsound
    return model


def sharded(*patterns: AccessPattern) -> TableModel:
    """Return items of one hot key, spread over three partitions."""
    event = Entity("EVENT", PK="ALL#{shard}", SK="{name}#{time}", attributes={"name": "S", "time": "S"}, shards={"shard": 3})
    return table(*patterns, indexes=[], local_indexes=[], entities=[event])


def chunked(*patterns: AccessPattern) -> TableModel:
    """Return values of three chunks each, beside a plain item."""
    result = Entity(
        "RESULT",
        PK="FOLDER#{folder}",
        SK="RESULT#{Chunk}",
        attributes={"folder": "S", "body": "B"},
        chunks=Chunks("body", at_most=4),
    )
    return table(*patterns, indexes=[], local_indexes=[], entities=[result, FOLDER])


def history(*patterns: AccessPattern) -> TableModel:
    """Return reports by time, and one item per job at a fixed number, the only one in the index."""
    states: dict[str, Any] = {"job": "S", "status": ("running", "done")}
    report = Entity("REPORT", PK="JOB#{job}", SK="{time}", attributes={**states, "time": "N"})
    latest = Entity("LATEST", PK="JOB#{job}", SK="0", status="{status}", at="{at}", attributes={**states, "at": "S"})
    index = Index("ByStatus", Key("status"), Key("at"))
    return table(*patterns, sort_key=Key("SK", "N"), indexes=[index], local_indexes=[], entities=[report, latest])


def create(client: Any, model: TableModel) -> None:
    client.create_table(**definition(model, model.name))


def outcomes(client: Any, model: TableModel) -> list[Outcome]:
    create(client, model)
    return [*exercise(client, model, model.name)]


def problems(client: Any, model: TableModel) -> dict[str, tuple[str, ...]]:
    """Return pattern → problems, for patterns with wrong answers."""
    return {outcome.pattern.id: outcome.problems for outcome in outcomes(client, model) if outcome.problems}

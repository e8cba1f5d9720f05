"""Checks of entities stored in chunks: one Query reads a whole value, and no pattern touches a part."""

from collections.abc import Iterator

from dynawright.errors import Problem, unknown
from dynawright.model.chunks import CHUNK_ATTRIBUTES
from dynawright.model.entity import Entity
from dynawright.model.limits import MAX_CHUNKS
from dynawright.model.matching import matching_entities
from dynawright.model.operation import PutItem
from dynawright.model.pattern import AccessPattern, BatchWrite, Put, Query, TransactWrite
from dynawright.model.table import TableModel

CODE = "DW218"


def declaration_problems(model: TableModel, entity: Entity) -> Iterator[Problem]:
    if entity.chunks is None:
        return
    of, at_most = entity.chunks.of, entity.chunks.at_most
    if of not in entity.attributes:
        yield unknown("DW211", "attribute", of, entity.attributes)
    elif (type := entity.attributes[of]) != "B":
        fix = "declare it as B, and encode text before it is cut"
        yield Problem(CODE, f"the type of '{of}' must be B to be stored in chunks, got {type}", value=type, allowed="B", fix=fix)
    if not 2 <= at_most <= MAX_CHUNKS:
        text, allowed = f"at_most of '{of}' must be 2 to {MAX_CHUNKS}, got {at_most}", f"2 to {MAX_CHUNKS}"
        yield Problem(CODE, text, value=at_most, allowed=allowed)
    for name, type in CHUNK_ATTRIBUTES.items():
        if entity.attributes[name] != type:
            text = f"attribute '{name}' must be {type}: each chunk has it, got {entity.attributes[name]}"
            yield Problem(CODE, text, value=name, allowed=type, fix="leave it out, or give your attribute another name")
    if entity.shards:
        text = "an entity can't have both chunks and shards: the chunks of a value would be in several partitions"
        yield Problem(CODE, text, fix="drop one of the two")
    sort_key = None if model.sort_key is None else model.sort_key.name
    for name, template in entity.keys.items():
        if name != sort_key and "Chunk" in template.parameters:
            text = f"key '{name}' must not have '{{Chunk}}': a Query could not find the chunks together"
            yield Problem(CODE, text, value=name, fix="use it in the table's sort key only")
    if sort_key is None:
        yield Problem(CODE, "chunks need a table with a sort key", fix="add a sort key to the table")
    elif not (sort_key in entity.keys and entity.keys[sort_key].text.endswith("{Chunk}")) or model.key_types[sort_key] != "S":
        text = f"key '{sort_key}' must be of type S and end in '{{Chunk}}', such as 'CHUNK#{{Chunk}}'"
        yield Problem(CODE, text, value=sort_key)


def problems(model: TableModel) -> Iterator[Problem]:
    chunked = [entity for entity in model.entities if entity.chunks is not None]
    for entity in chunked:
        for pattern in model.access_patterns:
            yield from (problem.at(pattern.place) for problem in _pattern_problems(model, pattern, entity))
        written = any(isinstance(pattern, BatchWrite) and entity.name in pattern.entities for pattern in model.access_patterns)
        if written and not any(_reads(model, pattern, entity) for pattern in model.access_patterns):
            yield Problem(CODE, "no Query of the table reads the chunks", entity.place, entity.name, fix="declare one")


def _pattern_problems(model: TableModel, pattern: AccessPattern, entity: Entity) -> Iterator[Problem]:
    match pattern:
        case Put() if pattern.item.entity == entity.name:
            yield _not_whole(entity)
        case TransactWrite() if any(isinstance(item, PutItem) and item.entity == entity.name for item in pattern.items):
            yield _not_whole(entity)
        case Query() if _reads(model, pattern, entity):
            if pattern.limit is not None:
                text = f"limit {pattern.limit} may cut off a value of '{entity.name}', which is stored in chunks"
                yield Problem(CODE, text, value=pattern.limit, fix="leave limit out")
            needed = [*entity.key_attributes, *CHUNK_ATTRIBUTES]
            missing = ", ".join(name for name in dict.fromkeys(needed) if name not in pattern.attributes)
            if entity.chunks is not None and entity.chunks.of in pattern.attributes and missing:
                text = f"the chunks of '{entity.name}' can't be joined without {missing}"
                yield Problem(CODE, text, value=missing, fix="add them to attributes")


def _not_whole(entity: Entity) -> Problem:
    return Problem(
        CODE, f"'{entity.name}' is stored in chunks and can't be put as one item", value=entity.name, fix="use BatchWrite"
    )


def _reads(model: TableModel, pattern: AccessPattern, entity: Entity) -> bool:
    return isinstance(pattern, Query) and pattern.index is None and entity in matching_entities(model, pattern.key)

"""Checks of entities that are stored in chunks: one Query finds all chunks of a value, and nothing writes or reads a part of it."""

from collections.abc import Iterator

from dynawright.model.checks.names import nearest
from dynawright.model.chunks import CHUNK_ATTRIBUTES
from dynawright.model.entity import Entity
from dynawright.model.limits import MAX_CHUNKS
from dynawright.model.matching import matching_entities
from dynawright.model.operation import PutItem
from dynawright.model.pattern import AccessPattern, BatchWrite, Put, Query, TransactWrite
from dynawright.model.table import TableModel


def declaration_problems(model: TableModel, entity: Entity) -> Iterator[str]:
    if entity.chunks is None:
        return
    of, at_most = entity.chunks.of, entity.chunks.at_most
    if of not in entity.attributes:
        yield f"has chunks of '{of}', which it does not declare as an attribute{nearest(of, entity.attributes)}"
    elif entity.attributes[of] != "B":
        yield f"has chunks of '{of}' of type {entity.attributes[of]}: declare it as B, and encode text before it is cut"
    if not 2 <= at_most <= MAX_CHUNKS:
        yield f"has at most {at_most} chunks of '{of}': 2 to {MAX_CHUNKS} are allowed"
    for name, type in CHUNK_ATTRIBUTES.items():
        if entity.attributes[name] != type:
            yield f"declares '{name}' as {entity.attributes[name]}: each chunk has it as {type}; leave it out, or name yours otherwise"
    if entity.shards:
        yield "has chunks and shards: the chunks of one value would lie in several partitions; drop one of the two"
    sort_key = None if model.sort_key is None else model.sort_key.name
    for name, template in entity.keys.items():
        if name != sort_key and "Chunk" in template.parameters:
            yield f"builds {name} from '{{Chunk}}': no Query would find the chunks together; only the table's sort key has it"
    if sort_key is None:
        yield "has chunks, but the table has no sort key that tells them apart: give the table one"
    elif not (sort_key in entity.keys and entity.keys[sort_key].text.endswith("{Chunk}")) or model.key_types[sort_key] != "S":
        yield f"has chunks, so that {sort_key} must be of type S and end in '{{Chunk}}', their number, such as 'CHUNK#{{Chunk}}'"


def problems(model: TableModel) -> Iterator[str]:
    chunked = [entity for entity in model.entities if entity.chunks is not None]
    for entity in chunked:
        for pattern in model.access_patterns:
            yield from (f"pattern {pattern.id} {problem}" for problem in _pattern_problems(model, pattern, entity))
        written = any(isinstance(pattern, BatchWrite) and entity.name in pattern.entities for pattern in model.access_patterns)
        if written and not any(_reads(model, pattern, entity) for pattern in model.access_patterns):
            yield f"entity '{entity.name}' is written in chunks, but no Query of the table reads them: declare the one that does"


def _pattern_problems(model: TableModel, pattern: AccessPattern, entity: Entity) -> Iterator[str]:
    match pattern:
        case Put() if pattern.item.entity == entity.name:
            yield f"puts '{entity.name}' as one item, but it is stored in chunks: use BatchWrite"
        case TransactWrite() if any(isinstance(item, PutItem) and item.entity == entity.name for item in pattern.items):
            yield f"puts '{entity.name}' as one item, but it is stored in chunks: use BatchWrite"
        case Query() if _reads(model, pattern, entity):
            if pattern.limit is not None:
                yield f"reads '{entity.name}', which is stored in chunks, with limit {pattern.limit}: a value may be cut off; leave limit out"
            needed = [*entity.key_attributes, *CHUNK_ATTRIBUTES]
            missing = [name for name in dict.fromkeys(needed) if name not in pattern.attributes]
            if entity.chunks is not None and entity.chunks.of in pattern.attributes and missing:
                yield f"reads chunks of '{entity.name}' without {', '.join(missing)}, by which they are put together: add them to attributes"


def _reads(model: TableModel, pattern: AccessPattern, entity: Entity) -> bool:
    return isinstance(pattern, Query) and pattern.index is None and entity in matching_entities(model, pattern.key)

"""A small system with every kind of pattern and index, for comparisons of engines."""

from dynawright.model import (
    BatchGet,
    BatchWrite,
    Delete,
    Get,
    GetItem,
    Put,
    PutItem,
    Query,
    Scan,
    System,
    TransactGet,
    TransactWrite,
    Update,
    UpdateItem,
    at_least,
    at_most,
    begins_with,
    between,
)
from tests.emulator.patterns.questions import BY, CURRENT, FOLDER, ITEM
from tests.emulator.patterns.tables import chunked, table

PATTERNS = (
    Get("P1", "a document?", **ITEM, attributes=["title", "PK"], consistent=True, **BY),
    Query("P2", "the documents of a folder?", PK="FOLDER#{folder}", SK=begins_with("DOC#"), **BY),
    Query("P3", "the last two?", PK="FOLDER#{folder}", SK=begins_with("DOC#"), descending=True, limit=2, **BY),
    Query("P4", "the best of a day?", index="ByDay", day="{day}", rank=at_most("{rank}"), **BY),
    Query("P5", "of a kind?", index="ByKind", kind="{kind}", **BY),
    Query("P6", "by hash?", index="ByHash", hash="{hash}", **BY),
    Query("P7", "by rank in a folder?", index="ByRank", PK="FOLDER#{folder}", rank=between("{x}", "{y}"), **BY),
    Scan("P8", "everything?", **BY),
    Put("P9", "a new document", entity="DOCUMENT", condition="attribute_not_exists(PK)", **BY),
    Update("P10", "another title", **ITEM, update="SET title = {title}", condition="version <= {version}", **BY),
    Update("P11", "another day", **ITEM, update="SET day = {day}, rank = {rank}", **BY),
    Delete("P12", "no document", **ITEM, condition="attribute_exists(PK)", **BY),
    BatchGet("P13", "some documents?", **ITEM, **BY),
    BatchWrite("P14", "many documents", entities=["DOCUMENT", "FOLDER"], **BY),
    TransactGet("P15", "two items?", items=[GetItem(**ITEM), GetItem(**CURRENT)], **BY),
    TransactWrite(
        "P16",
        "a document, counted",
        items=[
            PutItem("DOCUMENT", condition="attribute_not_exists(PK)"),
            UpdateItem("ADD documents {more:N}", condition="documents < {most:N}", **FOLDER),
        ],
        **BY,
    ),
    # with pages of one item, the last page ends at the end of the range
    Query("P17", "between two names?", PK="FOLDER#{folder}", SK=between("DOC#{first}", "DOC#{last}"), page_size=1, **BY),
    Query("P18", "up to a name?", PK="FOLDER#{folder}", SK=at_most("DOC#{last}"), page_size=1, **BY),
    Query(
        "P19",
        "from the end back to a name?",
        PK="FOLDER#{folder}",
        SK=at_least("DOC#{first}"),
        descending=True,
        page_size=1,
        **BY,
    ),
)
DOCUMENTS = System("documents", [table(*PATTERNS)])
CHUNKS = System(
    "chunks", [chunked(Query("P1", "a large value?", PK="FOLDER#{folder}", SK=begins_with("RESULT#"), consistent=True, **BY))]
)

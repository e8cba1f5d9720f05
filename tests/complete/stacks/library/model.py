"""Loans of a library's branches, and their history."""

from datetime import timedelta

from dynawright.model import (
    BatchGet,
    ConditionCheck,
    Consumer,
    Delete,
    Entity,
    Get,
    Index,
    Key,
    MessageMarkers,
    OtherNames,
    Put,
    PutItem,
    Query,
    Scan,
    Stream,
    System,
    TableModel,
    TransactWrite,
    Update,
    Use,
    begins_with,
    include,
)

DESK = Consumer(
    "desk",
    "the lending desk",
    runs_on="ecs",
    uses=[Use("secret", "library/hash-key/*", makes=True), Use("log_group", "/aws/dynamodb/library-desk", streams="counter-*")],
)
REPORTS = Consumer("reports", "counts what was lent", uses=[Use("secret", "library/hash-key/*")])
PARTNER = Consumer("partner", "another library that reads the history", runs_on="elsewhere")
LOAN_HISTORY = Consumer("loan-history", "the stream function that keeps every change of a loan")
BRANCH = Consumer("branch", "a branch's own session: its loans, and no other branch's", tenant_key="BRANCH#{branchId}")

LOANS = TableModel(
    "library-loans",
    partition_key=Key("PK"),
    sort_key=Key("SK"),
    indexes=[
        Index("by-reader", Key("GSI1PK"), Key("GSI1SK"), projection=include("bookId")),
        Index("by-title", Key("GSI2PK"), Key("GSI2SK")),
    ],
    ttl="expiresAt",
    stream=Stream.NEW_AND_OLD_IMAGES,
    entities=[
        Entity(
            "LOAN",
            PK="BRANCH#{branchId}",
            SK="LOAN#{loanId}",
            GSI1PK="READER#{readerId}",
            GSI1SK="LOAN#{loanId}",
            attributes={"branchId": "S", "loanId": "S", "readerId": "S", "bookId": "S", "updatedBy": "S"},
            expires_after=timedelta(days=90),
        ),
        Entity(
            "BOOK",
            PK="BOOK#{bookId}",
            SK="BOOK",
            GSI2PK="TITLE#{title}",
            GSI2SK="BOOK#{bookId}",
            attributes={"bookId": "S", "title": "S", "copies": "N"},
        ),
    ],
    access_patterns=[
        Get("L1", "a book", PK="BOOK#{bookId}", SK="BOOK", used_by=[DESK]),
        BatchGet("L2", "many books", PK="BOOK#{bookId}", SK="BOOK", used_by=[DESK]),
        Query("L3", "books by title", index="by-title", GSI2PK="TITLE#{title}", used_by=[DESK]),
        Query("L4", "a reader's loans", index="by-reader", GSI1PK="READER#{readerId}", used_by=[DESK]),
        TransactWrite(
            "L5",
            "lend a book",
            items=[
                ConditionCheck("copies > {none:N}", PK="BOOK#{bookId}", SK="BOOK"),
                PutItem("LOAN", condition="attribute_not_exists(PK)"),
            ],
            used_by=[DESK],
        ),
        Update("L6", "count copies", PK="BOOK#{bookId}", SK="BOOK", update="SET copies = {copies:N}", used_by=[DESK]),
        Delete("L7", "take a book back", PK="BRANCH#{branchId}", SK="LOAN#{loanId}", used_by=[DESK]),
        Get("L8a", "one of a branch's own loans", PK="BRANCH#{branchId}", SK="LOAN#{loanId}", used_by=[BRANCH]),
        Query("L8b", "a branch's own loans", PK="BRANCH#{branchId}", SK=begins_with("LOAN#"), used_by=[BRANCH]),
        Put("L8c", "a loan of a branch's own", entity="LOAN", used_by=[BRANCH]),
        Get("L12", "a loan", PK="BRANCH#{branchId}", SK="LOAN#{loanId}", used_by=[DESK]),
        Get("L13", "a book's title", PK="BOOK#{bookId}", SK="BOOK", attributes=["title"], used_by=[REPORTS]),
        BatchGet("L14", "titles of books", PK="BOOK#{bookId}", SK="BOOK", attributes=["title"], used_by=[REPORTS]),
    ],
)

HISTORY = TableModel(
    "library-history",
    partition_key=Key("PK"),
    sort_key=Key("SK"),
    indexes=[Index("by-day", Key("day"), Key("SK"))],
    entities=[
        Entity(
            "CHANGE",
            PK="LOAN#{loanId}",
            SK="CHANGE#{order}",
            day="{day}",
            attributes={"loanId": "S", "order": "S", "day": "S", "what": "S"},
        ),
    ],
    access_patterns=[
        Put("L9", "keep a change", entity="CHANGE", condition="attribute_not_exists(PK)", used_by=[LOAN_HISTORY, PARTNER]),
        Update(
            "L20",
            "say more of a change",
            PK="LOAN#{loanId}",
            SK="CHANGE#{order}",
            update="SET what = {what}",
            returns="ALL_OLD",
            used_by=[LOAN_HISTORY],
        ),
        Get("L10", "a change", PK="LOAN#{loanId}", SK="CHANGE#{order}", used_by=[PARTNER]),
        Query("L15", "a day's changes", index="by-day", day="{day}", used_by=[REPORTS]),
        Scan("L11", "all of it", because="the yearly report counts every change", used_by=[REPORTS]),
    ],
)

NOTICES = MessageMarkers(
    used_by=[LOAN_HISTORY],
    patterns=("L19", "L16"),
    entity_name="NOTICE",
    key="NOTICE#{noticeId}",
    message="a notice",
).table("library-notices")

ARCHIVE = TableModel(
    "library-archive",
    partition_key=Key("PK"),
    sort_key=Key("SK"),
    optional=True,
    entities=[Entity("OLD_LOAN", PK="BRANCH#{branchId}", SK="LOAN#{loanId}", attributes={"branchId": "S", "loanId": "S"})],
    access_patterns=[
        Put("L17", "archive a loan", entity="OLD_LOAN", used_by=[REPORTS]),
        Get("L18", "an archived loan", PK="BRANCH#{branchId}", SK="LOAN#{loanId}", used_by=[REPORTS]),
    ],
)

SYSTEM = System("library", [LOANS, HISTORY, NOTICES, ARCHIVE], OtherNames(alarms=("aws-dynamodb-library",))).accepting(
    "DW273", because="an application with a reserved word or two"
)

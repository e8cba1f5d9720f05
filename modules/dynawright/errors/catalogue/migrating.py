"""Mistakes of migrations from PostgreSQL and from files."""

from dynawright.errors.catalogue.error_code import ErrorCode

MIGRATING: tuple[ErrorCode, ...] = (
    ErrorCode(
        "DW724",
        "Wrong mapping",
        "The mapping file can't be read, or has a setting that does not exist or another form.",
        "orders.yaml:2 tabel: setting 'tabel' does not exist. Did you mean 'table'?",
    ),
    ErrorCode(
        "DW725",
        "Mapping does not fit",
        "The mapping and the schema of the source or the model differ: a column without an attribute, an attribute without a column, or two types that don't match. Nothing is read or written.",
        "orders.yaml:4 rows.orders.jsonl: orders.jsonl has columns that no item gets: note. Give each an attribute, or leave it out: `leave_out: [note]`.",
    ),
    ErrorCode(
        "DW726",
        "PostgreSQL refused it",
        "The server can't be reached, refuses the role, or its schema changed during the run. The same command goes on where it was.",
        'the schema has changed: column "note" does not exist. Change the mapping, then run the same command to continue.',
    ),
    ErrorCode(
        "DW727",
        "Changes can't be followed",
        "The server does not tell which rows change while they are copied, or does not tell enough of them.",
        "another session reads the slot dynawright_1_orders. Wait for its end.",
    ),
    ErrorCode(
        "DW728",
        "Stage out of order",
        "A stage of a migration begins when the one before it has ended without a difference.",
        "orders.state: the migration is not cut over yet. End `dynawright migrate cut-over` without a difference first.",
    ),
    ErrorCode(
        "DW729",
        "File was replaced",
        "A file may grow while it is copied. One that got shorter, or begins otherwise, is another file.",
        "orders.jsonl: was replaced or cut off since its copy began. Put it back, or name another --state to copy all of it again.",
    ),
    ErrorCode(
        "DW734",
        "No export",
        "The folder or prefix is no export of DynamoDB in DynamoDB JSON, or a file of it is missing or cut off.",
        "AWSDynamoDB/0176: exportType must be FULL_EXPORT, got INCREMENTAL_EXPORT. A migration reads all items of one moment: export the whole table.",
    ),
    ErrorCode(
        "DW735",
        "Files can't be loaded",
        "A migration by files begins with an empty folder or prefix, and DynamoDB loads what is complete and in S3.",
        "items: must be empty, has data/part-00000-000.json.gz. Choose another --via, or remove the files.",
    ),
    ErrorCode(
        "DW736",
        "Table can't be loaded",
        "DynamoDB does not take the files into this table, or the installed botocore can't ask it to.",
        "table orders-production: the load ended as FAILED (S3NoSuchBucket: The specified bucket does not exist). Fix the cause, then run `migrate load` again.",
    ),
    ErrorCode(
        "DW737",
        "Spark can't be started",
        "`--engine spark` needs the extra `spark` and Java 17.",
        "Spark 3.5 needs Java 17; found: 25 (JAVA_HOME). Install Java 17, or the extra with `pip install 'dynawright[spark]'`, which brings one.",
    ),
    ErrorCode(
        "DW738",
        "Worker of Spark failed",
        "A worker ended for a reason that this package has no code for. What it wrote is not complete; nothing is loaded.",
        "a worker failed: OSError: [Errno 28] No space left on device",
    ),
)

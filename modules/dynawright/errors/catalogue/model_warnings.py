"""Warnings about a system's model, which works but costs money, sleep or data."""

from dynawright.errors.catalogue.error_code import ErrorCode


def _row(code: str, title: str, meaning: str, example: str) -> ErrorCode:
    return ErrorCode(code, title, meaning, example, warning=True)


MODEL_WARNINGS: tuple[ErrorCode, ...] = (
    _row(
        "DW261",
        "Index entry that nothing reads",
        "Each entry of an index is written with its item and paid for. Declare the pattern that reads it, or leave it out.",
        "stacks/orders/model.py:13 entity ORDER: each item has an entry in index 'GSI1', which is paid for and which no pattern reads. Declare the pattern that reads it, or leave the keys of the index out.",
    ),
    _row(
        "DW262",
        "Entity that nothing reads",
        "No pattern returns the entity, so no role may read it.",
        "stacks/orders/model.py:12 entity ORDER: no pattern reads it. Declare the pattern that reads it, or drop the entity.",
    ),
    _row(
        "DW263",
        "Entity that nothing writes",
        "No pattern stores the entity, so no role may write it.",
        "stacks/orders/model.py:12 entity ORDER: no pattern writes it, so no role may store it. Declare the pattern that writes it.",
    ),
    _row(
        "DW264",
        "Hot partition of an index",
        "An index whose partition key takes few values puts most items into one partition, which takes 1,000 writes a second at most.",
        "stacks/orders/model.py:12 entity ORDER: index 'GSI1' has one partition per 'STATUS#{status}', which takes few values: a hot partition under load. Add a shard or a date to the key.",
    ),
    _row(
        "DW265",
        "TTL by which nothing expires",
        "The table deletes items by an attribute that no entity has.",
        "stacks/orders/model.py:6 table orders: TTL is on for 'expiresAt', but no entity expires. Give one expires_after=, or drop ttl.",
    ),
    _row(
        "DW266",
        "Index key that is left behind",
        "DynamoDB builds no keys: an update that changes what a key is built from must set the key too.",
        "stacks/orders/model.py:16 pattern PO2: it changes day, from which 'ORDER' builds GSI1PK: index 'GSI1' would find the item by its old value. Set GSI1PK in the same update.",
    ),
    _row(
        "DW267",
        "Local index",
        "A table with local indexes holds at most 10 GB under one partition key, for good: local indexes can't be removed.",
        "stacks/orders/model.py:9 index ByAmount: the items under one partition key, with their entries in local indexes, are limited to 10 GB: beyond, writes fail. Use a global index if a partition can grow so far.",
    ),
    _row(
        "DW268",
        "Expected value that the writer can't know",
        "The condition asks for the value that an attribute has, and the consumer may not read it: the write can never succeed but by chance.",
        "stacks/orders/model.py:15 pattern PO2: 'api' must know the version of the item, and none of its patterns reads that. Give 'api' a pattern that reads version.",
    ),
    _row(
        "DW269",
        "Item replaced unread",
        "A put replaces the whole item. A consumer that may not read all of it loses what it does not know.",
        "stacks/orders/model.py:15 pattern PO2: 'api' may replace a whole item of 'ORDER', and none of its patterns reads it. Read it first by a pattern, only create it (attribute_not_exists), or change single attributes by an Update.",
    ),
    _row(
        "DW271",
        "Prefix that ends in an id",
        "`begins_with` finds all keys that begin so, also those of longer ids.",
        "stacks/orders/model.py:15 pattern PO1: begins_with('ORDER#{orderId}') ends with an id: asked for 1, it finds 1, 10 and 11. End it with what follows the id in the key, or call the place {orderIdPrefix} if a beginning is meant.",
    ),
    _row(
        "DW272",
        "Question about the latest, answered with all",
        "Each version of the thing is an item, and the query finds old ones too.",
        "stacks/orders/model.py:15 pattern PO1: it promises the latest, but each version of 'REPORT' is an item of its own: it finds those that are out of date too. Give descending=True and limit=1.",
    ),
    _row(
        "DW273",
        "Reserved words",
        "Expressions with these names are refused unless each is written as a #name. Generated clients, the emulator and stream functions of the package do so. Told once per system.",
        "stacks/orders/model.py:18 system orders: reserved words of DynamoDB are names of attributes: status. Use the generated clients, or write each as a #name in expressions.",
    ),
    _row(
        "DW274",
        "Accepted warning that is not there",
        "`accepting(...)` names a warning that the model no longer gives, or one of another declaration.",
        "stacks/orders/model.py:15 pattern PO1: accepts DW268, which is not given. Delete accepting(...).",
    ),
    _row(
        "DW275",
        "Hot key under the declared load",
        "With a load.yaml, warnings about hot partitions are computed: at its peak, one partition key is asked for more than a partition gives. `dynawright simulate` shows the rest.",
        "stacks/orders/model.py:15 pattern PO1: under the declared load, one key 'PK=CUSTOMER#{customerId}' of the table is asked for 3,805 read units a second; a partition gives 3,000. `dynawright simulate` shows when, and what would mend it.",
    ),
)

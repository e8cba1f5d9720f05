"""DynamoDB's limits as numbers.

`terraform plan` checks few of them; AWS refuses the rest in the middle of an apply.

Limits that depend on values can't be checked when a model is loaded:
- Items of 400 KB: `split` (chunks.py) and `ops migrate` measure what they write, `ops cost` measures the load; the emulator refuses larger items, as AWS does.
- Partition keys of 2048 and sort keys of 1024 bytes: the emulator refuses longer ones.
- Transactions of 4 MB, and 10 GB under one partition key of a table with local indexes (advice.py warns): only AWS refuses more.
"""

import re
from typing import Literal

TABLE_OR_INDEX_NAME = re.compile(r"[A-Za-z0-9_.-]{3,255}")
NAME_RULE = "3 to 255 characters of A-Z, a-z, 0-9, '_', '.', '-'"

MAX_NAME_BYTES = 255  # of an attribute that is a key, a TTL or included in an index
MAX_ATTRIBUTE_NAME_BYTES = 65_535  # of any other attribute
MAX_DEPTH = 32  # of attributes inside each other
MAX_EXPRESSION_BYTES = 4096  # of a condition or an update, as it is sent
MAX_IN_OPERANDS = 100
MAX_OPERATORS = 300  # operators and functions of a condition or an update
MAX_PARTITION_KEY_BYTES = 2048
MAX_SORT_KEY_BYTES = 1024
MAX_DESCRIPTION = 1000  # characters of a role's description
MAX_GLOBAL_INDEXES = 20
MAX_LOCAL_INDEXES = 5
MAX_INCLUDED_IN_ONE_INDEX = 20
MAX_INCLUDED_ATTRIBUTES = 100  # summed over all indexes; an attribute included twice counts twice
MAX_BATCH_GET_ITEMS = 100
MAX_BATCH_WRITE_ITEMS = 25
MAX_TRANSACTION_ITEMS = 100
MAX_ITEM_BYTES = 400 * 1024

MAX_SHARDS = 200  # our limit: a query of a sharded key sends that many requests
MAX_CHUNKS = 1000  # our limit: three digits sort up to here; 320 MB is far more than anyone should store in DynamoDB

KeyType = Literal["S", "N", "B"]
AttributeType = Literal["S", "N", "B", "BOOL", "NULL", "M", "L", "SS", "NS", "BS"]
KEY_TYPES: tuple[KeyType, ...] = ("S", "N", "B")
ATTRIBUTE_TYPES: tuple[AttributeType, ...] = ("S", "N", "B", "BOOL", "NULL", "M", "L", "SS", "NS", "BS")

Returns = Literal["NONE", "ALL_OLD", "UPDATED_OLD", "ALL_NEW", "UPDATED_NEW"]
RETURNS: dict[str, tuple[Returns, ...]] = {
    "PutItem": ("NONE", "ALL_OLD"),
    "UpdateItem": ("NONE", "ALL_OLD", "UPDATED_OLD", "ALL_NEW", "UPDATED_NEW"),
    "DeleteItem": ("NONE", "ALL_OLD"),
}
"""Operation → allowed ReturnValues."""

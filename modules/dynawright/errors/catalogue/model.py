"""Mistakes in a system's model."""

from dynawright.errors.catalogue.error_code import ErrorCode

MODEL: tuple[ErrorCode, ...] = (
    ErrorCode(
        "DW201",
        "Wrong type in a declaration",
        "An argument of a table, entity, pattern or consumer has the wrong type. Write it as the message shows.",
        "stacks/orders/model.py:6 table orders partition_key: must be Key, got str 'PK'. Write Key(\"PK\").",
    ),
    ErrorCode(
        "DW202",
        "Name not allowed",
        "DynamoDB, or what is made from the model, does not allow this name. The message says which names are.",
        "stacks/orders/model.py:6 table my orders: must be 3 to 255 characters of A-Z, a-z, 0-9, '_', '.', '-', got 'my orders'",
    ),
    ErrorCode(
        "DW203",
        "Name already taken",
        "Two tables, indexes, entities, patterns or consumers have one name. Rename one of them.",
        "stacks/orders/model.py:10 index GSI1: the name is taken by stacks/orders/model.py:10. Rename one; global and local indexes share one set of names.",
    ),
    ErrorCode(
        "DW204",
        "Incomplete declaration",
        "Something that must not be empty is: a table's entities, a pattern's consumers, the entities of a BatchWrite, a ConditionCheck's condition.",
        "stacks/orders/model.py:15 pattern PO1: no consumer uses the pattern. Name the consumers in used_by=[...], or delete it.",
    ),
    ErrorCode(
        "DW205",
        "Too many, or too few",
        "DynamoDB limits how many indexes, included attributes and items of a transaction there may be.",
        "stacks/orders/model.py:15 pattern PO1: a transaction must have 1 to 100 items, got 0",
    ),
    ErrorCode(
        "DW206",
        "Attribute can't be a key",
        "Keys, TTL and included attributes must be top-level attributes, and the two parts of a key different ones.",
        "stacks/orders/model.py:6 table orders: key 'meta.SK' is inside another attribute. Store SK at the top of the item.",
    ),
    ErrorCode(
        "DW207",
        "Wrong projection",
        "`include(...)` of an index is empty, names an attribute twice, or names a key.",
        "stacks/orders/model.py:10 index GSI1: include() names no attribute. Name some, or use KEYS_ONLY.",
    ),
    ErrorCode(
        "DW208",
        "Local index not possible",
        "A local index needs a table with a sort key, and sorts by another attribute than the table's keys.",
        "stacks/orders/model.py:9 index LSI1: sort key 'SK' is a key of the table already. Choose another attribute.",
    ),
    ErrorCode(
        "DW209",
        "Wrong TTL attribute",
        "DynamoDB deletes items by a top-level attribute of type N, in seconds since 1970, that is not a key.",
        "stacks/orders/model.py:6 table orders: TTL attribute 'SK' is a key. Use an attribute of its own, a Number of seconds since 1970.",
    ),
    ErrorCode(
        "DW211",
        "Unknown name",
        "The model has no index, entity, key or attribute of this name. Correct the name, or declare it.",
        "stacks/orders/model.py:15 pattern PO1: index 'GSI9' does not exist. Did you mean 'GSI1'?",
    ),
    ErrorCode(
        "DW212",
        "Entity's keys don't fit the table",
        "Each entity gives all keys of the table, and all or none of an index; no two entities have the same form of key.",
        "stacks/orders/model.py:12 entity ORDER: key 'SK' of the table is missing. Give SK='...'.",
    ),
    ErrorCode(
        "DW213",
        "Malformed key template",
        "A key is text with places in braces, such as `ORDER#{orderId}`. It must not be empty.",
        "stacks/orders/model.py:12 entity ORDER: key 'PK': 'CUSTOMER#{customerId' has an unpaired brace. Write a place as {name}.",
    ),
    ErrorCode(
        "DW214",
        "Types don't fit",
        "A key has one type, S, N or B, and is built from attributes and values that give this type.",
        "stacks/orders/model.py:6 table orders: the type of key 'SK' must be one of S, N, B, got 'X'",
    ),
    ErrorCode(
        "DW215",
        "Wrong attribute declaration",
        "An attribute is a type, a tuple of the texts it may have, or a map of attributes. Keys and constants can't be optional.",
        "stacks/orders/model.py:12 entity ORDER: the type of attribute 'status' must be one of S, N, B, BOOL, NULL, M, L, SS, NS, BS, got 'STRING'",
    ),
    ErrorCode(
        "DW216",
        "Wrong expiry",
        "`expires_after` is a positive time and needs the table's TTL attribute; `expires_from` names attributes with times.",
        "stacks/orders/model.py:12 entity ORDER: the items expire, but the table has no TTL attribute. Give the table ttl='...'.",
    ),
    ErrorCode(
        "DW217",
        "Wrong shard",
        "A shard is a computed place in a key, spread over 2 to 200 partitions.",
        "stacks/orders/model.py:12 entity ORDER: no key uses shard 'shard'. Put {shard} into the hot key.",
    ),
    ErrorCode(
        "DW218",
        "Chunks not possible",
        "A value in chunks is of type B, written by BatchWrite and read by a Query whose sort key ends in `{Chunk}`.",
        "stacks/orders/model.py:12 entity ORDER: key 'SK' must be of type S and end in '{Chunk}', such as 'CHUNK#{Chunk}'",
    ),
    ErrorCode(
        "DW221",
        "Key does not serve the pattern",
        "The pattern asks by other attributes than the key of the table or index has. Use the index that the message names, or add one.",
        "stacks/orders/model.py:15 pattern PO1: the table has the key PK, SK and can't be asked by GSI1PK. Ask index='GSI1'.",
    ),
    ErrorCode(
        "DW222",
        "Pattern finds nothing",
        "No entity has keys of the form that the pattern asks for.",
        "stacks/orders/model.py:15 pattern PO1: no entity has keys like PK ORDER#{orderId}, SK ORDER#{orderId}. Compare it with the keys of the entities.",
    ),
    ErrorCode(
        "DW223",
        "Options don't fit the pattern",
        "An option is out of range, or can't be used with this index or with another option.",
        "stacks/orders/model.py:15 pattern PO1: limit must be 1 or more, got 0",
    ),
    ErrorCode(
        "DW224",
        "Index does not carry the attribute",
        "The pattern reads an attribute that the index does not project. Include it, or read the table.",
        "stacks/orders/model.py:15 pattern PO1: index 'GSI1' does not carry 'orderId'. Add it to include(...) in the projection of 'GSI1'.",
    ),
    ErrorCode(
        "DW225",
        "Malformed expression",
        "The text is not a condition or update of DynamoDB's grammar.",
        "stacks/orders/model.py:15 pattern PO1: update 'status = {status}': starts with 'status'; an update starts with SET, REMOVE, ADD or DELETE",
    ),
    ErrorCode(
        "DW226",
        "Item changed twice, or its key",
        "An update can't change a key or an attribute twice; a transaction can't touch an item twice.",
        "stacks/orders/model.py:15 pattern PO1: an update can't change the key 'SK'. Delete the item and put a new one.",
    ),
    ErrorCode(
        "DW231",
        "Tenant could reach other tenants",
        "A tenant-scoped consumer may only use patterns whose partition key is the tenant's own.",
        "stacks/orders/model.py:15 pattern PO1: tenant-scoped consumer 'api' would reach 'CUSTOMER#{customerId}' of the table. Its partition key must be 'TENANT#{tenantId}'.",
    ),
    ErrorCode(
        "DW241",
        "Expiry can't be computed",
        "The attribute that the expiry is counted from holds no time when the item is written.",
        "entity REPORT: 'at' must be a time in ISO 8601, such as 2026-01-31T12:00:00Z, got 'yesterday': its expiry is counted from it",
    ),
    ErrorCode(
        "DW242",
        "Value too large",
        "The value does not fit into the chunks that the entity allows, or a chunk into an item.",
        "entity REPORT: 'Body' must fit into at most 2 chunks of 327680 bytes, got 983040 bytes. Compress it, raise at_most, or store it in S3.",
    ),
    ErrorCode(
        "DW243",
        "Chunks are not one value",
        "Chunks are missing or mixed, because the value is being written or not all pages were read.",
        "entity REPORT: chunk 0 is missing of 1 that were read. Read again, with all pages.",
    ),
    ErrorCode(
        "DW244",
        "Entity is not chunked",
        "`split` and `join` are for entities with `chunks=Chunks(...)`.",
        "entity REPORT: it is not stored in chunks. Give the entity chunks=Chunks(...), or write it as one item.",
    ),
)

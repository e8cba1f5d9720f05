"""Models for client tests: one with every kind of pattern, one with hostile text."""

from datetime import timedelta

from dynawright.model import (
    BatchGet,
    BatchWrite,
    Chunks,
    ConditionCheck,
    Consumer,
    Declared,
    Delete,
    DeleteItem,
    Entity,
    Get,
    GetItem,
    Index,
    Key,
    Put,
    PutItem,
    Query,
    Scan,
    System,
    TableModel,
    TransactGet,
    TransactWrite,
    Update,
    UpdateItem,
    begins_with,
    between,
)

DESK = Consumer("desk", "the order desk")
READER = Consumer("reader", "reads, and nothing else")

ORDERS = TableModel(
    "orders",
    partition_key=Key("PK"),
    sort_key=Key("SK"),
    indexes=[Index("ByDay", Key("day"), Key("SK"))],
    ttl="ends",
    entities=[
        Entity(
            "ORDER",
            PK="CUSTOMER#{customerId}",
            SK="ORDER#{orderId}",
            day="{day}",
            attributes={
                "customerId": "S",
                "orderId": "S",
                "day": "S",
                "status": ("open", "paid"),
                "amount": "N",
                "note": "S",
                "address": {"city": "S", "zip": "N"},
            },
            optional=["note", "address"],
        ),
        Entity("CUSTOMER", PK="CUSTOMER#{customerId}", SK="METADATA", attributes={"customerId": "S", "orders": "N"}),
        Entity(
            "VISIT",
            PK="VISITS#{shard}",
            SK="{at}",
            attributes={"at": "S", "page": "S"},
            shards={"shard": 3},
            expires_after=timedelta(days=1),
        ),
        Entity("LOCK", PK="LOCK#{lock}", SK="LOCK", attributes={"lock": "S", "owner": "S"}, expires_after=timedelta(hours=1)),
        Entity(
            "SCAN",
            PK="SCAN#{scanId}",
            SK="PART#{Chunk}",
            attributes={"scanId": "S", "image": "B"},
            chunks=Chunks("image", at_most=3),
        ),
    ],
    access_patterns=[
        Get("P1", "an order", PK="CUSTOMER#{customerId}", SK="ORDER#{orderId}", used_by=[DESK, READER]),
        Query("P2", "a customer's orders", PK="CUSTOMER#{customerId}", SK=begins_with("ORDER#"), used_by=[DESK, READER]),
        Query("P3", "orders of a day", index="ByDay", day="{day}", page_size=2, descending=True, used_by=[READER]),
        Query("P4", "visits", PK="VISITS#{shard}", descending=True, used_by=[READER]),
        Query("P5", "last visits", PK="VISITS#{shard}", descending=True, limit=2, used_by=[READER]),
        Scan("P6", "everything", attributes=["PK", "SK"], used_by=[READER]),
        BatchGet("P7", "many orders", PK="CUSTOMER#{customerId}", SK="ORDER#{orderId}", used_by=[READER]),
        BatchWrite("P8", "keep orders and scans", entities=["ORDER", "SCAN"], used_by=[DESK]),
        Put("P9", "add an order", entity="ORDER", condition="attribute_not_exists(PK)", used_by=[DESK]),
        Put("P10", "record a visit", entity="VISIT", used_by=[DESK]),
        Update(
            "P11",
            "pay",
            PK="CUSTOMER#{customerId}",
            SK="ORDER#{orderId}",
            update="SET status = {status}, amount = {amount}",
            condition="status = {expected}",
            returns="ALL_OLD",
            used_by=[DESK],
        ),
        Update("P12", "lock", PK="LOCK#{lock}", SK="LOCK", update="SET owner = {owner}, ends = {ends:N}", used_by=[DESK]),
        Delete("P13", "cancel", PK="CUSTOMER#{customerId}", SK="ORDER#{orderId}", condition="status = {status}", used_by=[DESK]),
        TransactWrite(
            "P14",
            "place an order",
            items=[
                PutItem("ORDER", condition="attribute_not_exists(PK)"),
                UpdateItem("ADD orders {one:N}", PK="CUSTOMER#{customerId}", SK="METADATA", condition="attribute_exists(PK)"),
            ],
            used_by=[DESK],
        ),
        TransactGet(
            "P15",
            "an order with its customer",
            items=[
                GetItem(PK="CUSTOMER#{customerId}", SK="ORDER#{orderId}"),
                GetItem(PK="CUSTOMER#{customerId}", SK="METADATA"),
            ],
            used_by=[READER],
        ),
        Query("P16", "a scan", name="scan", PK="SCAN#{scanId}", SK=begins_with("PART#"), used_by=[READER]),
        Put("P17", "save a customer", entity="CUSTOMER", in_transaction=True, used_by=[DESK]),
        Update(
            "P20",
            "raise the price",
            PK="CUSTOMER#{customerId}",
            SK="ORDER#{orderId}",
            update="ADD amount {more:N}",
            returns="UPDATED_NEW",
            used_by=[DESK],
        ),
        Delete(
            "P21",
            "take an order back",
            PK="CUSTOMER#{customerId}",
            SK="ORDER#{orderId}",
            condition="status = {status}",
            in_transaction=True,
            used_by=[DESK],
        ),
        TransactWrite(
            "P18",
            "check a customer",
            items=[
                ConditionCheck("attribute_exists(PK)", PK="CUSTOMER#{customerId}", SK="METADATA"),
                DeleteItem(PK="CUSTOMER#{customerId}", SK="ORDER#{orderId}"),
            ],
            used_by=[DESK],
        ),
        Query("P19", "orders from to", PK="CUSTOMER#{customerId}", SK=between("ORDER#{first}", "ORDER#{last}"), used_by=[READER]),
    ],
)
SALES = System("sales", [ORDERS])

CODE = "__import__('pathlib').Path('pwned').touch()"
HOSTILE_TEXTS = (
    f'"""\n{CODE}\n"""',
    f"'''\n{CODE}\n'''",
    f"\n{CODE}\n#",
    f'"); {CODE}; ("',
    f"'); {CODE}; ('",
    f"{{{CODE}}}",
    f"{{{{{CODE}}}}}",
    "\\",
    '\\"""',
    'ends with "',
    "\r\x00\x1b\u2028\x85",
    "{% raw %}{{ x }}",
    "' OR '1'='1",
    "$(id) $x",
    "a#b.c[0]:d",
    "😀",
)


def hostile() -> System:
    """Free text of the model; a role's description admits fewer characters (DW235)."""
    everyone = Consumer("api", "".join(letter for letter in "".join(HOSTILE_TEXTS) if letter == "\n" or " " <= letter <= "~"))
    words: dict[str, Declared] = {f"a{number}{text}": "S" for number, text in enumerate(HOSTILE_TEXTS)}
    keys = "".join(
        letter for letter in "".join(HOSTILE_TEXTS) if letter not in "{}" and " " <= letter <= "ÿ"
    )  # DW233 refuses others
    item = Entity(
        "".join(HOSTILE_TEXTS),
        PK=f"{keys}#{{id}}",
        SK="x",
        attributes={**words, "id": "S", "kind": HOSTILE_TEXTS, "constant": ("".join(HOSTILE_TEXTS),), "map": dict(words)},
    )
    table = TableModel(
        "hostile",
        partition_key=Key("PK"),
        sort_key=Key("SK"),
        entities=[item],
        access_patterns=[
            Get("P1", "".join(HOSTILE_TEXTS), name="get", PK=f"{keys}#{{id}}", SK="x", used_by=[everyone]),
            Put("P2", HOSTILE_TEXTS[0], name="put", entity=item.name, used_by=[everyone]),
            Scan("P3", HOSTILE_TEXTS[1], name="some", attributes=[*words], used_by=[everyone]),
            BatchWrite("P4", HOSTILE_TEXTS[2], name="write", entities=[item.name], used_by=[everyone]),
            TransactWrite(
                "P5",
                HOSTILE_TEXTS[3],
                items=[PutItem(item.name, condition="attribute_not_exists(PK)")],
                name="both",
                used_by=[everyone],
            ),
        ],
    )
    return System("hostile", [table])

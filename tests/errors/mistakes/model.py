"""A mistake for each code of models."""

from decimal import Decimal
from typing import Any

from dynawright.clients.package import method_names
from dynawright.model import Chunks, Entity, Key, ModelError, TableModel
from dynawright.model.advice.under_load import remarks_under
from dynawright.model.chunks import join, split
from dynawright.model.item import item_of
from dynawright.model.load import Load
from dynawright.model.traffic import Keys
from tests.errors.mistakes.source import Mistake, executed

MODEL = """\
from datetime import timedelta

from dynawright.model import *

API = Consumer("api", "the HTTP API")
ORDERS = TableModel(
    "orders",
    partition_key=Key("PK"),
    sort_key=Key("SK"),
    indexes=[Index("GSI1", Key("GSI1PK"))],
    entities=[
        Entity("ORDER", PK="CUSTOMER#{customerId}", SK="ORDER#{orderId}"),
    ],
    access_patterns=[
        Get("PO1", "an order", PK="CUSTOMER#{customerId}", SK="ORDER#{orderId}", used_by=[API]),
    ],
)
SYSTEM = System("orders", [ORDERS])
"""
ENTITY = 'Entity("ORDER", PK="CUSTOMER#{customerId}", SK="ORDER#{orderId}"),'
PATTERN = 'Get("PO1", "an order", PK="CUSTOMER#{customerId}", SK="ORDER#{orderId}", used_by=[API]),'
TABLE_PART = 'sort_key=Key("SK"),'
KEY = 'PK="CUSTOMER#{customerId}", SK="ORDER#{orderId}"'


def declared(old: str, new: str) -> Mistake:
    """Return the mistake of a model with a piece of text replaced."""
    assert old in MODEL
    return lambda: executed("stacks/orders/model.py", MODEL.replace(old, new))


def entity(parts: str) -> Mistake:
    return declared(ENTITY, f'Entity("ORDER", {parts}),')


def pattern(text: str) -> Mistake:
    return declared(PATTERN, text)


def methods(text: str) -> Mistake:
    """Return the mistake that shows when the clients of a model are generated."""

    def make() -> None:
        model = executed("stacks/orders/model.py", MODEL.replace(PATTERN, text))
        method_names(model["SYSTEM"])

    return make


BODY = Entity("REPORT", PK="{id}", SK="{Chunk}", attributes={"id": "S", "Body": "B"}, chunks=Chunks("Body", at_most=2))
REPORTS = TableModel("reports", partition_key=Key("PK"), sort_key=Key("SK"), entities=[BODY], ttl="ends")
SIGNED: Any = Entity("REPORT", PK="{id}", SK="{at}", expires_from=["at"])


def _without_a_first_chunk() -> None:
    join(BODY, [{"Chunk": Decimal(1), "Chunks": Decimal(2), "Checksum": "", "Body": b""}])


def _expiry_of_no_time() -> None:
    from datetime import timedelta

    report = Entity("REPORT", PK="{id}", SK="{at}", expires_after=timedelta(days=90), expires_from=["at"])
    item_of(REPORTS, report, {"id": "1", "at": "yesterday"}, 0)


def warned(code: str, *changes: tuple[str, str]) -> Mistake:
    """Return the mistake of a model that is only warned about."""

    def make() -> None:
        text = MODEL
        for old, new in changes:
            assert old in text
            text = text.replace(old, new)
        warnings = executed("stacks/orders/model.py", text)["SYSTEM"].warnings
        raise ModelError([warning for warning in warnings if warning.code == code])

    return make


def _hot_key() -> None:
    system = executed("stacks/orders/model.py", MODEL)["SYSTEM"]
    load = Load(requests={"PO1": 2e10}, keys={"customerId": Keys(100_000, hot_values=1, hot_percent=100)})
    raise ModelError([remark.problem for remark in remarks_under(system, load) if remark.problem.code == "DW275"])


def with_pattern(text: str) -> tuple[str, str]:
    """Return the change that adds a pattern to that of the model."""
    return PATTERN, f"{PATTERN}\n        {text},"


PUT = 'Put("PO2", "save an order", entity="ORDER", used_by=[API])'
DAYS = 'GSI1PK="DAY#{day}"'
ORDER_BY_DAY = ENTITY.replace("),", f", {DAYS}),")
ATTRIBUTES = 'attributes={"customerId": "S", "orderId": "S", "version": "N", "day": "S"}'
REPORTS_OF_JOBS = 'Entity("REPORT", PK="JOB#{jobId}", SK="REPORT#{at}"),'
LATEST = 'Query("PO1", "a job\'s latest report", PK="JOB#{jobId}", used_by=[API]),'

MISTAKES: dict[str, Mistake] = {
    "DW201": declared('partition_key=Key("PK")', 'partition_key="PK"'),
    "DW202": declared('"orders",\n', '"my orders",\n'),
    "DW203": declared('Index("GSI1", Key("GSI1PK"))', 'Index("GSI1", Key("GSI1PK")), Index("GSI1", Key("GSI2PK"))'),
    "DW204": declared("used_by=[API]", "used_by=[]"),
    "DW205": pattern('TransactGet("PO1", "some orders", items=[], used_by=[API]),'),
    "DW206": declared('sort_key=Key("SK")', 'sort_key=Key("meta.SK")'),
    "DW207": declared('Key("GSI1PK")', 'Key("GSI1PK"), projection=include()'),
    "DW208": declared(TABLE_PART, TABLE_PART + ' local_indexes=[LocalIndex("LSI1", Key("SK"))],'),
    "DW209": declared(TABLE_PART, TABLE_PART + ' ttl="SK",'),
    "DW211": pattern('Query("PO1", "orders of a day", index="GSI9", GSI9PK="DAY#{day}", used_by=[API]),'),
    "DW212": entity('PK="CUSTOMER#{customerId}"'),
    "DW213": entity('PK="CUSTOMER#{customerId", SK="ORDER#{orderId}"'),
    "DW214": declared('Key("SK")', 'Key("SK", "X")'),
    "DW215": entity(KEY + ', attributes={"customerId": "S", "orderId": "S", "status": "STRING"}'),
    "DW216": entity(KEY + ", expires_after=timedelta(days=30)"),
    "DW217": entity(KEY + ', shards={"shard": 4}'),
    "DW218": entity(KEY + ', attributes={"customerId": "S", "orderId": "S", "Body": "B"}, chunks=Chunks("Body", at_most=5)'),
    "DW219": lambda: executed(
        "stacks/orders/model.py",
        MODEL.replace(ENTITY, f'Entity("ORDER", {KEY}, GSI1PK="DAY#{{order_day}}"),').replace(
            "[ORDERS])", '[ORDERS], attribute_style="camelCase")'
        ),
    ),
    "DW221": pattern('Query("PO1", "orders of a day", GSI1PK="DAY#{day}", used_by=[API]),'),
    "DW222": pattern('Get("PO1", "an order", PK="ORDER#{orderId}", SK="ORDER#{orderId}", used_by=[API]),'),
    "DW223": pattern('Query("PO1", "orders", PK="CUSTOMER#{customerId}", limit=0, used_by=[API]),'),
    "DW224": declared(
        'Key("GSI1PK"))],\n    entities=[\n        ' + ENTITY + "\n    ],\n    access_patterns=[\n        " + PATTERN,
        'Key("GSI1PK"), projection=KEYS_ONLY)],\n    entities=[\n'
        '        Entity("ORDER", PK="CUSTOMER#{customerId}", SK="ORDER#{orderId}", GSI1PK="DAY#{day}"),\n'
        "    ],\n    access_patterns=[\n"
        '        Query("PO1", "orders of a day", index="GSI1", GSI1PK="DAY#{day}", attributes=["orderId"], used_by=[API]),',
    ),
    "DW225": pattern(f'Update("PO1", "pay", {KEY}, update="status = {{status}}", used_by=[API]),'),
    "DW226": pattern(f'Update("PO1", "move", {KEY}, update="SET SK = {{SK}}", used_by=[API]),'),
    "DW227": pattern(f'Update("PO1", "name", {KEY}, update="ADD orderId {{suffix}}", used_by=[API]),'),
    "DW228": entity(f'PK="CUSTOMER#{{customerId}}", SK="ORDER#{"x" * 1024}{{orderId}}"'),
    "DW229": pattern('Query("PO1", "orders", PK="CUSTOMER#{customerId}", SK=between("ORDER#2", "ORDER#1"), used_by=[API]),'),
    "DW231": declared('"the HTTP API")', '"the HTTP API", tenant_key="TENANT#{tenantId}")'),
    "DW232": lambda: executed(
        "stacks/orders/model.py",
        MODEL.replace("CUSTOMER#", "CUSTOMER:").replace('API")', 'API", tenant_key="CUSTOMER:{customerId}")'),
    ),
    "DW233": declared("CUSTOMER#", "顧客#"),
    "DW234": declared('"the HTTP API"', '"the ${project} API"'),
    "DW235": declared('"the HTTP API"', '"注文のAPI"'),
    "DW241": _expiry_of_no_time,
    "DW242": lambda: split(REPORTS, BODY, {"id": "1", "Body": bytes(3 * 320 * 1024)}, 0),
    "DW243": _without_a_first_chunk,
    "DW244": lambda: join(SIGNED, []),
    "DW251": methods(f'Get("PO1", "whether this order was ever sent to a customer", {KEY}, used_by=[API]),'),
    "DW252": methods(f'{PATTERN}\n        Get("PO2", "an order", {KEY}, used_by=[API]),'),
    "DW253": declared('partition_key=Key("PK"),', ""),
    "DW261": warned(
        "DW261",
        (ENTITY, ORDER_BY_DAY),
        with_pattern('Query("PO2", "items of a week", index="GSI1", GSI1PK="WEEK#{week}", used_by=[API])'),
        ("entities=[", 'entities=[\n        Entity("WEEK", PK="WEEK#{week}", SK="METADATA", GSI1PK="WEEK#{week}"),'),
    ),
    "DW262": warned("DW262", (PATTERN, f"{PUT},")),
    "DW263": warned("DW263"),
    "DW264": warned("DW264", (ENTITY, ENTITY.replace("),", ', GSI1PK="STATUS#{status}"),'))),
    "DW265": warned("DW265", (TABLE_PART, f'{TABLE_PART} ttl="expiresAt",')),
    "DW266": warned(
        "DW266",
        (ENTITY, ORDER_BY_DAY),
        with_pattern(f'Update("PO2", "postpone", {KEY}, update="SET day = {{day}}", used_by=[API])'),
    ),
    "DW267": warned("DW267", (TABLE_PART, f'{TABLE_PART} local_indexes=[LocalIndex("ByAmount", Key("amount", "N"))],')),
    "DW268": warned(
        "DW268",
        (ENTITY, ENTITY.replace("),", f", {ATTRIBUTES}),")),
        (PATTERN, PUT.replace("used_by", 'condition="version = {expected:N}", used_by') + ","),
    ),
    "DW269": warned("DW269", (ENTITY, ENTITY.replace("),", f", {ATTRIBUTES}),")), (PATTERN, f"{PUT},")),
    "DW271": warned(
        "DW271",
        (PATTERN, 'Query("PO1", "an order", PK="CUSTOMER#{customerId}", SK=begins_with("ORDER#{orderId}"), used_by=[API]),'),
    ),
    "DW272": warned("DW272", (ENTITY, REPORTS_OF_JOBS), (PATTERN, LATEST)),
    "DW273": warned("DW273", (ENTITY, ENTITY.replace("),", ', attributes={"customerId": "S", "orderId": "S", "status": "S"}),'))),
    "DW275": _hot_key,
    "DW274": warned("DW274", (PATTERN, f'{PATTERN[:-1]}.accepting("DW268", because="the version is always 1"),')),
}

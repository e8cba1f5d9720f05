"""What is asked in the name of a consumer: each action, on each table and index, with each kind of key."""

from __future__ import annotations

from modules.model import Consumer, System, TableModel
from modules.model.sample import items
from tests.access.actions import ON_ANYTHING, ON_ITEMS, ON_STREAMS, ON_TABLES
from tests.access.expectations import Right, rights
from tests.access.simulator import Document, Question, Request, wrong_answers
from tests.access.synthesized import Stack

FOREIGN_KEYS = ("ZZZ#1", "USER")
PROJECTED = {("feature_flags", "evaluator")}  # whose grants also limit the attributes
READS = {"GetItem": "Get", "BatchGetItem": "BatchGet", "Query": "Query"}


def wrong(stack: Stack, system: System, consumer: Consumer, policies: list[Document]) -> list[Question]:
    """Where these policies give the consumer more, or less, than its patterns need."""
    return wrong_answers(policies, questions(stack, system, consumer), account_id=stack.environment.account_id)


def role_name(stack: Stack, consumer: Consumer) -> str:
    return stack.environment.physical_name(f"{stack.system.replace('_', '-')}-{consumer.name}")


def table_arn(stack: Stack, table: TableModel) -> str:
    place = f"{stack.environment.region}:{stack.environment.account_id}"
    return f"arn:aws:dynamodb:{place}:table/{stack.environment.physical_name(table.name)}"


def partition_keys(table: TableModel) -> list[str]:
    """One real partition key of the table and of each index for every entity, and some that no entity has."""
    names = {table.partition_key.name, *(keys[0].name for keys in table.index_keys.values())}
    found = {str(items(table, entity, 0)[0][name]) for entity in table.entities for name in names if name in entity.keys}
    return sorted({*found, *FOREIGN_KEYS})


def questions(stack: Stack, system: System, consumer: Consumer) -> list[Question]:
    asked: list[Question] = []
    for table in system.tables:
        asked += _on_table(stack, table, consumer)
        asked += _elsewhere(stack, table, consumer)
        asked += on_its_key(stack, table, consumer)
    asked += [Question(Request(f"dynamodb:{action}", "*"), expected=False) for action in ON_ANYTHING]
    return [*asked, *_of_other_services(stack)]


def _elsewhere(stack: Stack, table: TableModel, consumer: Consumer) -> list[Question]:
    """What may be done to the table may not be done to another one, nor to an index that nobody declared."""
    place = f"arn:aws:dynamodb:{stack.environment.region}:{stack.environment.account_id}:table"
    unknown = f"{table_arn(stack, table)}/index/Unknown"
    anywhere = [Request(f"dynamodb:{action}", f"{place}/somebody-elses") for action in (*ON_ITEMS, *ON_TABLES)]
    for right in sorted(rights(table, consumer), key=str):
        read = _attributes(table, consumer, right.action, right.index)
        anywhere += [
            Request(f"dynamodb:{right.action}", resource, _context([key], read))
            for key in partition_keys(table)
            if right.covers(right.action, right.index, key)
            for resource in (f"{place}/somebody-elses", unknown)
        ]
    return [Question(request, expected=False) for request in anywhere]


def _of_other_services(stack: Stack) -> list[Question]:
    account, region = stack.environment.account_id, stack.environment.region
    asked = {
        "iam:PassRole": f"arn:aws:iam::{account}:role/somebody-elses",
        "sts:AssumeRole": f"arn:aws:iam::{account}:role/somebody-elses",
        "secretsmanager:GetSecretValue": f"arn:aws:secretsmanager:{region}:{account}:secret:somebody-elses-AbCdEf",
        "s3:GetObject": "arn:aws:s3:::somebody-elses/object",
    }
    return [Question(Request(action, resource), expected=False) for action, resource in asked.items()]


def _on_table(stack: Stack, table: TableModel, consumer: Consumer) -> list[Question]:
    granted = rights(table, consumer)
    arn = table_arn(stack, table)
    places = {"": arn, **{name: f"{arn}/index/{name}" for name in table.index_keys}}
    keys = partition_keys(table)
    asked: list[Question] = []
    for index, resource in places.items():
        for action in ON_ITEMS:
            read = _attributes(table, consumer, action, index)
            granted_here = any((right.action, right.index) == (action, index) for right in granted)
            for key in [*keys, *(_neighbours(keys) if granted_here else [])]:
                expected = _covered(granted, action, index, key)
                asked.append(Question(Request(f"dynamodb:{action}", resource, _context([key], read)), expected))
                if expected and read and (stack.system, consumer.name) in PROJECTED:
                    asked += _beyond(table, f"dynamodb:{action}", resource, key, read)
            every = all(_covered(granted, action, index, key) for key in keys)
            asked.append(Question(Request(f"dynamodb:{action}", resource, _context(keys, read)), every))
            asked.append(Question(Request(f"dynamodb:{action}", resource), _covered(granted, action, index, None)))
        for action in ON_TABLES:
            expected = action == "Scan" and _covered(granted, "Scan", index, None)
            asked.append(Question(Request(f"dynamodb:{action}", resource), expected))
    stream = f"{arn}/stream/2026-01-01T00:00:00.000"
    return asked + [Question(Request(f"dynamodb:{action}", stream), expected=False) for action in ON_STREAMS]


def _neighbours(keys: list[str]) -> list[str]:
    """Keys that begin like real ones, but end before the first separator, or go on without one."""
    kinds = sorted({key.split("#")[0] for key in keys if "#" in key})
    return [*kinds, *(f"{kind}S#1" for kind in kinds)]


def _covered(granted: set[Right], action: str, index: str, key: str | None) -> bool:
    return any(right.covers(action, index, key) for right in granted)


def _attributes(table: TableModel, consumer: Consumer, action: str, index: str) -> tuple[str, ...]:
    """Where a grant limits what is read, the request asks for just what the pattern reads."""
    for pattern in table.access_patterns:
        attributes: tuple[str, ...] = getattr(pattern, "attributes", ())
        same_place = (getattr(pattern, "index", None) or "") == index
        if consumer in pattern.used_by and attributes and type(pattern).__name__ == READS.get(action) and same_place:
            return attributes
    return ()


def _context(keys: list[str], attributes: tuple[str, ...]) -> dict[str, object]:
    context: dict[str, object] = {"dynamodb:LeadingKeys": keys}
    if attributes:
        context |= {"dynamodb:Attributes": list(attributes), "dynamodb:Select": "SPECIFIC_ATTRIBUTES"}
    return context


def _beyond(table: TableModel, action: str, resource: str, key: str, attributes: tuple[str, ...]) -> list[Question]:
    """The keys can be read besides what the pattern reads; no other attribute, and not all by naming none."""
    leading: dict[str, object] = {"dynamodb:LeadingKeys": [key]}
    with_keys = _context([key], (*attributes, *(key.name for key in table.key)))
    too_much = [_context([key], (*attributes, "secret")), leading, {**leading, "dynamodb:Select": "ALL_ATTRIBUTES"}]
    asked = [Question(Request(action, resource, context), expected=False) for context in too_much]
    return [*asked, Question(Request(action, resource, with_keys), expected=True)]


def on_its_key(stack: Stack, table: TableModel, consumer: Consumer) -> list[Question]:
    """The key that encrypts the table decrypts for DynamoDB and this table, and does nothing else; no other key does."""
    may = bool(rights(table, consumer))
    place = f"arn:aws:kms:{stack.environment.region}:{stack.environment.account_id}:key"
    asked = [(f"{place}/somebody-elses", _of_account(stack), use) for use in _uses(stack, table, may=False)]
    for arn, policy in stack.keys().items():
        asked += [(arn, policy, use) for use in _uses(stack, table, may=may)]
        # What the key's policy refuses, the consumer's must not allow either.
        asked += [(arn, _of_account(stack), use) for use in _uses(stack, table, may=may)]
    return [
        Question(Request(f"kms:{action}", arn, context, resource_policy=policy, verbatim=True), expected)
        for arn, policy, (action, context, expected) in asked
    ]


def _of_account(stack: Stack) -> Document:
    """The policy of a key that leaves everything to the account's policies."""
    root = {"AWS": f"arn:aws:iam::{stack.environment.account_id}:root"}
    return {"Version": "2012-10-17", "Statement": [{"Effect": "Allow", "Principal": root, "Action": "kms:*", "Resource": "*"}]}


def _uses(stack: Stack, table: TableModel, *, may: bool) -> list[tuple[str, dict[str, str], bool]]:
    through = {"kms:ViaService": f"dynamodb.{stack.environment.region}.amazonaws.com"}
    name = "kms:EncryptionContext:aws:dynamodb:tableName"
    for_table = {name: stack.environment.physical_name(table.name)}
    others = ("Encrypt", "GenerateDataKey", "ReEncryptFrom", "CreateGrant", "PutKeyPolicy", "ScheduleKeyDeletion")
    return [
        ("Decrypt", {**through, **for_table}, may),
        ("Decrypt", {**through, name: "somebody-elses"}, False),
        ("Decrypt", for_table, False),
        ("Decrypt", {**for_table, "kms:ViaService": f"s3.{stack.environment.region}.amazonaws.com"}, False),
        ("Decrypt", {}, False),
        *((action, {**through, **for_table}, False) for action in others),
    ]

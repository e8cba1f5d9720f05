"""Checks of a consumer's rights: each action, on each table and index, with each kind of key."""

from __future__ import annotations

import json

from dynawright.model import Consumer, System, TableModel
from dynawright.model.sample import items
from dynawright.systems import tables_in
from tests.access.actions import ON_ANYTHING, ON_ITEMS, ON_STREAMS, ON_TABLES, RETURN_VALUES, RETURNING, item_context
from tests.access.expectations import Right, rights, rights_of
from tests.access.expected import expected_of
from tests.access.functions import KeyUse, arn, deeds, key_uses, reads_stream, refusals, role_name
from tests.access.simulator import Document, Question, Request, wrong_answers
from tests.access.synthesized import Stack

FOREIGN_KEYS = ("ZZZ#1", "USER")
NEVER_USED = ("Encrypt", "ReEncryptFrom", "CreateGrant", "PutKeyPolicy", "ScheduleKeyDeletion")
READS = {"GetItem": "Get", "BatchGetItem": "BatchGet", "Query": "Query"}
KeyUseAsked = tuple[str, dict[str, str], bool]  # the action, its context, and whether it must be allowed


__all__ = [
    "account_policy",
    "as_list",
    "on_its_key",
    "other_deeds",
    "partition_keys",
    "questions",
    "role_name",
    "table_arn",
    "wrong",
]


def wrong(stack: Stack, system: System, consumer: Consumer, policies: list[Document]) -> list[Question]:
    """Return rights that these policies give in excess of the consumer's patterns and function, or lack."""
    answers = wrong_answers(policies, questions(stack, system, consumer), account_id=stack.environment.account_id)
    return [*answers, *other_deeds(stack, system, consumer, policies)]


def other_deeds(stack: Stack, system: System, consumer: Consumer, policies: list[Document]) -> list[Question]:
    """Return statements about other services as text, so that unexpected rights show."""
    expected = {(action, resource, "") for action, resource in deeds(stack, system, consumer)} | refusals(stack, consumer)
    said = {
        (action, resource, json.dumps(one["Condition"]) if "Condition" in one else "")
        for policy in policies
        for one in policy["Statement"]
        for action in as_list(one["Action"])
        for resource in as_list(one["Resource"])
        if not action.startswith(("dynamodb:", "kms:"))
    }
    return [
        Question(Request(action, resource), expected=found in expected)
        for found in sorted(said ^ expected)
        for action, resource, _ in [found]
    ]


def as_list(value: str | list[str]) -> list[str]:
    return [value] if isinstance(value, str) else value


def table_arn(stack: Stack, table: TableModel) -> str:
    return arn(stack, "dynamodb", f"table/{stack.environment.physical_name(table.name)}")


def partition_keys(table: TableModel) -> list[str]:
    """Return a real partition key of table and indexes for every entity, and some keys of no entity."""
    names = {table.partition_key.name, *(keys[0].name for keys in table.index_keys.values())}
    found = {str(items(table, entity, 0)[0][name]) for entity in table.entities for name in names if name in entity.keys}
    return sorted({*found, *FOREIGN_KEYS})


def questions(stack: Stack, system: System, consumer: Consumer) -> list[Question]:
    asked: list[Question] = []
    for table in tables_in(stack.environment, system):
        asked += _on_table(stack, table, consumer)
        asked += _elsewhere(stack, table, consumer)
        asked += on_its_key(stack, table, consumer)
    asked += [Question(Request(f"dynamodb:{action}", "*"), expected=False) for action in ON_ANYTHING]
    return [*asked, *_on_its_key_otherwise(stack, consumer), *_of_other_services(stack)]


def _elsewhere(stack: Stack, table: TableModel, consumer: Consumer) -> list[Question]:
    """Return the table's actions on another table and on an undeclared index, which must be denied."""
    place = arn(stack, "dynamodb", "table")
    unknown = f"{table_arn(stack, table)}/index/Unknown"
    anywhere = [Request(f"dynamodb:{action}", f"{place}/somebody-elses") for action in (*ON_ITEMS, *ON_TABLES)]
    stream = f"{place}/somebody-elses/stream/2026-01-01T00:00:00.000"
    anywhere += [Request(f"dynamodb:{action}", stream) for action in ON_STREAMS]
    keys = partition_keys(table)
    for right in sorted(rights(table, consumer), key=str):
        anywhere += [
            Request(
                f"dynamodb:{right.action}",
                resource,
                _context(right.action, [key], _attributes(table, consumer, right.action, right.index, key)),
            )
            for key in keys
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
    whole = table_arn(stack, table)
    places = {"": whole, **{name: f"{whole}/index/{name}" for name in table.index_keys}}
    keys = partition_keys(table)
    asked: list[Question] = []
    for index, resource in places.items():
        for action in ON_ITEMS:
            granted_here = any((right.action, right.index) == (action, index) for right in granted)
            for key in [*keys, *(_neighbours(keys) if granted_here else [])]:
                expected = _covered(granted, action, index, key)
                read = _attributes(table, consumer, action, index, key)
                asked.append(Question(Request(f"dynamodb:{action}", resource, _context(action, [key], read)), expected))
                asked += _returning(granted, action, index, resource, key) if granted_here else []
                if expected and read and _is_projected(stack, consumer):
                    asked += _beyond(table, action, resource, key, read)
            every = all(_covered(granted, action, index, key) for key in keys)
            read = _attributes(table, consumer, action, index, keys[0])
            asked.append(Question(Request(f"dynamodb:{action}", resource, _context(action, keys, read)), every))
            without_key = Request(f"dynamodb:{action}", resource, _context(action, None, ()))
            asked.append(Question(without_key, _covered(granted, action, index, None)))
        for action in ON_TABLES:
            expected = action == "Scan" and _covered(granted, "Scan", index, None)
            asked.append(Question(Request(f"dynamodb:{action}", resource), expected))
    stream, reads = f"{whole}/stream/2026-01-01T00:00:00.000", reads_stream(stack, table.name, consumer)
    return asked + [Question(Request(f"dynamodb:{action}", stream), expected=reads) for action in ON_STREAMS]


def _is_projected(stack: Stack, consumer: Consumer) -> bool:
    """Return whether its grants limit attributes; with a cache, the cache's role reads all of them."""
    expected = expected_of(stack.system)
    cached = expected.cache[2] if expected.cache and stack.environment.for_system(stack.system).cache.enabled else ()
    return consumer.name in expected.projected and consumer.name not in cached


def _neighbours(keys: list[str]) -> list[str]:
    """Return keys that begin like real ones, but end before the first separator or lack it."""
    kinds = sorted({key.split("#")[0] for key in keys if "#" in key})
    return [*kinds, *(f"{kind}S#1" for kind in kinds)]


def _returning(granted: set[Right], action: str, index: str, resource: str, key: str) -> list[Question]:
    """Return writes with ReturnValues: the pattern's are allowed; parts of transactions may omit them."""
    return [
        Question(
            Request(f"dynamodb:{action}", resource, item_context(action, [key], returns)),
            expected=any(right.covers(action, index, key, returns) for right in granted),
        )
        for returns in (None, *RETURN_VALUES)
        if action in RETURNING
    ]


def _covered(granted: set[Right], action: str, index: str, key: str | None) -> bool:
    return any(right.covers(action, index, key) for right in granted)


def _attributes(table: TableModel, consumer: Consumer, action: str, index: str, key: str) -> tuple[str, ...]:
    """Return the attributes of this key's pattern if reads are limited, else of the first pattern."""
    found: list[tuple[str, ...]] = []
    for pattern in table.access_patterns:
        attributes: tuple[str, ...] = getattr(pattern, "attributes", ())
        same_place = (getattr(pattern, "index", None) or "") == index
        if consumer in pattern.used_by and attributes and type(pattern).__name__ == READS.get(action) and same_place:
            if any(right.covers(action, index, key) for right in rights_of(table, pattern)):
                return attributes
            found.append(attributes)
    return found[0] if found else ()


def _context(action: str, keys: list[str] | None, attributes: tuple[str, ...]) -> dict[str, object]:
    context = item_context(action, keys)
    if attributes:
        context |= {"dynamodb:Attributes": list(attributes), "dynamodb:Select": "SPECIFIC_ATTRIBUTES"}
    return context


def _beyond(table: TableModel, action: str, resource: str, key: str, attributes: tuple[str, ...]) -> list[Question]:
    """Return reads of attributes: allowed are the pattern's and keys, not others and not all."""
    leading: dict[str, object] = {"dynamodb:LeadingKeys": [key]}
    with_keys = _context(action, [key], (*attributes, *(key.name for key in table.key)))
    too_much = [_context(action, [key], (*attributes, "secret")), leading, {**leading, "dynamodb:Select": "ALL_ATTRIBUTES"}]
    asked = [Question(Request(f"dynamodb:{action}", resource, context), expected=False) for context in too_much]
    return [*asked, Question(Request(f"dynamodb:{action}", resource, with_keys), expected=True)]


def on_its_key(stack: Stack, table: TableModel, consumer: Consumer) -> list[Question]:
    """Return uses of keys: only the table's key decrypts, through DynamoDB, for this table."""
    may = bool(rights(table, consumer)) or reads_stream(stack, table.name, consumer)
    return [*_asked_of_keys(stack, _uses(stack, table, may=may)), *_asked_of_another_key(stack, _uses(stack, table, may=False))]


def _on_its_key_otherwise(stack: Stack, consumer: Consumer) -> list[Question]:
    """Return uses of the key for the consumer's other resources, each by its service and action."""
    mine = key_uses(stack, consumer)
    strangers = {KeyUse(one.action, one.service, one.context, one.neighbor or one.thing + "-elses") for one in mine} | {
        KeyUse("Decrypt", "secretsmanager", "SecretARN", arn(stack, "secretsmanager", "secret:somebody-elses-AbCdEf")),
        KeyUse("Decrypt", "lambda", "aws:lambda:FunctionArn", arn(stack, "lambda", "function:somebody-elses")),
        KeyUse("GenerateDataKey", "s3", "aws:s3:arn", "arn:aws:s3:::somebody-elses"),
        KeyUse("GenerateDataKey", "sns", "aws:sns:topicArn", arn(stack, "sns", "somebody-elses")),
    }
    uses: list[KeyUseAsked] = []
    for one in sorted(mine | strangers, key=str):
        through = {"kms:ViaService": f"{one.service}.{stack.environment.region}.amazonaws.com"}
        for_thing = {f"kms:EncryptionContext:{one.context}": one.thing}
        for action in ("Decrypt", "GenerateDataKey", *NEVER_USED):
            may = KeyUse(action, one.service, one.context, one.thing) in mine
            uses.append((action, {**through, **for_thing}, may))
        uses += [(one.action, context, False) for context in (through, for_thing)]
    nowhere = [(action, context, False) for action, context, _ in uses]
    return [*_asked_of_keys(stack, uses), *_asked_of_another_key(stack, nowhere)]


def _asked_of_keys(stack: Stack, uses: list[KeyUseAsked]) -> list[Question]:
    asked = []
    for key, policy in stack.keys().items():
        asked += [_of_key(key, policy, use) for use in uses]
        # The consumer's policy must not allow what the key's policy refuses.
        asked += [_of_key(key, account_policy(stack), use) for use in uses]
    return asked


def _asked_of_another_key(stack: Stack, uses: list[KeyUseAsked]) -> list[Question]:
    return [_of_key(arn(stack, "kms", "key/somebody-elses"), account_policy(stack), use) for use in uses]


def _of_key(key: str, policy: Document, use: KeyUseAsked) -> Question:
    action, context, expected = use
    return Question(Request(f"kms:{action}", key, context, resource_policy=policy, verbatim=True), expected)


def account_policy(stack: Stack) -> Document:
    """A key policy that leaves all decisions to the account's policies."""
    root = {"AWS": f"arn:aws:iam::{stack.environment.account_id}:root"}
    return {"Version": "2012-10-17", "Statement": [{"Effect": "Allow", "Principal": root, "Action": "kms:*", "Resource": "*"}]}


def _uses(stack: Stack, table: TableModel, *, may: bool) -> list[KeyUseAsked]:
    through = {"kms:ViaService": f"dynamodb.{stack.environment.region}.amazonaws.com"}
    name = "kms:EncryptionContext:aws:dynamodb:tableName"
    for_table = {name: stack.environment.physical_name(table.name)}
    others = ("GenerateDataKey", *NEVER_USED)
    return [
        ("Decrypt", {**through, **for_table}, may),
        ("Decrypt", {**through, name: "somebody-elses"}, False),
        ("Decrypt", for_table, False),
        ("Decrypt", {**for_table, "kms:ViaService": f"s3.{stack.environment.region}.amazonaws.com"}, False),
        ("Decrypt", {}, False),
        *((action, {**through, **for_table}, False) for action in others),
    ]

"""What a consumer's role needs: its patterns, its function's resources, and permitted calls."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from urllib.parse import urlsplit

from dynawright.model import Consumer, TableModel, Use
from dynawright.rules.derived.grant import Grant, allow
from dynawright.rules.derived.need import Need, needs
from dynawright.rules.derived.patterns import asks, grants_of
from dynawright.rules.derived.things import (
    BUS,
    CLUSTER,
    FUNCTION,
    LOG_GROUP,
    ROLE,
    SECRET,
    STREAM,
    TABLE,
    TOPIC,
    arn_of,
    at,
    endpoint,
    intent_of,
    key_of,
    named,
    names_of,
    of_table,
    sending,
    through,
    used_by,
    writing_logs,
)
from dynawright.rules.derived.written import Written, written_of
from dynawright.rules.resources import Document, Resource

READ_STREAM = ("kinesis:DescribeStreamSummary", "kinesis:GetRecords", "kinesis:GetShardIterator", "kinesis:ListShards")
WRITES = ("dynamodb:DeleteItem", "dynamodb:PutItem", "dynamodb:UpdateItem")
LOGGING = ("logs:CreateLogStream", "logs:PutLogEvents")
CONNECTING = (
    *("ec2:AssignPrivateIpAddresses", "ec2:CreateNetworkInterface", "ec2:DeleteNetworkInterface"),
    "ec2:UnassignPrivateIpAddresses",
)
LOOKING = ("ec2:DescribeNetworkInterfaces", "ec2:DescribeSubnets")
TYPES = {"topic": TOPIC, "secret": SECRET, "event_bus": BUS, "log_group": LOG_GROUP, "data_stream": STREAM}
"""Word for a resource in models and function.json → its type."""
VARIABLES = ("environment", "variables")
NOTE = "projections"
"""Key of the note beside a policy that limits the attributes read."""


def of_consumer(role: Resource, document: Document) -> Iterator[Need]:
    """Yield the grants of a consumer's role; nothing for any other role."""
    consumer = consumer_of(role, document)
    if consumer is None:
        return
    for table, model in tables(document):
        yield from _of_patterns(role, consumer, table, model, document)
    for name, variable in intent_of(document).functions.get(consumer.name, {}).items():
        for thing in _things(variable.kind, variable.name, document):
            yield from needs(f"variable {name} names it", call(thing, document))
    for use in intent_of(document).uses.get(names_of(document).name(role), ()):
        yield from _of_use(use, document)
    yield from _of_lambda(role, document)
    yield from _of_search(role, document)
    yield from _of_sessions(role, document)
    yield from _of_cache(role, consumer, document)


def _of_lambda(role: Resource, document: Document) -> Iterator[Need]:
    """Yield what Lambda needs: logs, and VPC interfaces that the functions' code can't use."""
    of_stack = any(used_by(document, FUNCTION, ("role",), role))
    if of_stack or '"lambda.amazonaws.com"' not in str(role.get("assume_role_policy", "")):
        return
    functions = intent_of(document).run_by.get(names_of(document).name(role), ())
    for group in (arn_of(document, "logs", f"log-group:/aws/lambda/{function}") for function in functions):
        made, written = allow(("logs:CreateLogGroup",), group, f"{group}:*"), allow(LOGGING, f"{group}:*")
        yield from needs("functions that run with it write their logs", made, written)
    if intent_of(document).in_network:
        codes = {
            "ArnEquals": {"lambda:SourceFunctionArn": [arn_of(document, "lambda", f"function:{name}") for name in functions]}
        }
        refused = [replace(grant, denies=True) for grant in allow(CONNECTING, "*", when=codes)]
        connecting = [*allow(CONNECTING, arn_of(document, "ec2", "*/*")), *allow(LOOKING, "*")]
        yield from needs("Lambda connects functions to the VPC", connecting)
        yield from needs("the functions' own code changes no interfaces", refused)


def of_cache(role: Resource, document: Document) -> Iterator[Need]:
    """Yield what a cache's role needs: the consumers' rights on its table."""
    for cluster in document.of_type(CLUSTER):
        if not named(document, cluster.get("iam_role_arn"), role):
            continue
        for table, model in tables(document):
            if not is_cached(cluster, table, document):
                continue
            arn = names_of(document).arn(table)
            yield from needs("the cache reads the key's attributes", allow(("dynamodb:DescribeTable",), arn))
            yield from needs("the cache reads the table", of_table(document, table))
            for consumer in askers(cluster, document):
                every = grants_of(model, consumer, arn, any_returns=True)
                needed = [(grant, ask) for grant, ask in every if _goes_through(consumer, ask.action)]
                yield from (Need(grant, f"pattern {ask.pattern} of {consumer.name}") for grant, ask in needed)
                if consumer.cache != "reads" and any(
                    type(pattern).__name__ == "TransactWrite" and consumer in pattern.used_by for pattern in model.access_patterns
                ):
                    again = [replace(grant, action="dynamodb:GetItem") for grant, _ in needed if grant.action in WRITES]
                    yield from needs("the cache reads what a transaction wrote", again)


def consumer_of(role: Resource, document: Document) -> Consumer | None:
    """Return the consumer whose name the role has."""
    return intent_of(document).roles.get(names_of(document).name(role))


def tables(document: Document) -> Iterator[tuple[Resource, TableModel]]:
    """Yield each table of the model that the document builds."""
    for table in document.of_type(TABLE):
        model = intent_of(document).tables.get(names_of(document).name(table))
        if model is not None:
            yield table, model


def askers(cluster: Resource, document: Document) -> list[Consumer]:
    """Return the consumers whose roles may use a cache."""
    arn = names_of(document).arn(cluster)
    asking = [
        role for role in document.of_type(ROLE) if any(grant.resource == arn for grant in written_of(role, document).grants)
    ]
    consumers = [consumer_of(role, document) for role in asking]
    return [consumer for consumer in consumers if consumer is not None]


def is_cached(cluster: Resource, table: Resource, document: Document) -> bool:
    """Whether the cache's role names the table."""
    role = document.referred(cluster.get("iam_role_arn"))
    arn = names_of(document).arn(table)
    return role is not None and any(grant.resource == arn for grant in written_of(role, document).grants)


def call(thing: Resource, document: Document) -> list[Grant]:
    """Return the rights needed to use one of the stack's topics, secrets or buses."""
    arn, key = names_of(document).arn(thing), key_of(thing, document)
    if thing.type == TOPIC:
        return sending(document, f"${{{thing.address}.arn}}")
    if thing.type == SECRET:
        return [*allow(("secretsmanager:GetSecretValue",), arn), *through(document, key, "secretsmanager", SecretARN=arn)]
    if thing.type == BUS:
        return allow(("events:PutEvents",), arn)
    if thing.type == LOG_GROUP:
        return writing_logs(document, thing)
    return [*allow(READ_STREAM, arn), *through(document, key, "kinesis")]


def below(secret: Resource, document: Document) -> tuple[list[Grant], list[Grant]]:
    """Return the rights to read the secrets below a prefix, and those needed besides to create them."""
    arn, key = arn_of(document, "secretsmanager", f"secret:{names_of(document).name(secret)}/*"), key_of(secret, document)

    def use(actions: tuple[str, ...], of: str) -> list[Grant]:
        service = {"kms:ViaService": endpoint(document, "secretsmanager")}
        conditions = {"StringEquals": service, "StringLike": {"kms:EncryptionContext:SecretARN": of}}
        return allow(actions, key, when=conditions) if key else []

    reading = [*allow(("secretsmanager:GetSecretValue",), arn), *use(("kms:Decrypt",), arn)]
    making = [
        *allow(("secretsmanager:CreateSecret", "secretsmanager:PutSecretValue"), arn),
        *use(("kms:GenerateDataKey",), arn),
        *use(("kms:Decrypt", "kms:GenerateDataKey"), "RequestToValidateKeyAccess"),
    ]
    return reading, making


def _of_patterns(role: Resource, consumer: Consumer, table: Resource, model: TableModel, document: Document) -> Iterator[Need]:
    arn = names_of(document).arn(table)
    projections = _is_projected(written_of(role, document), arn)
    granted = grants_of(model, consumer, arn, projections=projections)
    yield from (Need(grant, f"pattern {ask.pattern}") for grant, ask in granted)
    if granted:
        yield from needs("its patterns read or write the table", of_table(document, table))
        yield from needs("some clients need it", allow(("dynamodb:DescribeTable",), arn), required=False)


def _of_use(use: Use, document: Document) -> Iterator[Need]:
    """Yield what a declared use needs, of each thing that is built."""
    for thing in _things(use.kind, use.thing, document):
        if use.is_below:
            reading, making = below(thing, document)
            grants = [*reading, *(making if use.makes else ())]
        elif use.streams is not None:
            grants = writing_logs(document, thing, f"log-stream:{use.streams}")
        else:
            grants = call(thing, document)
        yield from needs(f"its consumer uses {use.kind} {use.name}", grants)


def _things(kind: str, name: str, document: Document) -> list[Resource]:
    """Return what is built of a kind with such a name; an asterisk in it is any text."""
    names, fitting = names_of(document), re.compile(re.escape(name).replace(r"\*", ".*"))
    things = document.of_type(TYPES[kind]) if kind in TYPES else []
    return [thing for thing in things if fitting.fullmatch(names.name(thing).removesuffix(".fifo"))]


def _is_projected(written: Written, arn: str) -> bool:
    """Whether the stack grants this table with projections: a note beside the policy says so."""
    policies = {policy.address for grant, policy in written.placed if grant.resource.startswith(arn)}
    return any(policy.notes.get("dynawright", {}).get(NOTE) is True for policy in written.policies if policy.address in policies)


def _of_search(role: Resource, document: Document) -> Iterator[Need]:
    """Yield what writing to a search index needs: for functions with its address, and declared users."""
    settings, names = intent_of(document).settings, names_of(document)
    declared = any(use.kind == "search_index" for use in intent_of(document).uses.get(names.name(role), ()))
    environments = (
        value for function in used_by(document, FUNCTION, ("role",), role) for value in at(function.values, VARIABLES)
    )
    addresses = {text for variables in environments if isinstance(variables, Mapping) for text in map(str, variables.values())}
    is_told = any(text in addresses for text in settings if text.startswith("https://"))
    if declared or is_told:
        yield from needs("its search index", _searching(document), required=is_told)


def _searching(document: Document) -> list[Grant]:
    settings = intent_of(document).settings
    paths = {urlsplit(text).path.rstrip("/") for text in settings if text.startswith("https://")}
    domains = [text for text in settings if text.startswith("arn:aws:es:")]
    collections = [text for text in settings if text.startswith("arn:aws:aoss:")]
    posts = allow(("es:ESHttpPost",), *(f"{arn}{path}/_bulk" for arn in domains for path in paths)) if domains and paths else []
    return posts + (allow(("aoss:APIAccessAll",), *collections) if collections else [])


def _of_sessions(role: Resource, document: Document) -> Iterator[Need]:
    """Yield the right to open a tenant's sessions, for the role that the tenant's role trusts."""
    for tenant in document.of_type(ROLE):
        consumer = consumer_of(tenant, document)
        trusted = names_of(document).written_out(str(tenant.get("assume_role_policy", "")))
        if consumer is not None and consumer.tenant_key and f'"{names_of(document).arn(role)}"' in trusted:
            session = allow(("sts:AssumeRole", "sts:TagSession"), names_of(document).arn(tenant))
            yield from needs(f"it opens sessions of {consumer.name}", session)


def _of_cache(role: Resource, consumer: Consumer, document: Document) -> Iterator[Need]:
    if consumer.tenant_key:
        return
    for cluster in document.of_type(CLUSTER):
        for table, model in tables(document):
            if is_cached(cluster, table, document):
                actions = sorted({f"dax:{ask.action}" for ask in asks(model, consumer) if _goes_through(consumer, ask.action)})
                grants = allow(actions, names_of(document).arn(cluster))
                if consumer.cache is None:
                    yield from _whole("the stack lets it use the cache", grants, role, document)
                else:
                    yield from needs(f"it sends its {consumer.cache} through the cache", grants)


def _goes_through(consumer: Consumer, action: str) -> bool:
    """Whether the action goes through the cache: a consumer may be limited to reads or writes there."""
    changes = any(verb in action for verb in ("Write", "Put", "Update", "Delete", "Check"))
    return {None: True, "reads": not changes, "writes": changes}[consumer.cache]


def _whole(why: str, group: list[Grant], role: Resource, document: Document) -> list[Need]:
    """Return grants that a role may have together or not at all."""
    narrower = [grant for grant in written_of(role, document).grants if any(wide.covers(grant) for wide in group)]
    kept = group if not narrower else [_as_written(grant, narrower) for grant in group]
    return needs(why, kept, required=bool(narrower))


def _as_written(grant: Grant, written: list[Grant]) -> Grant:
    """Return a grant limited to the written part of its resource, such as some streams of a log group."""
    parts = {narrower.resource for narrower in written if _is_below(narrower.resource, grant.resource)}
    return replace(grant, resource=parts.pop()) if len(parts) == 1 else grant


def _is_below(resource: str, pattern: str) -> bool:
    return pattern.endswith("*") and resource.startswith(pattern[:-1])

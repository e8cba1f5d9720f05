"""Checks of a table whose policy admits a partner, and of its key: requests by the partner and others."""

from __future__ import annotations

from dataclasses import dataclass

from dynawright.model import TableModel
from dynawright.model.sample import items
from tests.access.actions import ON_ITEMS, ON_TABLES, item_context
from tests.access.applications import COMPLETE, Application
from tests.access.functions import arn
from tests.access.simulator import Document, Question, Request, wrong_answers
from tests.access.synthesized import Stack
from tests.complete.stacks.library.model import HISTORY

ACCOUNT, OTHER_ACCOUNT, THIRD_ACCOUNT = "111111111111", "555555555555", "666666666666"
ORGANIZATION = "o-a1b2c3d4e5"
ADMITTED = ("GetItem", "PutItem")
ANYTHING: Document = {"Version": "2012-10-17", "Statement": [{"Effect": "Allow", "Action": "*", "Resource": "*"}]}
ORDINARY = {"aws:SecureTransport": "true", "aws:PrincipalIsAWSService": "false", "aws:PrincipalOrgID": ORGANIZATION}


@dataclass(frozen=True)
class Partnered:
    """A system with a table that admits the role `partner` of an account."""

    stack: Stack
    table: TableModel
    other_table: str
    """Another table with the same key."""
    own_role: str
    """A role of the system that uses the table."""
    partner_account: str

    @property
    def role(self) -> str:
        return partner(self.partner_account)

    @property
    def table_policy(self) -> Document:
        (found,) = self.stack.resources["aws_dynamodb_resource_policy"].values()
        return self.stack.document(found["policy"])

    @property
    def key_policy(self) -> Document:
        (found,) = self.stack.keys().values()
        return found

    @property
    def key(self) -> str:
        """The partition key of an item."""
        return str(items(self.table, self.table.entities[0], 0)[0][self.table.partition_key.name])

    @property
    def index(self) -> str:
        return next(iter(self.table.index_keys))


def library(partner_account: str, organization_id: str | None) -> Partnered:
    """The library, whose history admits the partner."""
    stack = partnered_stack(COMPLETE, "library", partner_account, organization_id)
    return Partnered(stack, HISTORY, "library-loans", "library-reports", partner_account)


def partnered_stack(application: Application, system: str, partner_account: str, organization_id: str | None) -> Stack:
    """A system with a partner's role, in a local environment."""
    own = {system: {"partner_role_arn": partner(partner_account)}}
    environment = application.environment("local", organization_id=organization_id, systems=own)
    return application.built(environment, system)[system]


def partner(account: str) -> str:
    return f"arn:aws:iam::{account}:role/partner"


def wrong(partnered: Partnered, table_policy: Document, key_policy: Document) -> list[Question]:
    """Return where these policies admit others, or give the partner more or less than its patterns."""
    partners, ours = _by_partner(partnered, table_policy, key_policy), _by_us(partnered, table_policy)
    # Within an account a resource's policy suffices; across accounts, the role's own policies must allow it too.
    identity = [] if partnered.role.split(":")[4] == ACCOUNT else [ANYTHING]
    return [*wrong_answers(identity, partners, account_id=ACCOUNT), *wrong_answers([ANYTHING], ours, account_id=ACCOUNT)]


def _by_partner(partnered: Partnered, table_policy: Document, key_policy: Document) -> list[Question]:
    return [
        *_admitted(partnered, table_policy),
        *_everybody_else(partnered, table_policy),
        *_without_tls(partnered, table_policy),
        *_outside(partnered, table_policy),
        *_key(partnered, key_policy),
    ]


def _admitted(partnered: Partnered, policy: Document) -> list[Question]:
    on_table = [
        Question(_request(partnered, policy, action, partnered.role), action in ADMITTED, "the admitted role")
        for action in (*ON_ITEMS, *ON_TABLES)
    ]
    on_index = [
        Question(
            _request(partnered, policy, action, partnered.role, index=partnered.index), expected=False, topic="the admitted role"
        )
        for action in ("Query", "Scan", "PartiQLSelect")
    ]
    on_table += [
        Question(
            _request(partnered, policy, "PutItem", partnered.role, {"dynamodb:ReturnValues": value}), expected=False, topic=topic
        )
        for topic, value in {"what it overwrites": "ALL_OLD", "what it wrote": "ALL_NEW"}.items()
    ]
    return on_table + on_index


def _everybody_else(partnered: Partnered, policy: Document) -> list[Question]:
    """Return other roles of the partner's account, the same name elsewhere, and similar names."""
    account = partnered.role.split(":")[4]
    others = [f"arn:aws:iam::{account}:{rest}" for rest in ("role/other", "role/partner2", "role/x/partner", "user/partner")]
    return [
        Question(_request(partnered, policy, action, other), expected=False, topic="everybody else")
        for other in [*others, partner(THIRD_ACCOUNT)]
        for action in (*ON_ITEMS, "Scan")
    ]


def _without_tls(partnered: Partnered, policy: Document) -> list[Question]:
    return [
        Question(
            _request(partnered, policy, action, partnered.role, {"aws:SecureTransport": "false"}),
            expected=False,
            topic="without TLS",
        )
        for action in (*ON_ITEMS, "Scan")
    ]


def _outside(partnered: Partnered, policy: Document) -> list[Question]:
    """Return requests of the partner from another organization or none, refused if an organization is set."""
    open_to_all = partnered.stack.environment.organization_id is None
    return [
        Question(request, expected=open_to_all, topic="outside the organization")
        for action in ADMITTED
        for request in (
            _request(partnered, policy, action, partnered.role, {"aws:PrincipalOrgID": "o-zzzzzzzzzz"}),
            _request(partnered, policy, action, partnered.role, {"aws:PrincipalOrgID": None}),
        )
    ]


def _key(partnered: Partnered, policy: Document) -> list[Question]:
    """Return uses of the key: it decrypts for the partner through DynamoDB, for this table only."""
    (arn,) = partnered.stack.keys()
    role, other = partnered.role, f"{partnered.role}2"
    through = {"kms:ViaService": "dynamodb.ap-northeast-1.amazonaws.com"}
    name = "kms:EncryptionContext:aws:dynamodb:tableName"
    results = {name: partnered.stack.environment.physical_name(partnered.table.name)}
    asked = [
        ("Decrypt", role, {**through, **results}, True),
        ("Decrypt", other, {**through, **results}, False),
        ("Decrypt", role, {**through, name: partnered.stack.environment.physical_name(partnered.other_table)}, False),
        ("Decrypt", role, {**results, "kms:ViaService": "s3.ap-northeast-1.amazonaws.com"}, False),
        ("Decrypt", role, results, False),
        ("Encrypt", role, {**through, **results}, False),
        ("GenerateDataKey", role, {**through, **results}, False),
        ("CreateGrant", role, {**through, **results}, False),
        ("PutKeyPolicy", role, {}, False),
    ]
    return [
        Question(Request(f"kms:{action}", arn, context, principal, policy, verbatim=True), expected, "the key")
        for action, principal, context, expected in asked
    ]


def _by_us(partnered: Partnered, policy: Document) -> list[Question]:
    """Return requests that the application's policies allow, denied without TLS or from outside."""
    application = f"arn:aws:iam::{ACCOUNT}:role/{partnered.stack.environment.physical_name(partnered.own_role)}"
    open_to_all = partnered.stack.environment.organization_id is None
    circumstances: list[tuple[str, dict[str, str | None], bool]] = [
        ("the application", {}, True),
        ("without TLS", {"aws:SecureTransport": "false"}, False),
        ("outside the organization", {"aws:PrincipalOrgID": "o-zzzzzzzzzz"}, open_to_all),
        ("outside the organization", {"aws:PrincipalOrgID": None}, open_to_all),
        ("services of AWS", {"aws:PrincipalOrgID": None, "aws:PrincipalIsAWSService": "true"}, True),
    ]
    service_role = (
        f"arn:aws:iam::{ACCOUNT}:role/aws-service-role/replication.dynamodb.amazonaws.com/AWSServiceRoleForDynamoDBReplication"
    )
    replication = [
        Question(_request(partnered, policy, action, service_role, {"aws:PrincipalOrgID": None}), True, "services of AWS")
        for action in ("GetItem", "PutItem", "Scan")
    ]
    return replication + [
        Question(_request(partnered, policy, action, application, changed, index=index), expected, topic)
        for topic, changed, expected in circumstances
        for action, index in (("GetItem", None), ("Query", None), ("Query", partnered.index), ("Scan", None), ("PutItem", None))
    ]


def _request(
    partnered: Partnered,
    policy: Document,
    action: str,
    principal: str,
    changed: dict[str, str | None] | None = None,
    index: str | None = None,
) -> Request:
    """Return an ordinary request with changes; None removes a part of the context."""
    table = arn(partnered.stack, "dynamodb", f"table/{partnered.stack.environment.physical_name(partnered.table.name)}")
    asked = {**item_context(action, [partnered.key]), **ORDINARY, **(changed or {})}
    context = {name: value for name, value in asked.items() if value is not None}
    return Request(f"dynamodb:{action}", f"{table}/index/{index}" if index else table, context, principal, policy)

"""What is asked of the results table, and of its key, by the admitted role and by everybody else."""

from __future__ import annotations

from pathlib import Path

from dynawright.settings import load
from stacks.ai_chef.settings import AiChefSettings
from tests.access.actions import ON_ITEMS, ON_TABLES
from tests.access.simulator import Document, Question, Request, wrong_answers
from tests.access.synthesized import Stack, one_stack

ACCOUNT, OTHER_ACCOUNT, THIRD_ACCOUNT = "111111111111", "555555555555", "666666666666"
ORGANIZATION = "o-a1b2c3d4e5"
ADMITTED = ("GetItem", "PutItem")
ANYTHING: Document = {"Version": "2012-10-17", "Statement": [{"Effect": "Allow", "Action": "*", "Resource": "*"}]}
ORDINARY = {"aws:SecureTransport": "true", "aws:PrincipalIsAWSService": "false", "aws:PrincipalOrgID": ORGANIZATION}

ENVIRONMENT = """
name: partnered
project: acme
account_id: "{account}"
region: ap-northeast-1
state: {{local: true}}
systems:
  ai_chef:
    partner_role_arn: {role}
"""


def partnered(folder: Path, partner_account: str, organization_id: str | None) -> Stack:
    """ai_chef with a partner's role, in an environment of our account."""
    text = ENVIRONMENT.format(account=ACCOUNT, role=partner(partner_account))
    if organization_id is not None:
        text += f"organization_id: {organization_id}\n"
    file = folder / "partnered.yaml"
    file.write_text(text)
    return one_stack(load(file), "ai_chef", folder / "out")


def partner(account: str) -> str:
    return f"arn:aws:iam::{account}:role/partner"


def role_of(stack: Stack) -> str:
    settings = stack.environment.for_system("ai_chef")
    assert isinstance(settings, AiChefSettings)
    role = settings.partner_role_arn
    assert role is not None
    return role


def table_policy(stack: Stack) -> Document:
    (found,) = stack.resources["aws_dynamodb_resource_policy"].values()
    return stack.document(found["policy"])


def key_policy(stack: Stack) -> Document:
    (found,) = stack.keys().values()
    return found


def wrong(stack: Stack, table_policy: Document, key_policy: Document) -> list[Question]:
    """Where these policies admit others than the partner, or the partner to more or less than its patterns."""
    partners, ours = _by_partner(stack, table_policy, key_policy), _by_us(stack, table_policy)
    # Within an account a resource's policy is enough; across accounts, the role's own account must let it too.
    identity = [] if role_of(stack).split(":")[4] == ACCOUNT else [ANYTHING]
    return [*wrong_answers(identity, partners, account_id=ACCOUNT), *wrong_answers([ANYTHING], ours, account_id=ACCOUNT)]


def _by_partner(stack: Stack, table_policy: Document, key_policy: Document) -> list[Question]:
    return [
        *_admitted(stack, table_policy),
        *_everybody_else(stack, table_policy),
        *_without_tls(stack, table_policy),
        *_outside(stack, table_policy),
        *_key(stack, key_policy),
    ]


def _admitted(stack: Stack, policy: Document) -> list[Question]:
    on_table = [
        Question(_request(policy, action, role_of(stack)), action in ADMITTED, "the admitted role")
        for action in (*ON_ITEMS, *ON_TABLES)
    ]
    on_index = [
        Question(_request(policy, action, role_of(stack), index="sessionId-index"), expected=False, topic="the admitted role")
        for action in ("Query", "Scan", "PartiQLSelect")
    ]
    return on_table + on_index


def _everybody_else(stack: Stack, policy: Document) -> list[Question]:
    """Neighbours in the partner's account, a role of the same name elsewhere, and names that begin or end alike."""
    account = role_of(stack).split(":")[4]
    others = [f"arn:aws:iam::{account}:{rest}" for rest in ("role/other", "role/partner2", "role/x/partner", "user/partner")]
    return [
        Question(_request(policy, action, other), expected=False, topic="everybody else")
        for other in [*others, partner(THIRD_ACCOUNT)]
        for action in (*ON_ITEMS, "Scan")
    ]


def _without_tls(stack: Stack, policy: Document) -> list[Question]:
    return [
        Question(_request(policy, action, role_of(stack), {"aws:SecureTransport": "false"}), expected=False, topic="without TLS")
        for action in (*ON_ITEMS, "Scan")
    ]


def _outside(stack: Stack, policy: Document) -> list[Question]:
    """The partner itself, from another organization or from none: refused where an organization is set."""
    open_to_all = stack.environment.organization_id is None
    return [
        Question(request, expected=open_to_all, topic="outside the organization")
        for action in ADMITTED
        for request in (
            _request(policy, action, role_of(stack), {"aws:PrincipalOrgID": "o-zzzzzzzzzz"}),
            _request(policy, action, role_of(stack), {"aws:PrincipalOrgID": None}),
        )
    ]


def _key(stack: Stack, policy: Document) -> list[Question]:
    """Decrypts the results for DynamoDB, for the partner alone; nothing of it without DynamoDB or for another table."""
    (arn,) = stack.keys()
    role, other = role_of(stack), f"{role_of(stack)}2"
    through = {"kms:ViaService": "dynamodb.ap-northeast-1.amazonaws.com"}
    name = "kms:EncryptionContext:aws:dynamodb:tableName"
    results = {name: stack.environment.physical_name("ai-chef-results")}
    asked = [
        ("Decrypt", role, {**through, **results}, True),
        ("Decrypt", other, {**through, **results}, False),
        ("Decrypt", role, {**through, name: stack.environment.physical_name("ai-chef-sessions")}, False),
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


def _by_us(stack: Stack, policy: Document) -> list[Question]:
    """The application, whose own policies let it: refused without TLS and, where one is set, outside the organization."""
    application = f"arn:aws:iam::{ACCOUNT}:role/{stack.environment.physical_name('ai-chef-application')}"
    open_to_all = stack.environment.organization_id is None
    circumstances: list[tuple[str, dict[str, str | None], bool]] = [
        ("the application", {}, True),
        ("without TLS", {"aws:SecureTransport": "false"}, False),
        ("outside the organization", {"aws:PrincipalOrgID": "o-zzzzzzzzzz"}, open_to_all),
        ("outside the organization", {"aws:PrincipalOrgID": None}, open_to_all),
        ("services of AWS", {"aws:PrincipalOrgID": None, "aws:PrincipalIsAWSService": "true"}, True),
    ]
    return [
        Question(_request(policy, action, application, changed, index=index), expected, topic)
        for topic, changed, expected in circumstances
        for action, index in (("GetItem", None), ("Query", None), ("Query", "sessionId-index"), ("Scan", None), ("PutItem", None))
    ]


def _request(
    policy: Document, action: str, principal: str, changed: dict[str, str | None] | None = None, index: str | None = None
) -> Request:
    """An ordinary request but for what is changed; None leaves a part of the context out."""
    place = f"table/ai-chef-results-partnered{f'/index/{index}' if index else ''}"
    context = {name: value for name, value in {**ORDINARY, **(changed or {})}.items() if value is not None}
    return Request(f"dynamodb:{action}", f"arn:aws:dynamodb:ap-northeast-1:{ACCOUNT}:{place}", context, principal, policy)

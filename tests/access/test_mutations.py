"""Each policy change that gives more or fewer rights is reported by its check."""

from __future__ import annotations

import json
from typing import Any

import pytest
from parliament import analyze_policy_string

from dynawright.iam import trust
from dynawright.model import Consumer
from tests.access import matrix, partners, trusts
from tests.access.applications import COMPLETE, stacks
from tests.access.partners import Partnered
from tests.access.simulator import Document, Question, Request, allowed
from tests.access.synthesized import Stack
from tests.access.tenants import Tenancy
from tests.complete.stacks.library.model import BRANCH, DESK, LOAN_HISTORY, LOANS, REPORTS, SYSTEM

Report = set[tuple[str, bool]]

LEADING, RETURNS = "dynamodb:LeadingKeys", "dynamodb:ReturnValues"


@pytest.fixture(scope="module")
def library() -> Stack:
    return stacks(COMPLETE, "local")["library"]


@pytest.fixture(scope="module")
def branch(library: Stack) -> Tenancy:
    return Tenancy(library, LOANS, BRANCH)


@pytest.fixture(scope="module")
def partnered() -> Partnered:
    return partners.library(partners.OTHER_ACCOUNT, partners.ORGANIZATION)


def statement(policies: list[Document], action: str, on: str = "") -> dict[str, Any]:
    """Return the one statement that allows the action on a resource with this ending, for changes."""
    found: list[dict[str, Any]] = [
        one
        for policy in policies
        for one in policy["Statement"]
        if one["Effect"] == "Allow" and action in one["Action"] and one.get("Resource", "").endswith(on)
    ]
    (one,) = found
    return one


def use_of_key(policies: list[Document], service: str = "dynamodb") -> dict[str, Any]:
    """Return the one statement that lets a service decrypt with the key for existing resources."""
    found: list[dict[str, Any]] = [
        one
        for policy in policies
        for one in policy["Statement"]
        if one["Action"] == "kms:Decrypt" and one["Condition"]["StringEquals"]["kms:ViaService"].startswith(f"{service}.")
    ]
    (one,) = found
    return one


def without(policies: list[Document], unwanted: dict[str, Any]) -> list[Document]:
    return [{**policy, "Statement": [one for one in policy["Statement"] if one is not unwanted]} for policy in policies]


def report(wrong: list[Question]) -> Report:
    """Return the actions with a wrong answer, each with the expected one."""
    return {(question.request.action, question.expected) for question in wrong}


# The desk, by the check of every consumer.

GET = "dynamodb:GetItem"
BATCH = "dynamodb:BatchGetItem"


def desk(library: Stack) -> list[Document]:
    return library.policies_of(matrix.role_name(library, DESK))


def judged(stack: Stack, policies: list[Document], consumer: Consumer = DESK) -> Report:
    return report(matrix.wrong(stack, SYSTEM, consumer, policies))


def test_a_consumers_policies_as_they_are_pass(library: Stack) -> None:
    assert judged(library, desk(library)) == set()


def test_a_dropped_statement_is_noticed(library: Stack) -> None:
    policies = desk(library)
    query = statement(policies, "dynamodb:Query", on="/index/by-title")
    assert judged(library, without(policies, query)) == {("dynamodb:Query", True)}


def test_an_added_action_is_noticed(library: Stack) -> None:
    policies = desk(library)
    statement(policies, GET)["Action"] = [GET, "dynamodb:DeleteItem"]
    assert judged(library, policies) == {("dynamodb:DeleteItem", False)}


def test_every_action_of_dynamodb_is_noticed(library: Stack) -> None:
    policies = desk(library)
    statement(policies, GET)["Action"] = "dynamodb:*"
    assert {("dynamodb:DeleteItem", False), ("dynamodb:PartiQLSelect", False)} <= judged(library, policies)


def test_an_added_scan_is_noticed(library: Stack) -> None:
    policies = desk(library)
    added = {"Effect": "Allow", "Action": "dynamodb:Scan", "Resource": statement(policies, GET)["Resource"]}
    policies[0]["Statement"].append(added)
    assert judged(library, policies) == {("dynamodb:Scan", False)}


def test_an_action_of_another_service_is_noticed(library: Stack) -> None:
    policies = desk(library)
    policies[0]["Statement"].append({"Effect": "Allow", "Action": "iam:PassRole", "Resource": "*"})
    assert judged(library, policies) == {("iam:PassRole", False)}


def test_all_indexes_instead_of_one_are_noticed(library: Stack) -> None:
    policies = desk(library)
    query = statement(policies, "dynamodb:Query", on="/index/by-title")
    query["Resource"] = query["Resource"].replace("/index/by-title", "/index/*")
    assert judged(library, policies) == {("dynamodb:Query", False)}


def test_the_table_instead_of_its_index_is_noticed(library: Stack) -> None:
    policies = desk(library)
    query = statement(policies, "dynamodb:Query", on="/index/by-title")
    query["Resource"] = query["Resource"].removesuffix("/index/by-title")
    assert judged(library, policies) == {("dynamodb:Query", True), ("dynamodb:Query", False)}


def test_all_tables_instead_of_one_are_noticed(library: Stack) -> None:
    policies = desk(library)
    get = statement(policies, GET)
    get["Resource"] = get["Resource"].replace("library-loans-local", "*")
    assert judged(library, policies) == {(GET, False)}


def test_a_name_that_only_begins_like_the_tables_is_noticed(library: Stack) -> None:
    policies = desk(library)
    get = statement(policies, GET)
    get["Resource"] += "*"
    assert judged(library, policies) == {(GET, False)}


def test_another_table_is_noticed(library: Stack) -> None:
    policies = desk(library)
    get = statement(policies, GET)
    get["Resource"] = get["Resource"].replace("library-loans-local", "somebody-elses")
    assert judged(library, policies) == {(GET, True), (GET, False)}


def test_a_dropped_condition_is_noticed(library: Stack) -> None:
    policies = desk(library)
    del statement(policies, GET)["Condition"]
    assert judged(library, policies) == {(GET, False)}


def test_dropped_leading_keys_are_noticed(library: Stack) -> None:
    policies = desk(library)
    del statement(policies, GET)["Condition"]["ForAllValues:StringLike"]
    assert judged(library, policies) == {(GET, False)}


def test_a_request_that_need_not_name_a_key_is_noticed(library: Stack) -> None:
    policies = desk(library)
    del statement(policies, GET)["Condition"]["Null"]
    assert judged(library, policies) == {(GET, False)}


@pytest.mark.parametrize("wider", ["*", "BOOK*", "READER#*"])
def test_a_wider_or_another_leading_key_is_noticed(library: Stack, wider: str) -> None:
    policies = desk(library)
    statement(policies, GET)["Condition"]["ForAllValues:StringLike"][LEADING].append(wider)
    assert judged(library, policies) == {(GET, False)}


def test_a_missing_leading_key_is_noticed(library: Stack) -> None:
    policies = desk(library)
    statement(policies, GET)["Condition"]["ForAllValues:StringLike"][LEADING].remove("BRANCH#*")
    assert judged(library, policies) == {(GET, True)}


def test_one_allowed_key_among_others_is_noticed(library: Stack) -> None:
    policies = desk(library)
    condition = statement(policies, GET)["Condition"]
    condition["ForAnyValue:StringLike"] = condition.pop("ForAllValues:StringLike")
    assert judged(library, policies) == {(GET, False)}


def test_a_pattern_compared_as_a_whole_is_noticed(library: Stack) -> None:
    policies = desk(library)
    condition = statement(policies, GET)["Condition"]
    condition["ForAllValues:StringEquals"] = condition.pop("ForAllValues:StringLike")
    assert judged(library, policies) == {(GET, True)}


UPDATE, DELETE, CHECK = (f"dynamodb:{action}" for action in ("UpdateItem", "DeleteItem", "ConditionCheckItem"))
ALONE = pytest.mark.parametrize("action", [UPDATE, DELETE])
IN_TRANSACTION = pytest.mark.parametrize("action", [CHECK, "dynamodb:PutItem"])


@ALONE
def test_a_write_that_returns_the_item_is_noticed(library: Stack, action: str) -> None:
    policies = desk(library)
    del statement(policies, action)["Condition"]["StringEquals"]
    assert judged(library, policies) == {(action, False)}


@ALONE
@pytest.mark.parametrize("value", ["ALL_OLD", "ALL_NEW", "UPDATED_OLD", "UPDATED_NEW", "*"])
def test_a_write_that_may_return_more_is_noticed(library: Stack, action: str, value: str) -> None:
    policies = desk(library)
    condition = statement(policies, action)["Condition"]
    condition["StringLike"] = {RETURNS: ["NONE", value]}
    del condition["StringEquals"]
    assert judged(library, policies) == {(action, False)}


@ALONE
def test_a_write_that_need_not_say_what_it_returns_is_noticed(library: Stack, action: str) -> None:
    policies = desk(library)
    condition = statement(policies, action)["Condition"]
    condition["StringEqualsIfExists"] = condition.pop("StringEquals")
    assert judged(library, policies) == {(action, False)}


@IN_TRANSACTION
def test_a_transaction_that_must_say_what_it_returns_is_noticed(library: Stack, action: str) -> None:
    policies = desk(library)
    condition = statement(policies, action)["Condition"]
    condition["StringEquals"] = condition.pop("StringEqualsIfExists")
    assert judged(library, policies) == {(action, True)}


@IN_TRANSACTION
def test_a_transaction_that_shows_the_item_when_it_fails_is_noticed(library: Stack, action: str) -> None:
    policies = desk(library)
    del statement(policies, action)["Condition"]["StringEqualsIfExists"]
    assert judged(library, policies) == {(action, False)}


def test_a_function_that_may_not_have_what_its_pattern_returns_is_noticed(library: Stack) -> None:
    policies = library.policies_of(matrix.role_name(library, LOAN_HISTORY))
    statements = [one for policy in policies for one in policy["Statement"] if one["Action"] == UPDATE]
    conditions = [one["Condition"]["StringEquals"] for one in statements]
    (condition,) = [one for one in conditions if one[RETURNS] == ["NONE", "ALL_OLD"]]
    condition[RETURNS] = "NONE"
    assert judged(library, policies, LOAN_HISTORY) == {(UPDATE, True)}


@pytest.mark.parametrize("dropped", ["kms:ViaService", "kms:EncryptionContext:aws:dynamodb:tableName"])
def test_a_key_that_decrypts_for_more_is_noticed(library: Stack, dropped: str) -> None:
    policies = desk(library)
    del use_of_key(policies)["Condition"]["StringEquals"][dropped]
    assert judged(library, policies) == {("kms:Decrypt", False)}


def test_a_key_that_does_more_is_noticed(library: Stack) -> None:
    policies = desk(library)
    use_of_key(policies)["Action"] = ["kms:Decrypt", "kms:CreateGrant"]
    assert judged(library, policies) == {("kms:CreateGrant", False)}


def test_every_key_of_the_account_is_noticed(library: Stack) -> None:
    policies = desk(library)
    use_of_key(policies)["Resource"] = "*"
    assert judged(library, policies) == {("kms:Decrypt", False)}


def test_a_key_for_every_secret_is_noticed(library: Stack) -> None:
    policies = desk(library)
    del use_of_key(policies, "secretsmanager")["Condition"]["StringLike"]
    assert judged(library, policies) == {("kms:Decrypt", False)}


def test_secrets_that_are_made_without_the_key_are_noticed(library: Stack) -> None:
    policies = desk(library)
    made = next(one for policy in policies for one in policy["Statement"] if "RequestToValidateKeyAccess" in str(one))
    assert judged(library, without(policies, made)) == {("kms:Decrypt", True), ("kms:GenerateDataKey", True)}


# The reports' reads of loans are limited to the attributes of its patterns.


def reports(library: Stack) -> tuple[list[Document], dict[str, Any]]:
    policies = library.policies_of(matrix.role_name(library, REPORTS))
    return policies, statement(policies, GET)["Condition"]


def test_all_attributes_by_naming_none_are_noticed(library: Stack) -> None:
    policies, condition = reports(library)
    del condition["StringEquals"]
    assert judged(library, policies, REPORTS) == {(GET, False), (BATCH, False)}


def test_another_attribute_is_noticed(library: Stack) -> None:
    policies, condition = reports(library)
    condition["ForAllValues:StringEquals"]["dynamodb:Attributes"].append("secret")
    assert judged(library, policies, REPORTS) == {(GET, False), (BATCH, False)}


def test_a_key_that_cannot_be_read_is_noticed(library: Stack) -> None:
    policies, condition = reports(library)
    condition["ForAllValues:StringEquals"]["dynamodb:Attributes"].remove("SK")
    assert judged(library, policies, REPORTS) == {(GET, True), (BATCH, True)}


# A tenant's session, by the check of tenants.

QUERY, PUT = "dynamodb:Query", "dynamodb:PutItem"
ATTRIBUTES = "dynamodb:Attributes"
each_statement = pytest.mark.parametrize(("action", "actions"), [(GET, {GET, QUERY}), (PUT, {PUT})], ids=["reads", "writes"])


def tenant(branch: Tenancy, action: str = GET) -> tuple[list[Document], dict[str, Any]]:
    policies = branch.policies
    return policies, statement(policies, action)


def confined(branch: Tenancy, policies: list[Document]) -> Report:
    return report(branch.wrong(policies))


def test_a_tenants_policies_as_they_are_pass(branch: Tenancy) -> None:
    assert confined(branch, tenant(branch)[0]) == set()


@each_statement
def test_a_tenant_without_the_condition_is_noticed(branch: Tenancy, action: str, actions: set[str]) -> None:
    policies, own = tenant(branch, action)
    del own["Condition"]["ForAllValues:StringEquals"][LEADING]
    assert confined(branch, policies) == {(one, False) for one in actions}


@each_statement
def test_a_tenant_that_need_not_name_a_key_is_noticed(branch: Tenancy, action: str, actions: set[str]) -> None:
    policies, own = tenant(branch, action)
    del own["Condition"]["Null"]
    assert confined(branch, policies) == {(one, False) for one in actions}


@each_statement
def test_a_tenants_key_as_a_prefix_is_noticed(branch: Tenancy, action: str, actions: set[str]) -> None:
    policies, own = tenant(branch, action)
    (key,) = own["Condition"]["ForAllValues:StringEquals"].pop(LEADING)
    own["Condition"]["ForAllValues:StringLike"] = {LEADING: [f"{key}*"]}
    assert confined(branch, policies) == {(one, False) for one in actions}


@each_statement
def test_a_tenant_by_another_tag_is_noticed(branch: Tenancy, action: str, actions: set[str]) -> None:
    policies, own = tenant(branch, action)
    own["Condition"]["ForAllValues:StringEquals"][LEADING] = ["BRANCH#${aws:PrincipalTag/team}"]
    assert confined(branch, policies) == {(one, True) for one in actions}


@each_statement
def test_a_tenant_of_a_fixed_name_is_noticed(branch: Tenancy, action: str, actions: set[str]) -> None:
    policies, own = tenant(branch, action)
    own["Condition"]["ForAllValues:StringEquals"][LEADING].append("BRANCH#b")
    assert confined(branch, policies) == {(one, False) for one in actions}


@each_statement
def test_one_own_key_among_other_tenants_is_noticed(branch: Tenancy, action: str, actions: set[str]) -> None:
    policies, own = tenant(branch, action)
    keys = own["Condition"]["ForAllValues:StringEquals"].pop(LEADING)
    own["Condition"]["ForAnyValue:StringEquals"] = {LEADING: keys}
    assert confined(branch, policies) == {(one, False) for one in actions}


def test_a_tenant_that_reads_what_it_overwrites_is_noticed(branch: Tenancy) -> None:
    policies, own = tenant(branch, PUT)
    own["Condition"]["StringEquals"][RETURNS] = ["NONE", "ALL_OLD"]
    assert confined(branch, policies) == {(PUT, False)}


def test_a_tenant_that_writes_any_attribute_is_noticed(branch: Tenancy) -> None:
    policies, own = tenant(branch, PUT)
    del own["Condition"]["ForAllValues:StringEquals"][ATTRIBUTES]
    assert confined(branch, policies) == {(PUT, False)}


def test_a_tenant_that_need_not_name_attributes_is_noticed(branch: Tenancy) -> None:
    policies, own = tenant(branch, PUT)
    del own["Condition"]["Null"][ATTRIBUTES]
    assert confined(branch, policies) == {(PUT, False)}


@pytest.mark.parametrize("key", ["GSI2PK", "GSI2SK"])
def test_a_tenant_that_writes_a_key_of_another_index_is_noticed(branch: Tenancy, key: str) -> None:
    policies, own = tenant(branch, PUT)
    own["Condition"]["ForAllValues:StringEquals"][ATTRIBUTES].append(key)
    assert confined(branch, policies) == {(PUT, False)}


@pytest.mark.parametrize("name", ["PK", "GSI1SK", "bookId"])
def test_a_tenant_that_cannot_write_its_whole_item_is_noticed(branch: Tenancy, name: str) -> None:
    policies, own = tenant(branch, PUT)
    own["Condition"]["ForAllValues:StringEquals"][ATTRIBUTES].remove(name)
    assert confined(branch, policies) == {(PUT, True)}


def test_another_action_of_a_tenant_is_noticed(branch: Tenancy) -> None:
    policies, own = tenant(branch)
    own["Action"].append("dynamodb:PartiQLSelect")
    assert confined(branch, policies) == {("dynamodb:PartiQLSelect", False)}


def test_a_scan_of_a_tenant_is_noticed(branch: Tenancy) -> None:
    policies, own = tenant(branch)
    policies[0]["Statement"].append({"Effect": "Allow", "Action": "dynamodb:Scan", "Resource": own["Resource"]})
    assert confined(branch, policies) == {("dynamodb:Scan", False)}


def test_an_index_for_a_tenant_is_noticed(branch: Tenancy) -> None:
    policies, own = tenant(branch)
    own["Resource"] = [own["Resource"], f"{own['Resource']}/index/by-reader"]
    assert confined(branch, policies) == {(QUERY, False)}


def test_a_missing_right_of_a_tenant_is_noticed(branch: Tenancy) -> None:
    policies, own = tenant(branch, PUT)
    assert confined(branch, without(policies, own)) == {(PUT, True)}


# The partner, by the check of resource policies.


def admitted(partnered: Partnered, policy: Document | None = None, key: Document | None = None) -> Report:
    table_policy = policy or partnered.table_policy
    return report(partners.wrong(partnered, table_policy, key or partnered.key_policy))


def admission(policy: Document, action: str = GET) -> dict[str, Any]:
    found: list[dict[str, Any]] = [one for one in policy["Statement"] if action in one["Action"] and _names_role(one)]
    return found[0]


def _names_role(one: dict[str, Any]) -> bool:
    named = one.get("Condition", {}).get("ArnEquals", {}).get("aws:PrincipalArn")
    return bool(named == partners.partner(partners.OTHER_ACCOUNT))


def refusal(policy: Document, key: str) -> dict[str, Any]:
    found: list[dict[str, Any]] = [
        one for one in policy["Statement"] if one["Effect"] == "Deny" and key in json.dumps(one["Condition"])
    ]
    return found[0]


def test_the_tables_policy_as_it_is_passes(partnered: Partnered) -> None:
    assert admitted(partnered) == set()


@pytest.mark.parametrize(
    "wider", [None, f"arn:aws:iam::{partners.OTHER_ACCOUNT}:role/*", f"{partners.partner(partners.OTHER_ACCOUNT)}*"], ids=str
)
@pytest.mark.parametrize("action", [GET, PUT])
def test_a_wider_principal_is_noticed(partnered: Partnered, wider: str | None, action: str) -> None:
    policy = partnered.table_policy
    condition = admission(policy, action)["Condition"]
    del condition["ArnEquals"]
    if wider:
        condition["ArnLike"] = {"aws:PrincipalArn": wider}
    assert admitted(partnered, policy) == {(action, False)}


@pytest.mark.parametrize("action", [GET, PUT])
def test_another_principal_is_noticed(partnered: Partnered, action: str) -> None:
    policy = partnered.table_policy
    admission(policy, action).update(
        Principal={"AWS": f"arn:aws:iam::{partners.THIRD_ACCOUNT}:root"},
        Condition={
            **admission(policy, action)["Condition"],
            "ArnEquals": {"aws:PrincipalArn": partners.partner(partners.THIRD_ACCOUNT)},
        },
    )
    assert admitted(partnered, policy) == {(action, True), (action, False)}


@pytest.mark.parametrize("action", [GET, PUT])
def test_another_action_of_the_partner_is_noticed(partnered: Partnered, action: str) -> None:
    policy = partnered.table_policy
    admission(policy, action)["Action"] = [action, "dynamodb:DeleteItem"]
    assert admitted(partnered, policy) == {("dynamodb:DeleteItem", False)}


def test_a_partner_that_reads_what_it_overwrites_is_noticed(partnered: Partnered) -> None:
    policy = partnered.table_policy
    del admission(policy, PUT)["Condition"]["StringEquals"]
    assert admitted(partnered, policy) == {(PUT, False)}


def test_an_index_for_the_partner_is_noticed(partnered: Partnered) -> None:
    policy = partnered.table_policy
    admission(policy).update(Action="dynamodb:Query", Resource=f"{admission(policy)['Resource']}/index/{partnered.index}")
    assert (QUERY, False) in admitted(partnered, policy)


@pytest.mark.parametrize("key", ["aws:SecureTransport", "aws:PrincipalOrgID"])
def test_a_dropped_refusal_is_noticed(partnered: Partnered, key: str) -> None:
    policy = partnered.table_policy
    policy["Statement"].remove(refusal(policy, key))
    assert {(GET, False), (PUT, False), (QUERY, False), ("dynamodb:Scan", False)} == admitted(partnered, policy)


def test_a_refusal_that_forgets_the_indexes_is_noticed(partnered: Partnered) -> None:
    policy = partnered.table_policy
    tls = refusal(policy, "aws:SecureTransport")
    tls["Resource"] = tls["Resource"][0]
    assert admitted(partnered, policy) == {(QUERY, False)}


def test_a_refusal_that_forgets_an_action_is_noticed(partnered: Partnered) -> None:
    policy = partnered.table_policy
    refusal(policy, "aws:SecureTransport")["Action"].remove("dynamodb:Scan")
    assert admitted(partnered, policy) == {("dynamodb:Scan", False)}


def test_refusing_awss_own_services_is_noticed(partnered: Partnered) -> None:
    policy = partnered.table_policy
    del refusal(policy, "aws:PrincipalOrgID")["Condition"]["BoolIfExists"]
    assert {(GET, True), (PUT, True)} <= admitted(partnered, policy)


def test_letting_in_whoever_has_no_organization_is_noticed(partnered: Partnered) -> None:
    policy = partnered.table_policy
    condition = refusal(policy, "aws:PrincipalOrgID")["Condition"]
    condition["StringNotEquals"] = condition.pop("StringNotEqualsIfExists")
    condition["Null"] = {"aws:PrincipalOrgID": "false"}
    assert {(GET, False), (PUT, False)} <= admitted(partnered, policy)


def test_the_partners_whole_account_at_the_key_is_noticed(partnered: Partnered) -> None:
    key = partnered.key_policy
    del admission(key, "kms:Decrypt")["Condition"]["ArnEquals"]
    assert admitted(partnered, key=key) == {("kms:Decrypt", False)}


def test_a_key_that_decrypts_every_table_for_the_partner_is_noticed(partnered: Partnered) -> None:
    key = partnered.key_policy
    del admission(key, "kms:Decrypt")["Condition"]["StringEquals"]["kms:EncryptionContext:aws:dynamodb:tableName"]
    assert admitted(partnered, key=key) == {("kms:Decrypt", False)}


def test_a_key_that_does_not_decrypt_for_the_partner_is_noticed(partnered: Partnered) -> None:
    key = partnered.key_policy
    key["Statement"].remove(admission(key, "kms:Decrypt"))
    assert admitted(partnered, key=key) == {("kms:Decrypt", True)}


# Trust policies, by the check of every role.

SUBJECT = f"{trusts.GITHUB}:sub"


def trusted(kind: str, policy: Document) -> Report:
    return report(trusts.wrong({"role": (kind, policy)}))


@pytest.mark.parametrize("wider", ["repo:acme/infra:*", "repo:acme/*:environment:production", "*"])
def test_a_workflow_compared_by_a_pattern_is_noticed(wider: str) -> None:
    policy = trusts.policy(trust.github(trusts.ACCOUNT, "acme/infra", "production"))
    condition = policy["Statement"][0]["Condition"]
    del condition["StringEquals"][SUBJECT]
    condition["StringLike"] = {SUBJECT: wider}
    assert trusted("github", policy) == {("sts:AssumeRoleWithWebIdentity", False)}


@pytest.mark.parametrize("claim", ["sub", "aud"])
def test_a_claim_that_is_not_asked_for_is_noticed(claim: str) -> None:
    policy = trusts.policy(trust.github(trusts.ACCOUNT, "acme/infra", "production"))
    del policy["Statement"][0]["Condition"]["StringEquals"][f"{trusts.GITHUB}:{claim}"]
    assert trusted("github", policy) == {("sts:AssumeRoleWithWebIdentity", False)}


def test_an_account_without_external_id_is_noticed() -> None:
    policy = trusts.policy(trust.other_account(trusts.OTHER_ACCOUNT, trusts.EXTERNAL_ID))
    del policy["Statement"][0]["Condition"]
    assert trusted("vendor", policy) == {("sts:AssumeRole", False)}


@pytest.mark.parametrize("operator", ["StringLike", "ForAllValues:StringEquals"])
def test_a_tenants_session_with_no_or_another_tag_is_noticed(operator: str) -> None:
    policy = trusts.policy(trust.tenant_sessions(trusts.SESSIONS_OF, "tenant"))
    del policy["Statement"][0]["Condition"][operator]
    assert ("sts:AssumeRole", False) in trusted("tenant", policy)


def test_a_tenants_session_for_everybody_in_the_account_is_noticed() -> None:
    policy = trusts.policy(trust.tenant_sessions(f"arn:aws:iam::{trusts.ACCOUNT}:root", "tenant"))
    assert trusted("tenant", policy) == {("sts:AssumeRole", False)}


@pytest.mark.parametrize("operator", ["ArnLike", "StringEquals"])
def test_tasks_of_another_account_are_noticed(operator: str) -> None:
    policy = trusts.policy(trust.ecs_tasks(trusts.ACCOUNT, trusts.REGION))
    del policy["Statement"][0]["Condition"][operator]
    assert trusted("ecs", policy) == {("sts:AssumeRole", False)}


# The linter.


def findings(policies: list[Document]) -> list[str]:
    return [finding.issue for policy in policies for finding in analyze_policy_string(json.dumps(policy)).findings]


def test_the_linter_notices_an_action_that_does_not_exist(library: Stack) -> None:
    policies = desk(library)
    statement(policies, GET)["Action"] = "dynamodb:GetItems"
    assert findings(policies) == ["UNKNOWN_ACTION"]


def test_the_linter_notices_a_resource_that_the_action_does_not_have(library: Stack) -> None:
    policies = desk(library)
    statement(policies, GET)["Resource"] = "arn:aws:s3:::bucket"
    assert findings(policies) == ["RESOURCE_MISMATCH"]


def test_the_simulator_refuses_an_action_that_does_not_exist(library: Stack) -> None:
    (policy, *_) = desk(library)
    with pytest.raises(RuntimeError, match=r"invalid\.action"):
        allowed([policy], [Request("dynamodb:GetItems", "*")], account_id="111111111111")

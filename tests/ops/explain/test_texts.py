"""The forms of refusals by AWS, as programs print them."""

import pytest

from dynawright.ops.explain.refusal import Kind, Refusal, ThrottlingReason
from dynawright.ops.explain.texts import read_text

SESSION = "arn:aws:sts::111122223333:assumed-role/orders-api-production/web"
TABLE = "arn:aws:dynamodb:ap-northeast-1:111122223333:table/orders-production"
ASKED = f"User: {SESSION} is not authorized to perform: dynamodb:Query on resource: {TABLE}"


def read(text: str) -> Refusal:
    found = read_text(text)
    assert found is not None
    return found


def test_the_parts_of_a_denial_are_read() -> None:
    text = f"An error occurred (AccessDeniedException) when calling the Query operation: {ASKED} because no identity-based policy allows"
    found = read(f"{text} the dynamodb:Query action")
    assert (found.kind, found.code, found.operation) == (Kind.DENIED, "AccessDeniedException", "Query")
    assert (found.principal, found.action, found.resource) == (SESSION, "dynamodb:Query", TABLE)
    assert (found.policy, found.explicit) == ("identity-based policy", False)


@pytest.mark.parametrize(
    "policy",
    [
        "identity-based policy",
        "permissions boundary",
        "session policy",
        "resource-based policy",
        "role trust policy",
        "service control policy",
        "resource control policy",
        "VPC endpoint policy",
    ],
)
def test_each_kind_of_policy_can_deny_by_silence_or_by_a_statement(policy: str) -> None:
    silent, explicit = (
        read(f"{ASKED} {end}") for end in (f"because no {policy} allows the action", f"with an explicit deny in a {policy}")
    )
    assert (silent.policy, silent.explicit) == (policy, False)
    assert (explicit.policy, explicit.explicit) == (policy, True)


def test_the_policy_that_denies_is_read_where_aws_names_it() -> None:
    arn = "arn:aws:organizations::111122223333:policy/o-1/service_control_policy/p-1"
    assert read(f"{ASKED} with an explicit deny in a service control policy: {arn}").policy_arn == arn


def test_line_breaks_of_a_terminal_do_not_matter() -> None:
    assert read(ASKED.replace(" ", "\n  ")).resource == TABLE


@pytest.mark.parametrize(
    "text",
    [
        f"User: {SESSION} is not authorized to perform: kms:Decrypt on the resource associated with this ciphertext because no identity-based policy allows the kms:Decrypt action",
        "An error occurred (AccessDeniedException) when calling the PutItem operation: KMS key access denied error: "
        "com.amazonaws.services.kms.model.AWSKMSException: The ciphertext refers to a customer master key that does not exist",
    ],
)
def test_a_refused_key_is_a_denial_of_decrypt(text: str) -> None:
    assert (read(text).kind, read(text).action) == (Kind.DENIED, "kms:Decrypt")


def test_a_web_identity_is_denied_by_the_trust_policy() -> None:
    found = read(
        "An error occurred (AccessDenied) when calling the AssumeRoleWithWebIdentity operation: Not authorized to perform sts:AssumeRoleWithWebIdentity"
    )
    assert (found.action, found.policy) == ("sts:AssumeRoleWithWebIdentity", "role trust policy")


@pytest.mark.parametrize(
    "text",
    [
        "An error occurred (ConditionalCheckFailedException) when calling the PutItem operation: The conditional request failed",
        "orders_client.runtime.errors.ConditionFailed: PO4: the condition does not hold",
        "ConditionFailed: PO4: the condition of part 0, 2 does not hold",
    ],
)
def test_a_failed_condition_is_read_from_boto3_and_from_clients(text: str) -> None:
    assert read(text).kind == Kind.CONDITION
    assert read(text).patterns == (("PO4",) if "PO4" in text else ())


def test_a_note_names_the_pattern() -> None:
    assert read(f"{ASKED}\naccess pattern PO2").patterns == ("PO2",)


def test_each_throttling_reason_has_its_resource() -> None:
    text = (
        "An error occurred (ThrottlingException) when calling the UpdateItem operation: Throughput exceeds the current capacity. "
        f"{{'throttlingReasons': [{{'reason': 'TableWriteKeyRangeThroughputExceeded', 'resource': '{TABLE}'}}, "
        f"{{'reason': 'IndexWriteAccountLimitExceeded', 'resource': '{TABLE}/index/ByDay'}}]}}"
    )
    assert read(text).throttling == (
        ThrottlingReason("TableWriteKeyRangeThroughputExceeded", TABLE),
        ThrottlingReason("IndexWriteAccountLimitExceeded", f"{TABLE}/index/ByDay"),
    )


@pytest.mark.parametrize(
    ("message", "reason"),
    [
        (
            "The level of configured provisioned throughput for the table was exceeded. Consider increasing your provisioning level",
            "TableProvisionedThroughputExceeded",
        ),
        (
            "Throughput exceeds the maximum OnDemandThroughput configured on table or index",
            "TableMaxOnDemandThroughputExceeded",
        ),
        ("Throughput exceeds the current throughput limit for your account.", "TableAccountLimitExceeded"),
    ],
)
def test_messages_without_reasons_say_the_limit(message: str, reason: str) -> None:
    assert read(f"ThrottlingException: {message}").throttling == (ThrottlingReason(reason),)


def test_the_reasons_of_a_canceled_transaction_keep_their_places() -> None:
    text = "Transaction cancelled, please refer cancellation reasons for specific reasons [None, ConditionalCheckFailed]"
    assert read(text).canceled == ("None", "ConditionalCheckFailed")


@pytest.mark.parametrize("text", ["", "Connection reset by peer", "the order was not found", "{}", "error[DW104] environments"])
def test_other_texts_are_no_refusal(text: str) -> None:
    assert read_text(text) is None

"""Parse the texts of AWS's errors, in whatever form a program printed them.

Forms: IAM User Guide, "Troubleshoot access denied error messages"; DynamoDB API reference, ThrottlingReason and
CancellationReason.
"""

from __future__ import annotations

import re
from dataclasses import replace

from dynawright.iam.evaluator import PolicyKind
from dynawright.ops.explain.refusal import Kind, Refusal, ThrottlingReason

OTHER_POLICIES = ("service control policy", "resource control policy", "VPC endpoint policy")
"""Kinds of policies that stacks don't write for their roles."""
POLICIES = (*(kind.value for kind in PolicyKind), *OTHER_POLICIES)
_POLICY = "|".join(re.escape(kind) for kind in POLICIES)
_DENIED = re.compile(
    r"User: (?P<principal>\S+) is not authorized to perform: (?P<action>[\w-]+:\w+)"
    r"(?: on (?:resource:? \"?(?P<resource>[^\s\"]+)\"?|the resource associated with this ciphertext))?"
    rf"(?:,? because no (?P<missing>{_POLICY}) allows| with an explicit deny in an? (?P<denying>{_POLICY})(?:: (?P<arn>arn:[^\s\"',)]+))?)?",
    re.IGNORECASE,
)
_WEB_IDENTITY = re.compile(r"Not authorized to perform (?P<action>sts:\w+)")
_KEY_REFUSED = re.compile(r"KMS key access denied|is not authorized to perform: kms:", re.IGNORECASE)
_OPERATION = re.compile(r"when calling the (\w+) operation")
_CODE = re.compile(r"\b([A-Z]\w*(?:Exception|Error|Exceeded|Failed|NotFound|Denied|Operation))\b")
_CALLED = re.compile(r"An error occurred \((\w+)\)")
_CANCELED = re.compile(r"cancellation reasons for specific reasons \[([^\]]*)\]")
_THROTTLING = re.compile(r"\b((?:Table|Index)(?:Read|Write)\w+?Exceeded)\b")
_RESOURCE = re.compile(r"arn:aws[\w-]*:dynamodb:[\w-]*:\d*:table/[\w.-]+(?:/index/[\w.-]+)?")
_PATTERN = re.compile(
    r"\b([A-Z]{1,4}\d{1,4}[a-z]?): (?:the condition|throttled|another request|User: )|access pattern ([A-Z]{1,4}\d{1,4}[a-z]?)\b"
)
_PARTS = re.compile(r"the condition of part ([\d, ]+) does not hold")
_CONDITION = re.compile(
    r"ConditionalCheckFailed|The conditional request failed|the condition (?:of part [\d, ]+ )?does not hold|ConditionFailed"
)
_THROTTLED = re.compile(
    r"Throughput exceeds|provisioned throughput|ThrottlingException|ThrottlingError|ProvisionedThroughputExceeded|RequestLimitExceeded|throttled|Rate exceeded"
)
_OTHER = re.compile(
    r"ResourceNotFoundException|ValidationException|ExpiredToken|UnrecognizedClientException|InvalidClientTokenId|InvalidSignature"
    r"|TransactionConflict|TransactionInProgress|ItemCollectionSizeLimitExceeded|ReplicatedWriteConflict|ResourceInUseException|LimitExceededException"
)
MESSAGES = {
    "configured provisioned throughput": "TableProvisionedThroughputExceeded",
    "maximum OnDemandThroughput": "TableMaxOnDemandThroughputExceeded",
    "current throughput limit for your account": "TableAccountLimitExceeded",
}
"""Words of a message without a reason → the end of the reason that they mean."""


def read_text(text: str) -> Refusal | None:
    """Return the refusal in a text, or None if it is not a refusal by AWS."""
    text = " ".join(text.split())  # terminals and logs wrap lines
    operation = _OPERATION.search(text)
    called, code = _CALLED.search(text), _CODE.search(text)
    patterns = tuple(dict.fromkeys(first_name or other for first_name, other in _PATTERN.findall(text)))
    parts = _PARTS.search(text)
    parsed = _found(text)
    if parsed is None:
        return None
    return replace(
        parsed,
        code=called[1] if called else code[1] if code else "",
        operation=operation[1] if operation else "",
        text=text,
        patterns=patterns,
        parts=tuple(int(part) for part in parts[1].split(",")) if parts else (),
    )


def _found(text: str) -> Refusal | None:
    if denied := _DENIED.search(text):
        return _denied(denied)
    if web := _WEB_IDENTITY.search(text):
        return Refusal(kind=Kind.DENIED, action=web["action"], policy=PolicyKind.TRUST.value)
    if _KEY_REFUSED.search(text):
        return Refusal(kind=Kind.DENIED, action="kms:Decrypt")
    if canceled := _CANCELED.search(text):
        return Refusal(kind=Kind.CANCELED, canceled=tuple(reason.strip(" '\"") for reason in canceled[1].split(",")))
    if _CONDITION.search(text):
        return Refusal(kind=Kind.CONDITION)
    if _THROTTLED.search(text) or _THROTTLING.search(text):
        return Refusal(kind=Kind.THROTTLED, throttling=_throttling(text))
    return Refusal(kind=Kind.OTHER) if _OTHER.search(text) else None


def _denied(match: re.Match[str]) -> Refusal:
    policy = match["missing"] or match["denying"] or ""
    return Refusal(
        kind=Kind.DENIED,
        principal=match["principal"],
        action=match["action"],
        resource=(match["resource"] or "").rstrip(".,"),
        policy=next((kind for kind in POLICIES if kind.lower() == policy.lower()), ""),
        policy_arn=match["arn"] or "",
        explicit=match["denying"] is not None,
    )


def _throttling(text: str) -> tuple[ThrottlingReason, ...]:
    """Pair each reason with the resource that follows it, or else with the only one."""
    reasons, resources = list(_THROTTLING.finditer(text)), list(_RESOURCE.finditer(text))
    if not reasons:
        reason_end = next((reason for words, reason in MESSAGES.items() if words in text), "")
        return tuple(ThrottlingReason(reason_end, resource[0]) for resource in resources[:1]) or (
            (ThrottlingReason(reason_end),) if reason_end else ()
        )
    pairs = []
    for number, reason in enumerate(reasons):
        end = reasons[number + 1].start() if number + 1 < len(reasons) else len(text)
        following = next((resource[0] for resource in resources if reason.end() <= resource.start() < end), "")
        pairs.append(ThrottlingReason(reason[1], following or (resources[0][0] if len(resources) == 1 else "")))
    return tuple(dict.fromkeys(pairs))

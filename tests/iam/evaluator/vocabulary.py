"""Small sets of names and values from which policies and requests are made, so that they often meet."""

from __future__ import annotations

from dataclasses import dataclass

from dynawright.iam.evaluator import Principal, RoleSession, ServicePrincipal, User

ACCOUNT, OTHER_ACCOUNT = "111111111111", "222222222222"
ROLE = f"arn:aws:iam::{ACCOUNT}:role/reader"
OTHER_ROLE = f"arn:aws:iam::{OTHER_ACCOUNT}:role/partner"
SESSION = RoleSession(role_arn=ROLE, session_name="s")
OTHER_SESSION = RoleSession(role_arn=OTHER_ROLE, session_name="s")
USER = User(arn=f"arn:aws:iam::{ACCOUNT}:user/ann")
SERVICE = ServicePrincipal(name="events.amazonaws.com")
PROVIDER = f"arn:aws:iam::{ACCOUNT}:oidc-provider/token.actions.githubusercontent.com"
TABLE = f"arn:aws:dynamodb:eu-west-1:{ACCOUNT}:table/orders"
KEY = f"arn:aws:kms:eu-west-1:{ACCOUNT}:key/1234"
TARGET_ROLE = f"arn:aws:iam::{ACCOUNT}:role/target"
INTERFACE = f"arn:aws:ec2:eu-west-1:{ACCOUNT}:network-interface/eni-1a2b"
OBJECT = "arn:aws:s3:::bucket/team/a"

RESOURCES = {
    "dynamodb:GetItem": (TABLE, f"{TABLE}/index/GSI1"),
    "dynamodb:PutItem": (TABLE,),
    "s3:GetObject": (OBJECT, "arn:aws:s3:::bucket/team/b"),
    "kms:Decrypt": (KEY,),
    "kms:CreateAlias": (f"arn:aws:kms:eu-west-1:{ACCOUNT}:alias/orders",),
    "sts:AssumeRole": (TARGET_ROLE,),
}
ACTION_PATTERNS = (
    "*",
    "dynamodb:*",
    "dynamodb:GetItem",
    "DynamoDB:getitem",
    "dynamodb:?etItem",
    "dynamodb:*Item",
    "s3:Get*",
    "kms:*",
    "kms:Decrypt",
    "sts:AssumeRole",
    "sqs:SendMessage",
)
RESOURCE_PATTERNS = (
    "*",
    TABLE,
    f"{TABLE}/index/*",
    f"arn:aws:dynamodb:*:{ACCOUNT}:table/*",
    "arn:aws:dynamodb:*",
    "arn:aws:dynamodb:eu*",
    "arn:aws:dynamodb:*:table/orders",
    "arn:aws:dynamodb:eu-west-?:*:table/o*s",
    "arn:aws:s3:::bucket/*",
    "arn:aws:s3:::*/a",
    "arn:aws:s3:::bucket/${aws:PrincipalTag/team}/a",
    "arn:aws:s3:::bucket/${aws:PrincipalTag/team, 'team'}/*",
    "arn:aws:s3:::bucket/${*}",
    "arn:aws:s3:::bucket/${aws:TagKeys}/*",
    KEY,
    "arn:aws:kms:*:*:*",
    TARGET_ROLE,
    "arn:aws:iam::*:role/t?rget",
    "arn:aws:s3:::bucket/${example:never}/*",
)
# For NotResource. The simulator applies no statement with an incomplete ARN or a variable without value there.
COMPLETE_PATTERNS = tuple(
    text
    for text in RESOURCE_PATTERNS
    if text.count(":") in (0, 5) and not any(variable in text for variable in ("/team}", "TagKeys}", "never}"))
)

ALWAYS = "aws:PrincipalOrgID"  # in every request
TEXTS = ("a", "A", "ab", "", "*", "a*", "team")
_TEXT_PATTERNS = (
    *TEXTS,
    "?",
    "a?",
    "*b",
    f"${{{ALWAYS}}}",
    f"${{{ALWAYS.upper()}}}*",
    "${example:never, 'a'}",
    "a${aws:PrincipalTag/team, 'b'}",
)
_NUMBERS = ("1", "2", "10", "-1", "1.5", "10.0")
_DATES = ("2026-01-01T00:00:00Z", "2026-01-02T00:00:00Z", "2026-01-01T09:00:00+09:00", "2026-01-01")
_BOOLS = ("true", "false")
_ARNS = (TABLE, f"{TABLE}:x", "arn:aws:sns:eu-west-1:111111111111:topic", "arn:aws:sns:us-east-1:222222222222:topic")
_BINARIES = ("YQ==", "Yg==", "YWI=")
_ORDERS = ("Equals", "NotEquals", "LessThan", "LessThanEquals", "GreaterThan", "GreaterThanEquals")


@dataclass(frozen=True, kw_only=True)
class KeyType:
    """Condition keys of one type: operators, values in requests and in policies."""

    operators: tuple[str, ...]
    single: tuple[str, ...]
    multivalued: tuple[str, ...]
    possibly_empty: tuple[str, ...] = ()
    values: tuple[str, ...]
    patterns: tuple[str, ...]


TYPES = (
    KeyType(
        operators=("StringEquals", "StringNotEquals", "StringEqualsIgnoreCase", "StringNotEqualsIgnoreCase"),
        single=("aws:SourceVpc", "example:text"),
        multivalued=("aws:CalledVia", "example:texts"),
        possibly_empty=("example:tags",),
        values=TEXTS,
        patterns=_TEXT_PATTERNS,
    ),
    KeyType(
        operators=("StringLike", "StringNotLike"),
        single=("aws:UserAgent", "example:name"),
        multivalued=("aws:PrincipalOrgPaths", "example:names"),
        possibly_empty=("example:labels",),
        values=TEXTS,
        patterns=(*_TEXT_PATTERNS, "a${*}", "${?}", "${$}"),
    ),
    KeyType(
        operators=tuple(f"Numeric{order}" for order in _ORDERS),
        single=("aws:MultiFactorAuthAge", "example:number"),
        multivalued=("example:numbers",),
        values=_NUMBERS,
        patterns=_NUMBERS,
    ),
    KeyType(
        operators=tuple(f"Date{order}" for order in _ORDERS),
        single=("aws:CurrentTime", "example:date"),
        multivalued=("example:dates",),
        values=_DATES,
        patterns=_DATES,
    ),
    KeyType(
        operators=("Bool",),
        single=("aws:SecureTransport", "example:flag"),
        multivalued=("example:flags",),
        values=_BOOLS,
        patterns=(*_BOOLS, "${example:never, 'true'}"),
    ),
    KeyType(
        operators=("IpAddress", "NotIpAddress"),
        single=("aws:SourceIp", "example:address"),
        multivalued=("example:addresses",),
        values=("10.0.0.1", "10.1.0.1", "192.0.2.7", "2001:db8::1"),
        patterns=("10.0.0.0/8", "10.0.0.1/32", "10.0.0.1/16", "0.0.0.0/1", "2001:db8::/32"),
    ),
    KeyType(
        operators=("ArnEquals", "ArnLike", "ArnNotEquals", "ArnNotLike"),
        single=("aws:SourceArn", "example:arn"),
        multivalued=("example:arns",),
        values=_ARNS,
        patterns=(
            *_ARNS,
            "arn:aws:sns:*:*:*",
            "arn:aws:*:*:111111111111:t*",
            "arn:aws:sns:eu-west-?:*:topic",
            "arn:aws:sns:*:222222222222:${example:never, 'topic'}",
        ),
    ),
    KeyType(
        operators=("BinaryEquals",),
        single=("example:binary",),
        multivalued=("example:binaries",),
        values=_BINARIES,
        patterns=_BINARIES,
    ),
)
PRINCIPALS: tuple[Principal, ...] = (SESSION, SESSION, OTHER_SESSION, USER, SERVICE)

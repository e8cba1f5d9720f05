"""Nothing holds a secret.

A value in a configuration is also in git, in the plan, in the state and in the console, readable for everyone who may
describe the resource. A secret belongs in Secrets Manager; the function gets its name or ARN. This rule reports texts
that look like credentials, function variables that are named like a secret but hold no name, ARN or reference,
Terraform resources that read or write a secret's value (it ends up in the state), and access keys of users for the same
reason.
"""

import re
from collections.abc import Iterator

from dynawright.rules.blocks import as_mapping
from dynawright.rules.resources import Document, Resource, texts
from dynawright.rules.rule import EVERY_TYPE, Rule

CREDENTIAL = {
    "an AWS access key": re.compile(r"\b(AKIA|ASIA)[A-Z0-9]{16}\b"),
    "a private key": re.compile(r"-----BEGIN [A-Z ]*PRIVATE KEY-----"),
    "a GitHub token": re.compile(r"\bgh[pousr]_[A-Za-z0-9]{36,}\b"),
    "a Slack token": re.compile(r"\bxox[abprs]-[A-Za-z0-9-]{10,}\b"),
    "a key of an AI service": re.compile(r"\bsk-[A-Za-z0-9_-]{20,}\b"),
    "a token (JWT)": re.compile(r"\beyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]{10,}"),
    "a URL with a password": re.compile(r"\b[a-z][a-z0-9+]*://[^/\s:@]+:[^/\s:@$]+@"),
}
SECRETIVE = re.compile(
    r"(^|_)(PASS(WORD|WD|PHRASE|CODE)?|PWD|SECRET|TOKEN|CREDENTIAL|[A-Z]*API_?KEY|PRIVATE_?KEY|ACCESS_?KEY)S?(_|$)"
)
KEY = re.compile(
    r"(?<!PARTITION)(?<!SORT)(?<!HASH)(?<!RANGE)(?<!PRIMARY)(?<!PUBLIC)(?<!OBJECT)(?<!S3)(?<!CACHE)(?<!INDEX)_KEYS?$"
)
POINTER = re.compile(r"_(ARN|NAME|ID|PATH|PARAMETER|URL|TABLE|BUCKET|TTL|SECONDS|MINUTES|HOURS|DAYS|LENGTH|LIMIT|COUNT)S?$")
"""The end of the name of a variable that says where a secret is, or how it is handled."""
VALUE = re.compile(
    r"aws_secretsmanager_secret_version\.[\w-]+(\[[^\]]*\])?\.secret_(string|binary)|random_password\.[\w-]+\.result"
)
"""A reference to a secret's value."""
WRITTEN = {
    "aws_secretsmanager_secret_version": ("secret_string", "secret_binary"),
    "aws_ssm_parameter": ("value", "insecure_value"),
}


def check(resource: Resource, _: Document) -> Iterator[str]:
    for text in texts(resource.values):
        for what, pattern in CREDENTIAL.items():
            if pattern.search(text):
                yield f"it holds {what}: revoke it now, and keep the new one in Secrets Manager"
        if VALUE.search(text):
            yield "it reads a secret's value into the state: pass on the secret's ARN, and read it from Secrets Manager"
    if resource.type == "aws_iam_access_key":
        yield "a user's secret key would be in the state, and never expires: use a role"
    for attribute in WRITTEN.get(resource.type, ()):
        is_plain = resource.type == "aws_ssm_parameter" and resource.get("type") != "SecureString"
        if resource.get(attribute) and not is_plain:
            yield f"{attribute} is in the state: write it with {attribute}_wo, or by hand"
    if resource.type == "aws_lambda_function":
        for name, value in as_mapping(resource.block("environment").get("variables")).items():
            if _is_secretive(name.upper()) and "${" not in str(value) and not str(value).startswith("arn:"):
                yield f"variable {name} holds a secret in plain text: store it in Secrets Manager, and its ARN in {name}_ARN"


def _is_secretive(name: str) -> bool:
    return POINTER.search(name) is None and (SECRETIVE.search(name) is not None or KEY.search(name) is not None)


RULE = Rule(module=__name__, number=21, severity="high", types=EVERY_TYPE, check=check, standards=("WA SEC02-BP03",))

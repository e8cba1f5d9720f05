"""Nothing holds a secret.

What stands in a configuration stands in git, in the plan, in the state and in the console, readable for everyone who may
describe the resource. A secret belongs into Secrets Manager; the function gets its name or ARN. Found are texts that look like
credentials anywhere, and variables of functions that are called like a secret but hold no name, ARN or reference.
"""

import re
from collections.abc import Iterator

from policy.resources import Document, Resource, texts
from policy.rule import EVERY_TYPE, Rule

CREDENTIAL = {
    "an AWS access key": re.compile(r"\b(AKIA|ASIA)[A-Z0-9]{16}\b"),
    "a private key": re.compile(r"-----BEGIN [A-Z ]*PRIVATE KEY-----"),
    "a GitHub token": re.compile(r"\bgh[pousr]_[A-Za-z0-9]{36,}\b"),
    "a Slack token": re.compile(r"\bxox[abprs]-[A-Za-z0-9-]{10,}\b"),
    "a key of an AI service": re.compile(r"\bsk-[A-Za-z0-9_-]{20,}\b"),
    "a token (JWT)": re.compile(r"\beyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]{10,}"),
    "a URL with a password": re.compile(r"\b[a-z][a-z0-9+]*://[^/\s:@]+:[^/\s:@$]+@"),
}
SECRETIVE = re.compile(r"(PASSWORD|PASSWD|SECRET|TOKEN|API_?KEY|PRIVATE_?KEY|ACCESS_?KEY|CREDENTIAL)S?$", re.IGNORECASE)


def check(resource: Resource, _: Document) -> Iterator[str]:
    for text in texts(resource.values):
        for what, pattern in CREDENTIAL.items():
            if pattern.search(text):
                yield f"it holds {what}: revoke it now, and keep the new one in Secrets Manager"
    if resource.type == "aws_lambda_function":
        for name, value in resource.block("environment").get("variables", {}).items():
            if SECRETIVE.search(name) and "${" not in str(value) and not str(value).startswith("arn:"):
                yield f"variable {name} holds its value in the open: put it into Secrets Manager, and its ARN into {name}_ARN"


RULE = Rule(module=__name__, number=21, severity="high", types=EVERY_TYPE, check=check, standards=("WA SEC02-BP03",))

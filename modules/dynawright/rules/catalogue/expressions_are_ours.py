"""Terraform expressions come from constructs only.

Terraform evaluates every `${…}` and `%{…}` in its JSON. A description, tag or setting with such an expression can read
files and other resources' secrets into the state. Constructs write little more than references to resources of the same
stack; any other expression came from outside.
"""

import re
from collections.abc import Iterator

from dynawright.rules.resources import Document, Resource, texts
from dynawright.rules.rule import EVERY_TYPE, NONE_APPLIES, Rule

MARK = re.compile(r"(?<!\$)(\$)\{|(?<!%)(%)\{")
"""The start of an expression. Only a doubled sign escapes it: `%${…}` and `$%{…}` are evaluated."""
WORD = re.compile(r"(?:data\.)?[A-Za-z_][\w-]*(?:\.[A-Za-z_][\w-]*)*")
FUNCTIONS = {"try", "contains"}
"""Functions that constructs use; they read nothing but their arguments."""
NAMING = {
    *(
        "arn",
        "arns",
        "id",
        "ids",
        "name",
        "names",
        "uuid",
        "url",
        "endpoint",
        "configuration_endpoint",
        "bucket",
        "function_name",
    ),
    *("key_id", "kms_key_arn", "stream_arn", "stream_label", "invoke_arn", "qualified_arn", "version", "prefix_list_id"),
    *("resource_id", "scalable_dimension", "service_namespace", "global_secondary_index", "read_capacity", "write_capacity"),
    *("account_id", "region", "alarm_name", "queue_url", "rule_name"),
}
"""Attributes that constructs refer to: names and numbers, not policies, secrets or variables."""
KEYWORDS = {"for", "in", "if", "true", "false", "null"}


def check(resource: Resource, document: Document) -> Iterator[str]:
    if not (document.is_configuration and document.is_ours):
        return  # a plan holds values, in which any text is allowed
    for text in texts(resource.values):
        for expression in _expressions(text):
            if expression is None:
                yield f"'{text[:100]}' is a template directive: escape it as %%{{ if it is meant literally"
            elif problem := _problem(expression):
                yield f"'${{{expression[:100]}}}' is not an expression of a construct: {problem}"


def _expressions(text: str) -> Iterator[str | None]:
    """Yield the text between the braces; None for a directive."""
    for mark in MARK.finditer(text):
        if mark[2]:
            yield None
            continue
        depth, end = 1, mark.end()
        while end < len(text) and depth:
            depth += {"{": 1, "}": -1}.get(text[end], 0)
            end += 1
        yield text[mark.end() : end - 1]


def _problem(expression: str) -> str | None:
    bare = re.sub(r'"[^"$%]*"', "", expression)
    variables = set(re.findall(r"\bfor\s+(\w+)\s+in\b", bare))
    for match in WORD.finditer(bare):
        word = match[0]
        if bare[match.end() :].lstrip().startswith("("):
            if word not in FUNCTIONS:
                return f"it calls {word}()"
        elif bare[: match.start()].endswith((".", "]")) or word in KEYWORDS or word.split(".")[0] in variables:
            continue
        elif not re.match(r"(data\.)?aws_\w+\.", word):
            return f"'{word}' is not a reference to a resource"
        elif (read := _attribute(word, bare[match.end() :])) and read not in NAMING:
            return f"'{read}' is more than a resource's name"
    return None if re.search(r"aws_\w+\.", bare) else "it refers to no resource"


def _attribute(reference: str, rest: str) -> str:
    """Return the attribute that a reference reads; empty for a whole resource."""
    parts = reference.removeprefix("data.").split(".")
    behind = re.match(r"(?:\[[^\]]*\])*\.(\w+)", rest)
    return parts[2] if len(parts) > 2 else behind[1] if behind else ""


RULE = Rule(module=__name__, number=25, severity="high", types=EVERY_TYPE, check=check, standards=NONE_APPLIES)

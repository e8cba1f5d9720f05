"""Terraform expressions are ours.

Terraform runs every `${…}` and `%{…}` in its JSON: a description, a tag or a setting that carries one in can read files and
other resources' secrets into the state. Constructs write references to resources of the same stack, and little else; anything
else came from outside.
"""

import re
from collections.abc import Iterator

from policy.resources import Document, Resource, texts
from policy.rule import EVERY_TYPE, Rule

MARK = re.compile(r"(?<![$%])([$%])\{")
WORD = re.compile(r"(?:data\.)?[A-Za-z_][\w-]*(?:\.[A-Za-z_][\w-]*)*")
FUNCTIONS = {"try", "contains"}
"""The functions that constructs of ours call; none reads anything but its arguments."""
KEYWORDS = {"for", "in", "if", "true", "false", "null"}


def check(resource: Resource, document: Document) -> Iterator[str]:
    if not (document.is_configuration and document.is_synthesized):
        return  # a plan holds values, and people may write what they like
    for text in texts(resource.values):
        for expression in _expressions(text):
            if expression is None:
                yield f"'{text[:100]}' is a template directive: escape it as %%{{ if it is meant literally"
            elif problem := _problem(expression):
                yield f"'${{{expression[:100]}}}' is no expression that a construct writes: {problem}"


def _expressions(text: str) -> Iterator[str | None]:
    """What stands between the braces; None for a directive."""
    for mark in MARK.finditer(text):
        if mark[1] == "%":
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
            return f"'{word}' is no reference to a resource"
    return None if re.search(r"aws_\w+\.", bare) else "it refers to no resource"


RULE = Rule(module=__name__, number=25, severity="high", types=EVERY_TYPE, check=check)

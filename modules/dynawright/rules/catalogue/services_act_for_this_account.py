"""Services act for this account only.

An AWS service that a resource's policy admits acts for any of its customers: a stranger's alarm could publish to our
topic, and a stranger's trail could write to our bucket (the confused deputy). A condition on the source's account or
ARN, or for a key on what is encrypted, limits it to ours. A condition that admits any value (`*`), all but one, or
requests without the key (`…IfExists`) limits nothing; whether the named account is ours is checked by the rule
identities-are-known. EventBridge is the exception: it meets no condition in a topic's policy, and its events would
never arrive. There it may publish, and nothing else.
"""

from collections.abc import Iterator

from dynawright.rules.resources import Document, Resource
from dynawright.rules.rule import Rule
from dynawright.rules.statements import RESOURCE, statements

SOURCES = ("aws:sourceaccount", "aws:sourcearn", "aws:sourceorgid", "aws:sourceorgpaths", "kms:calleraccount")
CONTEXT = "kms:encryptioncontext:"
TOPICS = ("aws_sns_topic", "aws_sns_topic_policy")


def check(resource: Resource, _: Document) -> Iterator[str]:
    for statement in statements(resource):
        services = [who for kind, who in statement.principals if kind == "Service"]
        if resource.type in TOPICS and services == ["events.amazonaws.com"] and statement.actions == ("sns:Publish",):
            continue
        keys = (*SOURCES, *(key for key in statement.condition_keys if key.startswith(CONTEXT)))
        if statement.allows and services and not statement.is_narrowed_by(keys):
            yield f"it admits {', '.join(services)} for any account: add a condition on aws:SourceAccount or aws:SourceArn"


RULE = Rule(module=__name__, number=14, severity="medium", types=RESOURCE, check=check, standards=("WA SEC03-BP07",))

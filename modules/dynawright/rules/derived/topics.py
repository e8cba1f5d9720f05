"""Services that publish to a topic."""

from __future__ import annotations

from collections.abc import Iterator

from dynawright.rules.derived.grant import allow, deny
from dynawright.rules.derived.need import Need, needs
from dynawright.rules.derived.things import intent_of, named, names_of
from dynawright.rules.resources import ALARMS, Document, Resource

EVENTS, CLOUDWATCH, BACKUP = "events.amazonaws.com", "cloudwatch.amazonaws.com", "backup.amazonaws.com"
INSECURE = {"Bool": {"aws:SecureTransport": "false"}}


def publishers(topic: Resource, document: Document) -> list[str]:
    """Return the services that publish to this topic: alarms, events, or all for a shared topic."""
    if names_of(document).name(topic) in intent_of(document).shared.get(topic.type, ()):
        return [CLOUDWATCH, BACKUP, EVENTS]
    action_arns = [
        arn for alarm in document.of_type(*ALARMS) for arn in (*alarm.listed("alarm_actions"), *alarm.listed("ok_actions"))
    ]
    services = [CLOUDWATCH] if any(named(document, arn, topic) for arn in action_arns) else []
    targets = [target.get("arn") for target in document.of_type("aws_cloudwatch_event_target")]
    return services + ([EVENTS] if any(named(document, target, topic) for target in targets) else [])


def of_topic(topic: Resource, document: Document) -> Iterator[Need]:
    """Yield the grants of a topic's policy.

    EventBridge sends no source when it publishes, so a condition on it would never be met.
    """
    arn, ours = names_of(document).arn(topic), {"aws:SourceAccount": intent_of(document).account_id}
    yield from needs("requests use TLS", deny(("sns:Publish",), arn, when=INSECURE))
    for service in publishers(topic, document):
        condition = {} if service == EVENTS else {"StringEquals": ours}
        publish = allow(("sns:Publish",), arn, who=("Service", service), when=condition)
        yield from needs(f"{service} publishes to it", publish)

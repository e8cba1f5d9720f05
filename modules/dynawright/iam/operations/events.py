"""EventBridge."""

from __future__ import annotations

from dynawright.iam.evaluator import ContextValue
from dynawright.iam.operations.ask import Ask, Asked
from dynawright.iam.operations.call import Situation
from dynawright.iam.operations.key_use import key_uses
from dynawright.iam.operations.row import Rows, each

SOURCE = "https://docs.aws.amazon.com/service-authorization/latest/reference/list_amazoneventbridge.html"
ENCRYPTION = "https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-encryption-event-bus-cmkey.html"
BUS = "arn:aws:events:{region}:{account}:event-bus/{Name}"
RULE = "{rule:Name}"


def _put_events(situation: Situation) -> list[Asked]:
    """Return one request for each combination of bus, source and type in the entries."""
    asked = {}
    for entry in situation.call.parameters["Entries"]:
        bus = entry.get("EventBusName", "default")
        arn = bus if bus.startswith("arn:") else f"arn:aws:events:{situation.call.region}:{situation.account}:event-bus/{bus}"
        source, kind = entry.get("Source", ""), entry.get("DetailType", "")
        context: dict[str, ContextValue] = {"events:source": [source], "events:detail-type": [kind]}
        asked[arn, source, kind] = Asked(action="events:PutEvents", resource=arn, context=context)
    return list(asked.values())


ROWS: Rows = {
    "events": {
        **each("events", BUS, "DeleteEventBus", "DescribeEventBus"),
        "CreateEventBus": (
            Ask("events:CreateEventBus", BUS, tags="Tags"),
            Ask("events:TagResource", BUS, when="Tags", tags="Tags"),
            *key_uses("events", "{key:KmsKeyIdentifier}", "DescribeKey", source=ENCRYPTION),
        ),
        "UpdateEventBus": (
            Ask("events:UpdateEventBus", BUS),
            *key_uses("events", "{key:KmsKeyIdentifier}", "DescribeKey", source=ENCRYPTION),
        ),
        **each("events", RULE, "DeleteRule", "DescribeRule", "DisableRule", "EnableRule"),
        "PutRule": (
            Ask("events:PutRule", RULE, tags="Tags"),
            Ask("events:TagResource", RULE, when="Tags", tags="Tags"),
            Ask("iam:PassRole", "{RoleArn}", when="RoleArn", context={"iam:PassedToService": "events.amazonaws.com"}),
        ),
        "PutTargets": (
            Ask("events:PutTargets", "{rule:Rule}", context={"events:TargetArn": "{Targets[].Arn}"}),
            Ask(
                "iam:PassRole",
                "{Targets[].RoleArn}",
                when="Targets[].RoleArn",
                context={"iam:PassedToService": "events.amazonaws.com"},
            ),
        ),
        **each("events", "{rule:Rule}", "ListTargetsByRule", "RemoveTargets"),
        **each("events", "*", "ListEventBuses", "ListRules", "TestEventPattern"),
        "ListTagsForResource": (Ask("events:ListTagsForResource", "{ResourceARN}"),),
        "TagResource": (Ask("events:TagResource", "{ResourceARN}", tags="Tags"),),
        "UntagResource": (Ask("events:UntagResource", "{ResourceARN}", tags="TagKeys"),),
        "PutEvents": _put_events,
    },
}

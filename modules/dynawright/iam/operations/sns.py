"""SNS."""

from __future__ import annotations

from dynawright.iam.operations.ask import Ask
from dynawright.iam.operations.key_use import key_uses
from dynawright.iam.operations.row import Row, Rows, each

SOURCE = "https://docs.aws.amazon.com/service-authorization/latest/reference/list_amazonsns.html"
ENCRYPTION = "https://docs.aws.amazon.com/sns/latest/dg/sns-key-management.html"
TOPIC = "{TopicArn}"
NEW = "arn:aws:sns:{region}:{account}:{Name}"
SUBSCRIBED = "{subscribed_topic:SubscriptionArn}"
PUBLISH: Row = (
    Ask("sns:Publish", TOPIC),
    *key_uses(
        "sns", "{topic_key:TopicArn}", "GenerateDataKey", "Decrypt", encryption={"aws:sns:topicArn": TOPIC}, source=ENCRYPTION
    ),
)

ROWS: Rows = {
    "sns": {
        **each(
            "sns", TOPIC, "AddPermission", "DeleteTopic", "GetTopicAttributes", "ListSubscriptionsByTopic", "SetTopicAttributes"
        ),
        "CreateTopic": (Ask("sns:CreateTopic", NEW, tags="Tags"), Ask("sns:TagResource", NEW, when="Tags", tags="Tags")),
        "Subscribe": (Ask("sns:Subscribe", TOPIC, context={"sns:Protocol": "{Protocol}", "sns:Endpoint": "{Endpoint}"}),),
        **each("sns", SUBSCRIBED, "GetSubscriptionAttributes", "SetSubscriptionAttributes", "Unsubscribe"),
        **each("sns", "*", "ListSubscriptions", "ListTopics"),
        "ListTagsForResource": (Ask("sns:ListTagsForResource", "{ResourceArn}"),),
        "TagResource": (Ask("sns:TagResource", "{ResourceArn}", tags="Tags"),),
        "UntagResource": (Ask("sns:UntagResource", "{ResourceArn}", tags="TagKeys"),),
        "Publish": PUBLISH,
        "PublishBatch": PUBLISH,
    },
}

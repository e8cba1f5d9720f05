"""SQS."""

from __future__ import annotations

from dynawright.iam.operations.ask import Ask
from dynawright.iam.operations.key_use import key_uses
from dynawright.iam.operations.row import Row, Rows, each

SOURCE = "https://docs.aws.amazon.com/service-authorization/latest/reference/list_amazonsqs.html"
ENCRYPTION = "https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-key-management.html"
QUEUE = "{queue:QueueUrl}"
NEW = "arn:aws:sqs:{region}:{account}:{QueueName}"


def _with_key(action: str, *uses: str) -> Row:
    key = key_uses("sqs", "{queue_key:QueueUrl}", *uses, encryption={"aws:sqs:arn": QUEUE}, source=ENCRYPTION)
    return (Ask(f"sqs:{action}", QUEUE), *key)


ROWS: Rows = {
    "sqs": {
        **each("sqs", QUEUE, "DeleteQueue", "GetQueueAttributes", "ListQueueTags", "PurgeQueue", "SetQueueAttributes"),
        **each("sqs", QUEUE, "DeleteMessage", "ChangeMessageVisibility"),
        "DeleteMessageBatch": (Ask("sqs:DeleteMessage", QUEUE),),
        "GetQueueUrl": (Ask("sqs:GetQueueUrl", NEW),),
        "ListQueues": (Ask("sqs:ListQueues"),),
        "CreateQueue": (Ask("sqs:CreateQueue", NEW, tags="tags"), Ask("sqs:TagQueue", NEW, when="tags", tags="tags")),
        "TagQueue": (Ask("sqs:TagQueue", QUEUE, tags="Tags"),),
        "UntagQueue": (Ask("sqs:UntagQueue", QUEUE, tags="TagKeys"),),
        "SendMessage": _with_key("SendMessage", "GenerateDataKey", "Decrypt"),
        "SendMessageBatch": _with_key("SendMessage", "GenerateDataKey", "Decrypt"),
        "ReceiveMessage": _with_key("ReceiveMessage", "Decrypt"),
    },
}

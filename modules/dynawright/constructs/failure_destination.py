"""Destination of stream records that a function could not process."""

from __future__ import annotations

from constructs import Construct

from dynawright.bindings.aws.sns_topic import SnsTopic
from dynawright.bindings.aws.sns_topic_policy import SnsTopicPolicy
from dynawright.bindings.aws.sqs_queue import SqsQueue
from dynawright.constructs.bucket import Bucket
from dynawright.constructs.component import Component
from dynawright.constructs.encryption import EncryptionKey
from dynawright.constructs.naming import QUEUE, TOPIC, environment_of, physical_name
from dynawright.errors import warn
from dynawright.iam.policy import Statement, document
from dynawright.settings import BucketSettings, StreamSettings

SQS_RETENTION_SECONDS = 14 * 86_400  # SQS's maximum
INSECURE = {"Bool": {"aws:SecureTransport": "false"}}


class FailureDestination(Component):
    """A bucket, which gets whole records, or a queue or topic, which gets only their stream positions.

    `arn` and `name` are the bucket's, the queue's or the topic's; `statements` are the rights with which the function writes there.
    """

    def __init__(
        self, scope: Construct, id: str, *, name: str, key: EncryptionKey, settings: StreamSettings, buckets: BucketSettings
    ) -> None:
        super().__init__(scope, id)
        self.kind = settings.failure_destination
        self._key = key
        if self.kind != "s3":
            warn(
                f"{name}: failure_destination '{self.kind}' keeps only where a failed record stood in the stream, which forgets it after 24 hours; "
                "'s3' keeps the record"
            )
        match self.kind:
            case "s3":
                self._bucket(name, settings, buckets)
            case "sqs":
                self._queue(name)
            case "sns":
                self._topic(name)

    def _bucket(self, name: str, settings: StreamSettings, buckets: BucketSettings) -> None:
        bucket = Bucket(
            self, "Bucket", name=name, key=self._key, settings=buckets, expire_after_days=settings.failure_retention_days
        )
        self.arn, self.name = bucket.arn, bucket.name
        self.statements = [
            Statement(("s3:ListBucket",), (bucket.arn,)),
            # Lambda chooses the key: aws/lambda/<mapping>/<shard>/<date>/<time>-<uuid>
            Statement(("s3:PutObject",), (f"{bucket.arn}/aws/lambda/*",)),
            *self._key.usage(("kms:GenerateDataKey",), "s3", {"aws:s3:arn": bucket.arn}),
        ]

    def _queue(self, name: str) -> None:
        physical = physical_name(self, name, QUEUE)
        arn = self._own_arn("sqs", physical)
        refusal = Statement(("sqs:ReceiveMessage", "sqs:SendMessage"), (arn,), INSECURE, effect="Deny", principal="*")
        queue = SqsQueue(
            self,
            "Queue",
            name=physical,
            message_retention_seconds=SQS_RETENTION_SECONDS,
            kms_master_key_id=self._key.arn,
            sqs_managed_sse_enabled=True if self._key.arn is None else None,
            policy=document([refusal]),
        )
        self._key.admit_callers_of("sqs")
        self.arn, self.name = queue.arn, queue.name
        self.statements = [
            Statement(("sqs:SendMessage",), (queue.arn,)),
            *self._key.usage(("kms:Decrypt", "kms:GenerateDataKey"), "sqs", {"aws:sqs:arn": queue.arn}),
        ]

    def _topic(self, name: str) -> None:
        physical = physical_name(self, name, TOPIC)
        topic = SnsTopic(self, "Topic", name=physical, kms_master_key_id=self._key.arn)
        refusal = Statement(("sns:Publish",), (topic.arn,), INSECURE, effect="Deny", principal="*")
        SnsTopicPolicy(self, "Policy", arn=topic.arn, policy=document([refusal]))
        self._key.admit_callers_of("sns")
        self.arn, self.name = topic.arn, topic.name
        self.statements = [
            Statement(("sns:Publish",), (topic.arn,)),
            *self._key.usage(("kms:Decrypt", "kms:GenerateDataKey"), "sns", {"aws:sns:topicArn": topic.arn}),
        ]

    def _own_arn(self, service: str, name: str) -> str:
        """Return the ARN as text: a policy inside the queue can't refer to the queue."""
        environment = environment_of(self)
        return f"arn:aws:{service}:{environment.region}:{environment.account_id}:{name}"

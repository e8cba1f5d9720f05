"""What the deploy role may do at most, by service: a second list, to catch slips in the first.

Names are those of resources of the environment's systems; `where` says how to prove that a resource is one of them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Where = Literal[
    "named", "tagged", "new", "numbered", "function", "any", "settings", "state", "roles", "own", "bounded", "passed",
    "service", "lists", "linked", "provider", "published",
]  # fmt: skip


@dataclass(frozen=True)
class Row:
    """Actions of one service that need the same proof of ownership."""

    service: str
    where: Where
    actions: tuple[str, ...]
    tails: tuple[str, ...]
    """How ARNs without one of the application's names end."""


def row(service: str, where: Where, actions: str, on: str = "") -> Row:
    return Row(service, where, tuple(f"{service}:{action}" for action in actions.split()), tuple(on.split()))


TAGS = "TagResource UntagResource"
KEYS, PLANS, TARGETS = "key/*", "backup-plan:*", "scalable-target/*"
ROWS = (
    row("dynamodb", "named", f"CreateTable UpdateTable DeleteTable DeleteTableReplica DescribeTable ListTagsOfResource {TAGS}"),
    row("dynamodb", "named", "DescribeContinuousBackups UpdateContinuousBackups DescribeTimeToLive UpdateTimeToLive"),
    row("dynamodb", "named", "DescribeContributorInsights UpdateContributorInsights"),
    row("dynamodb", "named", "GetResourcePolicy PutResourcePolicy DeleteResourcePolicy DescribeKinesisStreamingDestination"),
    row("dynamodb", "named", "EnableKinesisStreamingDestination DisableKinesisStreamingDestination"),
    row("kinesis", "named", "CreateStream DeleteStream DescribeStream DescribeStreamSummary AddTagsToStream RemoveTagsFromStream"),
    row("kinesis", "named", "ListTagsForStream IncreaseStreamRetentionPeriod DecreaseStreamRetentionPeriod StartStreamEncryption"),
    row("kinesis", "named", "PutRecords"),
    row("cloudwatch", "named", f"PutMetricAlarm DeleteAlarms PutDashboard GetDashboard DeleteDashboards ListTagsForResource {TAGS}"),
    row("cloudwatch", "new", "PutCompositeAlarm", "*"),
    row("logs", "named", "CreateLogGroup DeleteLogGroup PutRetentionPolicy AssociateKmsKey DisassociateKmsKey"),
    row("logs", "named", f"PutMetricFilter DescribeMetricFilters DeleteMetricFilter ListTagsForResource {TAGS}"),
    row("lambda", "named", "CreateFunction UpdateFunctionCode UpdateFunctionConfiguration DeleteFunction GetFunction GetPolicy"),
    row("lambda", "named", f"GetFunctionCodeSigningConfig ListVersionsByFunction ListTags PutFunctionConcurrency {TAGS}"),
    row("lambda", "named", "DeleteFunctionConcurrency AddPermission RemovePermission"),
    row("lambda", "function", "CreateEventSourceMapping", "*"),
    row("lambda", "function", "UpdateEventSourceMapping DeleteEventSourceMapping GetEventSourceMapping", "event-source-mapping:*"),
    row("lambda", "tagged", TAGS, "event-source-mapping:*"),
    row("lambda", "new", "TagResource", "event-source-mapping:*"),
    row("lambda", "numbered", "ListTags", "event-source-mapping:*"),
    row("s3", "named", "CreateBucket DeleteBucket ListBucket GetAccelerateConfiguration GetBucketAcl GetBucketCORS"),
    row("s3", "named", "GetBucketLogging GetBucketObjectLockConfiguration GetBucketOwnershipControls GetBucketPolicy GetBucketTagging"),
    row("s3", "named", "GetBucketPublicAccessBlock GetBucketRequestPayment GetBucketVersioning GetBucketWebsite ListTagsForResource"),
    row("s3", "named", "GetEncryptionConfiguration GetLifecycleConfiguration GetReplicationConfiguration PutBucketObjectLockConfiguration"),
    row("s3", "named", "PutBucketOwnershipControls PutBucketPolicy DeleteBucketPolicy PutBucketPublicAccessBlock PutBucketTagging"),
    row("s3", "named", f"PutBucketVersioning PutBucketLogging PutEncryptionConfiguration PutLifecycleConfiguration {TAGS}"),
    row("s3", "state", "ListBucket GetObject PutObject DeleteObject"),
    row("sns", "named", f"CreateTopic SetTopicAttributes GetTopicAttributes DeleteTopic Subscribe ListSubscriptionsByTopic {TAGS}"),
    row("sns", "named", "ListTagsForResource"),
    row("sns", "any", "GetSubscriptionAttributes ListTopics Unsubscribe"),
    row("sqs", "named", "CreateQueue SetQueueAttributes GetQueueAttributes ListQueueTags DeleteQueue TagQueue UntagQueue"),
    row("secretsmanager", "named", "CreateSecret UpdateSecret DeleteSecret DescribeSecret GetResourcePolicy"),
    row("secretsmanager", "named", f"PutResourcePolicy DeleteResourcePolicy {TAGS}"),
    row("ssm", "published", "PutParameter GetParameter DeleteParameter AddTagsToResource RemoveTagsFromResource ListTagsForResource"),
    row("ssm", "published", "DescribeParameters"),
    row("events", "named", f"PutRule DeleteRule DescribeRule PutTargets RemoveTargets ListTargetsByRule ListTagsForResource {TAGS}"),
    row("events", "named", "CreateEventBus UpdateEventBus DeleteEventBus DescribeEventBus"),
    row("scheduler", "named", f"CreateSchedule UpdateSchedule DeleteSchedule GetSchedule ListTagsForResource {TAGS}"),
    row("scheduler", "named", "CreateScheduleGroup DeleteScheduleGroup GetScheduleGroup"),
    row("backup", "named", f"DescribeBackupVault ListTags GetBackupVaultAccessPolicy {TAGS}"),
    row("backup", "named", "CreateRestoreTestingPlan UpdateRestoreTestingPlan DeleteRestoreTestingPlan GetRestoreTestingPlan"),
    row("backup", "named", "CreateRestoreTestingSelection UpdateRestoreTestingSelection DeleteRestoreTestingSelection"),
    row("backup", "named", "GetRestoreTestingSelection"),
    row("backup", "tagged", f"GetBackupPlan UpdateBackupPlan DeleteBackupPlan GetBackupSelection CreateBackupSelection {TAGS}", PLANS),
    row("backup", "tagged", "DeleteBackupSelection ListTags", PLANS),
    row("backup", "new", "CreateBackupPlan TagResource", PLANS),
    row("backup", "any", "DescribeRegionSettings"),
    row("cloudtrail", "named", "CreateTrail UpdateTrail DeleteTrail GetTrailStatus StartLogging AddTags RemoveTags ListTags"),
    row("cloudtrail", "named", "PutEventSelectors GetEventSelectors GetInsightSelectors"),
    row("cloudtrail", "any", "DescribeTrails"),
    row("kms", "tagged", f"DescribeKey GetKeyPolicy GetKeyRotationStatus ListResourceTags UpdateKeyDescription {TAGS}", KEYS),
    row("kms", "tagged", "EnableKeyRotation PutKeyPolicy ScheduleKeyDeletion CreateAlias DeleteAlias UpdateAlias", KEYS),
    row("kms", "service", "CreateGrant Decrypt Encrypt GenerateDataKey RetireGrant", KEYS),
    row("kms", "new", "CreateKey", "*"),
    row("kms", "new", "TagResource", KEYS),
    row("kms", "named", "CreateAlias DeleteAlias UpdateAlias"),
    row("kms", "own", "DescribeKey", KEYS),
    row("kms", "any", "ListAliases"),
    row("ec2", "tagged", "AuthorizeSecurityGroupEgress AuthorizeSecurityGroupIngress RevokeSecurityGroupEgress", "*"),
    row("ec2", "tagged", "CreateNetworkInterface", "security-group/*"),
    row("ec2", "tagged", "RevokeSecurityGroupIngress ModifySecurityGroupRules DeleteSecurityGroup ModifyVpcEndpoint CreateTags DeleteTags", "*"),
    row("ec2", "tagged", "DeleteVpcEndpoints", "*"),
    row("ec2", "new", "CreateSecurityGroup CreateVpcEndpoint", "security-group/* vpc-endpoint/*"),
    row("ec2", "new", "AuthorizeSecurityGroupEgress AuthorizeSecurityGroupIngress", "security-group-rule/*"),
    row("ec2", "new", "CreateTags", "*"),
    row("ec2", "settings", "CreateSecurityGroup CreateVpcEndpoint ModifyVpcEndpoint CreateNetworkInterface DeleteNetworkInterface"),
    row("ec2", "numbered", "CreateNetworkInterface", "network-interface/*"),
    row("ec2", "lists", "ModifySecurityGroupRules"),
    row("ec2", "any", "DescribeNetworkInterfaces DescribePrefixLists DescribeSecurityGroupRules DescribeSecurityGroups DescribeSubnets"),
    row("ec2", "any", "DescribeVpcEndpoints DescribeVpcs"),
    row("dax", "any", "CreateCluster UpdateCluster DeleteCluster DescribeClusters IncreaseReplicationFactor DecreaseReplicationFactor"),
    row("dax", "any", f"CreateParameterGroup UpdateParameterGroup DeleteParameterGroup DescribeParameterGroups ListTags {TAGS}"),
    row("dax", "any", "DescribeParameters CreateSubnetGroup UpdateSubnetGroup DeleteSubnetGroup DescribeSubnetGroups"),
    row("application-autoscaling", "any", "DescribeScalableTargets DescribeScalingPolicies DescribeScheduledActions"),
    row("application-autoscaling", "numbered", "ListTagsForResource", TARGETS),
    row("application-autoscaling", "own", "RegisterScalableTarget DeregisterScalableTarget PutScalingPolicy DeleteScalingPolicy", TARGETS),
    row("application-autoscaling", "own", "PutScheduledAction DeleteScheduledAction", TARGETS),
    row("application-autoscaling", "tagged", TAGS, TARGETS),
    row("application-autoscaling", "new", "TagResource", TARGETS),
    row("iam", "roles", "GetRole GetRolePolicy ListAttachedRolePolicies ListRolePolicies ListInstanceProfilesForRole GetPolicy"),
    row("iam", "roles", "GetPolicyVersion ListPolicyVersions DeleteRole UpdateRole UpdateRoleDescription UpdateAssumeRolePolicy TagRole"),
    row("iam", "roles", "UntagRole CreatePolicy CreatePolicyVersion DeletePolicy DeletePolicyVersion TagPolicy UntagPolicy"),
    row("iam", "roles", "DetachRolePolicy"),
    row("iam", "bounded", "CreateRole PutRolePermissionsBoundary AttachRolePolicy"),
    row("iam", "passed", "PassRole"),
    row("iam", "linked", "CreateServiceLinkedRole"),
    row("iam", "provider", "GetOpenIDConnectProvider"),
    row("dynamodb", "any", "ListTables"),
    row("kinesis", "any", "DescribeLimits"),
    row("cloudwatch", "any", "DescribeAlarms"),
    row("logs", "any", "DescribeLogGroups"),
)  # fmt: skip

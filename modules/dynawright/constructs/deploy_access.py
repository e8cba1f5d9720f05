"""AWS actions that Terraform needs for each kind of resource, to plan and to apply."""

from __future__ import annotations

from dataclasses import dataclass

from dynawright.iam.item_actions import item_actions


@dataclass(frozen=True)
class Kind:
    """In an ARN, `{table}` is replaced by the pattern of each table's name, and so on: `Names.patterns`."""

    service: str
    arns: tuple[str, ...]
    reads: tuple[str, ...]
    writes: tuple[str, ...]


NAMED = (
    Kind(
        "dynamodb",
        ("arn:aws:dynamodb:{region}:{account}:table/{table}",),
        (
            *("DescribeTable", "DescribeContinuousBackups", "DescribeTimeToLive", "DescribeContributorInsights"),
            *("GetResourcePolicy", "ListTagsOfResource", "DescribeKinesisStreamingDestination"),
        ),
        (
            *("CreateTable", "UpdateTable", "DeleteTable", "UpdateContinuousBackups", "UpdateTimeToLive", "UpdateContributorInsights"),
            *("PutResourcePolicy", "DeleteResourcePolicy", "TagResource", "UntagResource"),
            *("EnableKinesisStreamingDestination", "DisableKinesisStreamingDestination"),
        ),
    ),
    Kind(
        "dynamodb",
        ("arn:aws:dynamodb:{region}:{account}:table/{table}/stream/*",),
        ("GetResourcePolicy",),
        ("PutResourcePolicy", "DeleteResourcePolicy"),
    ),
    Kind(
        "kinesis",
        ("arn:aws:kinesis:{region}:{account}:stream/{name}",),
        ("DescribeStreamSummary", "ListTagsForStream"),
        (
            *("CreateStream", "DeleteStream", "IncreaseStreamRetentionPeriod", "DecreaseStreamRetentionPeriod"),
            *("StartStreamEncryption", "AddTagsToStream", "RemoveTagsFromStream"),
            *("DescribeStream", "PutRecords"),  # DynamoDB requires these of the role that enables the stream
        ),
    ),
    Kind(
        "cloudwatch",
        ("arn:aws:cloudwatch:{region}:{account}:alarm:{alarm}", "arn:aws:cloudwatch::{account}:dashboard/{name}"),
        ("ListTagsForResource", "GetDashboard"),
        ("PutMetricAlarm", "DeleteAlarms", "PutDashboard", "DeleteDashboards", "TagResource", "UntagResource"),
    ),
    Kind(  # Application Auto Scaling creates these alarms with a scaling policy of a table or index
        "cloudwatch",
        (
            "arn:aws:cloudwatch:{region}:{account}:alarm:TargetTracking-table/{table}-*",
            "arn:aws:cloudwatch:{region}:{account}:alarm:TargetTracking-table/{table}/index/*-*",
        ),
        (),
        ("PutMetricAlarm", "DeleteAlarms"),
    ),
    Kind(
        "logs",
        ("arn:aws:logs:{region}:{account}:log-group:{log_group}", "arn:aws:logs:{region}:{account}:log-group:{log_group}:*"),
        ("ListTagsForResource", "DescribeMetricFilters"),
        (
            *("CreateLogGroup", "DeleteLogGroup", "PutRetentionPolicy", "AssociateKmsKey"),
            *("DisassociateKmsKey", "PutMetricFilter", "DeleteMetricFilter", "TagResource", "UntagResource"),
        ),
    ),
    Kind(
        "lambda",
        ("arn:aws:lambda:{region}:{account}:function:{name}",),
        ("GetFunction", "GetFunctionCodeSigningConfig", "GetPolicy", "ListVersionsByFunction", "ListTags"),
        (
            *("CreateFunction", "UpdateFunctionCode", "UpdateFunctionConfiguration", "DeleteFunction", "TagResource", "UntagResource"),
            *("PutFunctionConcurrency", "DeleteFunctionConcurrency", "AddPermission", "RemovePermission"),
        ),
    ),
    Kind(
        "s3",
        ("arn:aws:s3:::{name}-{account}",),
        (
            *("ListBucket", "GetAccelerateConfiguration", "GetBucketAcl", "GetBucketCORS", "GetBucketLogging"),
            *("GetBucketObjectLockConfiguration", "GetBucketOwnershipControls", "GetBucketPolicy", "GetBucketPublicAccessBlock"),
            *("GetBucketRequestPayment", "GetBucketTagging", "GetBucketVersioning", "GetBucketWebsite", "GetEncryptionConfiguration"),
            *("GetLifecycleConfiguration", "GetReplicationConfiguration", "ListTagsForResource"),
        ),
        (
            *("CreateBucket", "DeleteBucket", "PutBucketObjectLockConfiguration", "PutBucketOwnershipControls", "PutBucketPolicy"),
            *("DeleteBucketPolicy", "PutBucketPublicAccessBlock", "PutBucketTagging", "PutBucketVersioning", "PutBucketLogging"),
            *("PutEncryptionConfiguration", "PutLifecycleConfiguration", "TagResource", "UntagResource"),
        ),
    ),
    Kind(
        "sns",
        ("arn:aws:sns:{region}:{account}:{name}", "arn:aws:sns:{region}:{account}:{name}.fifo"),
        ("GetTopicAttributes", "ListTagsForResource", "ListSubscriptionsByTopic"),
        ("CreateTopic", "SetTopicAttributes", "DeleteTopic", "Subscribe", "TagResource", "UntagResource"),
    ),
    Kind(
        "sqs",
        ("arn:aws:sqs:{region}:{account}:{name}",),
        ("GetQueueAttributes", "ListQueueTags"),
        ("CreateQueue", "SetQueueAttributes", "DeleteQueue", "TagQueue", "UntagQueue"),
    ),
    Kind(
        "secretsmanager",
        ("arn:aws:secretsmanager:{region}:{account}:secret:{folder}-??????",),
        ("DescribeSecret", "GetResourcePolicy"),
        (
            *("CreateSecret", "UpdateSecret", "DeleteSecret", "PutResourcePolicy", "DeleteResourcePolicy"),
            *("TagResource", "UntagResource"),
        ),
    ),
    Kind(
        "events",
        ("arn:aws:events:{region}:{account}:rule/{name}", "arn:aws:events:{region}:{account}:event-bus/{name}"),
        ("DescribeRule", "DescribeEventBus", "ListTargetsByRule", "ListTagsForResource"),
        (
            *("PutRule", "DeleteRule", "PutTargets", "RemoveTargets", "CreateEventBus", "UpdateEventBus", "DeleteEventBus"),
            *("TagResource", "UntagResource"),
        ),
    ),
    Kind(
        "scheduler",
        (
            "arn:aws:scheduler:{region}:{account}:schedule-group/{name}",
            "arn:aws:scheduler:{region}:{account}:schedule/{name}/{name}",
        ),
        ("GetSchedule", "GetScheduleGroup", "ListTagsForResource"),
        (
            *("CreateSchedule", "UpdateSchedule", "DeleteSchedule", "CreateScheduleGroup", "DeleteScheduleGroup"),
            *("TagResource", "UntagResource"),
        ),
    ),
    Kind(  # deleting a group deletes its schedules
        "scheduler",
        ("arn:aws:scheduler:{region}:{account}:schedule/{name}/*",),
        (),
        ("DeleteSchedule",),
    ),
    Kind(  # a person deploys the vault, its lock and its policy with the foundation: a stolen pipeline can't change them
        "backup",
        ("arn:aws:backup:{region}:{account}:backup-vault:{shared}",),
        ("DescribeBackupVault", "GetBackupVaultAccessPolicy", "ListTags"),
        ("TagResource", "UntagResource"),
    ),
    Kind(
        "backup",
        ("arn:aws:backup:{region}:{account}:restore-testing-plan:{underscored}-*",),
        ("GetRestoreTestingPlan", "GetRestoreTestingSelection", "ListTags"),
        (
            *("CreateRestoreTestingPlan", "UpdateRestoreTestingPlan", "DeleteRestoreTestingPlan", "CreateRestoreTestingSelection"),
            *("UpdateRestoreTestingSelection", "DeleteRestoreTestingSelection", "TagResource", "UntagResource"),
        ),
    ),
    Kind(
        "cloudtrail",
        ("arn:aws:cloudtrail:{region}:{account}:trail/{name}",),
        ("GetTrailStatus", "GetEventSelectors", "GetInsightSelectors", "ListTags"),
        ("CreateTrail", "UpdateTrail", "DeleteTrail", "StartLogging", "PutEventSelectors", "AddTags", "RemoveTags"),
    ),
)  # fmt: skip

PARAMETER_READS = ("ssm:GetParameter", "ssm:ListTagsForResource")
PARAMETER_WRITES = ("ssm:AddTagsToResource", "ssm:DeleteParameter", "ssm:PutParameter", "ssm:RemoveTagsFromResource")
PARAMETER_LISTS = ("ssm:DescribeParameters",)
"""Parameters that publish a system's outputs; the last action has no resource in IAM."""

REPLICA = Kind(
    "dynamodb",
    ("arn:aws:dynamodb:{region}:{account}:table/{table}",),
    ("DescribeTable", "DescribeContinuousBackups", "ListTagsOfResource"),
    ("UpdateTable", "DeleteTable", "DeleteTableReplica", "UpdateContinuousBackups", "TagResource", "UntagResource"),
)
"""Actions in the environment's other Regions.

Creating a replica needs rights on items there, which deploy roles lack: a person must do it.
"""

KEY_READS = ("kms:DescribeKey", "kms:GetKeyPolicy", "kms:GetKeyRotationStatus", "kms:ListResourceTags")
KEY_WRITES = (
    *(
        "kms:EnableKeyRotation",
        "kms:PutKeyPolicy",
        "kms:ScheduleKeyDeletion",
        "kms:UpdateKeyDescription",
    ),
    *("kms:CreateAlias", "kms:DeleteAlias", "kms:UpdateAlias", "kms:UntagResource"),
)
KEY_SERVICES = ("backup", "dynamodb", "kinesis", "lambda", "scheduler", "secretsmanager")
KEY_USES = ("kms:CreateGrant", "kms:Decrypt", "kms:Encrypt", "kms:GenerateDataKey", "kms:RetireGrant")
"""When a resource is created, its service checks that the creator may use the key."""

PLAN_READS = ("backup:GetBackupPlan", "backup:GetBackupSelection", "backup:ListTags")
PLAN_WRITES = (
    *("backup:UpdateBackupPlan", "backup:DeleteBackupPlan", "backup:CreateBackupSelection", "backup:DeleteBackupSelection"),
    "backup:UntagResource",
)

UNNAMED_READS = (
    *("application-autoscaling:DescribeScalableTargets", "application-autoscaling:DescribeScalingPolicies"),
    "application-autoscaling:DescribeScheduledActions",
    "backup:DescribeRegionSettings",
    *("cloudtrail:DescribeTrails", "cloudwatch:DescribeAlarms"),  # a role that may describe some alarms finds no composite ones
    *(
        "dax:DescribeClusters",
        "dax:DescribeParameterGroups",
        "dax:DescribeParameters",
        "dax:DescribeSubnetGroups",
        "dax:ListTags",
    ),
    *("dynamodb:ListTables", "ec2:DescribePrefixLists", "ec2:DescribeSecurityGroupRules"),
    *("ec2:DescribeSecurityGroups", "ec2:DescribeVpcEndpoints", "kinesis:DescribeLimits", "kms:ListAliases"),
    *("logs:DescribeLogGroups", "sns:GetSubscriptionAttributes", "sns:ListTopics"),
)
"""Actions without a resource in IAM, or with one known only afterwards; none reads data."""
UNNAMED_WRITES = (
    *(f"dax:{verb}{kind}" for kind in ("Cluster", "ParameterGroup", "SubnetGroup") for verb in ("Create", "Update", "Delete")),
    *("dax:IncreaseReplicationFactor", "dax:DecreaseReplicationFactor", "dax:TagResource", "dax:UntagResource"),
    *("ec2:DescribeSubnets", "ec2:DescribeVpcs"),  # needed to create a cache
    "ec2:DescribeNetworkInterfaces",  # called before a security group is deleted
    "sns:Unsubscribe",
)
"""Actions without a resource in IAM, or that require `*`: all of DAX's but those on items."""

ROLE_READS = (
    "iam:GetRole",
    "iam:ListAttachedRolePolicies",
    "iam:ListRolePolicies",
    "iam:GetRolePolicy",
)
ROLE_WRITES = (
    *("iam:DeleteRole", "iam:UpdateRole", "iam:UpdateRoleDescription", "iam:UpdateAssumeRolePolicy"),
    *("iam:TagRole", "iam:UntagRole"),
    "iam:DetachRolePolicy",  # with any boundary: Terraform detaches policies before it changes the boundary
)
BOUNDED_ROLE_WRITES = ("iam:CreateRole", "iam:PutRolePermissionsBoundary", "iam:AttachRolePolicy")
POLICY_READS = ("iam:GetPolicy", "iam:GetPolicyVersion")
POLICY_WRITES = (
    *("iam:CreatePolicy", "iam:CreatePolicyVersion", "iam:DeletePolicy", "iam:DeletePolicyVersion"),
    *("iam:TagPolicy", "iam:UntagPolicy"),
)
BEFORE_ROLE_WRITES, BEFORE_POLICY_WRITES = ("iam:ListInstanceProfilesForRole",), ("iam:ListPolicyVersions",)
"""Reads that Terraform makes only before it deletes a role or policy, or adds a version."""
PROVIDER_READS = ("iam:GetOpenIDConnectProvider",)
PASSED_TO = (
    *("backup.amazonaws.com", "restore-testing.backup.amazonaws.com"),
    *("dax.amazonaws.com", "lambda.amazonaws.com", "scheduler.amazonaws.com"),
)
SERVICE_ROLES = (
    *("backup.amazonaws.com", "restore-testing.backup.amazonaws.com"),
    *("dax.amazonaws.com", "dynamodb.application-autoscaling.amazonaws.com"),
    "kinesisreplication.dynamodb.amazonaws.com",
)
"""Service-linked roles, created with the first backup selection, restore test, cache or autoscaling."""

AUTOSCALING_WRITES = (
    *("application-autoscaling:RegisterScalableTarget", "application-autoscaling:DeregisterScalableTarget"),
    *("application-autoscaling:PutScalingPolicy", "application-autoscaling:DeleteScalingPolicy"),
    *("application-autoscaling:PutScheduledAction", "application-autoscaling:DeleteScheduledAction"),
)
AUTOSCALING_READS = ("application-autoscaling:ListTagsForResource",)
SCALABLE_TAGS = ("application-autoscaling:TagResource", "application-autoscaling:UntagResource")
MAPPING_READS = ("lambda:GetEventSourceMapping",)
MAPPING_TAGS = ("lambda:TagResource", "lambda:UntagResource")
MAPPING_WRITES = ("lambda:UpdateEventSourceMapping", "lambda:DeleteEventSourceMapping")
NETWORK_CREATES = ("ec2:CreateSecurityGroup", "ec2:CreateVpcEndpoint")
RULE_CREATES = ("ec2:AuthorizeSecurityGroupEgress", "ec2:AuthorizeSecurityGroupIngress")
NETWORK_WRITES = (
    *RULE_CREATES,
    *(
        "ec2:RevokeSecurityGroupEgress",
        "ec2:RevokeSecurityGroupIngress",
        "ec2:ModifySecurityGroupRules",
        "ec2:DeleteSecurityGroup",
    ),
    *("ec2:ModifyVpcEndpoint", "ec2:DeleteVpcEndpoints", "ec2:CreateTags", "ec2:DeleteTags"),
)

ITEMS = (
    *item_actions("dynamodb"),
    *item_actions("dax"),
    *("dynamodb:ExportTableToPointInTime", "dynamodb:GetRecords"),
    *("kinesis:GetRecords", "secretsmanager:GetSecretValue", "sqs:ReceiveMessage"),
)
"""Denied to both roles, even if a table's own policy allows them: deployments read no data."""
OBJECTS = ("s3:GetObject", "s3:GetObjectVersion", "s3:PutObject", "s3:DeleteObject", "s3:DeleteObjectVersion")
"""Denied in the systems' buckets: the deploy role writes their policies and could admit itself."""
DETOURS = ("sts:AssumeRole", "lambda:InvokeFunction", "lambda:InvokeFunctionUrl")
"""Denied: the deploy role writes these trust policies and function policies, and could admit itself."""
OTHERS = (*ROLE_WRITES, *BOUNDED_ROLE_WRITES, *POLICY_WRITES, *AUTOSCALING_WRITES, "cloudwatch:PutCompositeAlarm")
"""Denied on resources with other tags: roles and policies by name, scaling targets and alarms by `*`."""

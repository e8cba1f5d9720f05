"""The rights that AWS requires to create each kind of resource in the stacks."""

from __future__ import annotations

from typing import Any

ACCOUNT, REGION = "444444444444", "ap-northeast-1"
AT = f"{REGION}:{ACCOUNT}"
BOUNDARY = f"arn:aws:iam::{ACCOUNT}:policy/boundary"
REPOSITORY = "acme/library"
TAGS = {"Repository": REPOSITORY, "Environment": "production"}
OURS = {f"aws:ResourceTag/{name}": value for name, value in TAGS.items()}
NEW = {f"aws:RequestTag/{name}": value for name, value in TAGS.items()}

TABLE = f"arn:aws:dynamodb:{AT}:table/library-loans-production"
STREAM = f"{TABLE}/stream/2026-01-01T00:00:00.000"
SECRET = f"arn:aws:secretsmanager:{AT}:secret:library/hash-key-production-AbCdEf"
KEY = f"arn:aws:kms:{AT}:key/1a2b3c4d"
ROLE = f"arn:aws:iam::{ACCOUNT}:role/library-desk-production"
FUNCTION = f"arn:aws:lambda:{AT}:function:library-loan-history-production"
BUCKET = f"arn:aws:s3:::library-loan-history-failed-production-{ACCOUNT}"
TOPIC = f"arn:aws:sns:{AT}:readers-alarms-production"
BACKUP_PLAN = f"arn:aws:backup:{AT}:backup-plan:1a2b"
MAPPING = f"arn:aws:lambda:{AT}:event-source-mapping:1a2b"
SCALABLE = f"arn:aws:application-autoscaling:{AT}:scalable-target/1a2b"
VPC, ROUTES, GROUP, RULE, ENDPOINT = (
    f"arn:aws:ec2:{AT}:{one}"
    for one in (
        "vpc/vpc-0a1b2c3d4e5f60718",
        "route-table/rtb-0a1b2c3d4e5f60718",
        "security-group/sg-1a2b",
        "security-group-rule/sgr-1a2b",
        "vpc-endpoint/vpce-1a2b",
    )
)

Asked = tuple[str, str, dict[str, Any]]
"""Action, ARN, context."""

# The creation of each named resource: the action and the ARN.
MADE = {
    "aws_backup_restore_testing_plan": (
        "backup:CreateRestoreTestingPlan",
        "arn:aws:backup:{at}:restore-testing-plan:{name}-1a2b",
    ),
    "aws_cloudtrail": ("cloudtrail:CreateTrail", "arn:aws:cloudtrail:{at}:trail/{name}"),
    "aws_cloudwatch_dashboard": ("cloudwatch:PutDashboard", "arn:aws:cloudwatch::{account}:dashboard/{dashboard_name}"),
    "aws_cloudwatch_event_bus": ("events:CreateEventBus", "arn:aws:events:{at}:event-bus/{name}"),
    "aws_cloudwatch_event_rule": ("events:PutRule", "arn:aws:events:{at}:rule/{name}"),
    "aws_cloudwatch_log_group": ("logs:CreateLogGroup", "arn:aws:logs:{at}:log-group:{name}"),
    "aws_cloudwatch_metric_alarm": ("cloudwatch:PutMetricAlarm", "arn:aws:cloudwatch:{at}:alarm:{alarm_name}"),
    "aws_dynamodb_table": ("dynamodb:CreateTable", "arn:aws:dynamodb:{at}:table/{name}"),
    "aws_iam_policy": ("iam:CreatePolicy", "arn:aws:iam::{account}:policy/{name}"),
    "aws_iam_role": ("iam:CreateRole", "arn:aws:iam::{account}:role/{name}"),
    "aws_kinesis_stream": ("kinesis:CreateStream", "arn:aws:kinesis:{at}:stream/{name}"),
    "aws_kms_alias": ("kms:CreateAlias", "arn:aws:kms:{at}:{name}"),
    "aws_lambda_function": ("lambda:CreateFunction", "arn:aws:lambda:{at}:function:{function_name}"),
    "aws_s3_bucket": ("s3:CreateBucket", "arn:aws:s3:::{bucket}"),
    "aws_scheduler_schedule_group": ("scheduler:CreateScheduleGroup", "arn:aws:scheduler:{at}:schedule-group/{name}"),
    "aws_secretsmanager_secret": ("secretsmanager:CreateSecret", "arn:aws:secretsmanager:{at}:secret:{name}-AbCdEf"),
    "aws_sns_topic": ("sns:CreateTopic", "arn:aws:sns:{at}:{name}"),
    "aws_sqs_queue": ("sqs:CreateQueue", "arn:aws:sqs:{at}:{name}"),
}


def _tags_of_new(create_action: str) -> dict[str, str]:
    return {**NEW, "ec2:CreateAction": create_action}


def _rule(direction: str) -> tuple[Asked, ...]:
    authorize, revoke = (f"{verb}SecurityGroup{direction}" for verb in ("Authorize", "Revoke"))
    return (
        (f"ec2:{authorize}", GROUP, OURS),
        (f"ec2:{authorize}", RULE, NEW),
        ("ec2:CreateTags", RULE, _tags_of_new(authorize)),
        (f"ec2:{revoke}", GROUP, OURS),
    )


def _on(arn: str, *actions: str) -> tuple[Asked, ...]:
    return tuple((action, arn, {}) for action in actions)


_DYNAMODB_SCALES = {"application-autoscaling:service-namespace": "dynamodb"}

# Resources with generated ids, or authorized by another resource.
MADE_OTHERWISE: dict[str, tuple[Asked, ...]] = {
    "aws_appautoscaling_policy": (("application-autoscaling:PutScalingPolicy", SCALABLE, _DYNAMODB_SCALES),),
    "aws_appautoscaling_target": (("application-autoscaling:RegisterScalableTarget", SCALABLE, _DYNAMODB_SCALES),),
    "aws_backup_plan": (("backup:CreateBackupPlan", BACKUP_PLAN, NEW), ("backup:UpdateBackupPlan", BACKUP_PLAN, OURS)),
    "aws_backup_restore_testing_selection": _on(
        f"arn:aws:backup:{AT}:restore-testing-plan:library_restore_production-1a2b", "backup:CreateRestoreTestingSelection"
    ),
    "aws_backup_selection": (("backup:CreateBackupSelection", BACKUP_PLAN, OURS),),
    "aws_cloudwatch_composite_alarm": (("cloudwatch:PutCompositeAlarm", f"arn:aws:cloudwatch:{AT}:alarm:*", NEW),),
    "aws_cloudwatch_event_target": _on(f"arn:aws:events:{AT}:rule/library-backups-production", "events:PutTargets"),
    "aws_cloudwatch_log_metric_filter": _on(f"arn:aws:logs:{AT}:log-group:/aws/dynamodb/library-desk-production", "logs:PutMetricFilter"),
    "aws_dax_cluster": _on(f"arn:aws:dax:{AT}:cache/*", *(f"dax:{verb}Cluster" for verb in ("Create", "Update", "Delete"))),
    "aws_dax_parameter_group": _on("*", *(f"dax:{verb}ParameterGroup" for verb in ("Create", "Update", "Delete"))),
    "aws_dax_subnet_group": _on("*", *(f"dax:{verb}SubnetGroup" for verb in ("Create", "Update", "Delete"))),
    "aws_dynamodb_kinesis_streaming_destination": _on(TABLE, "dynamodb:EnableKinesisStreamingDestination"),
    "aws_dynamodb_resource_policy": tuple(
        asked for arn in (TABLE, STREAM) for asked in _on(arn, "dynamodb:PutResourcePolicy", "dynamodb:DeleteResourcePolicy")
    ),
    "aws_iam_role_policy_attachment": (("iam:AttachRolePolicy", ROLE, {"iam:PermissionsBoundary": BOUNDARY}),),
    "aws_kms_key": (("kms:CreateKey", "*", NEW), ("kms:TagResource", KEY, NEW), ("kms:PutKeyPolicy", KEY, OURS)),
    "aws_lambda_event_source_mapping": (("lambda:CreateEventSourceMapping", "*", {"lambda:FunctionArn": FUNCTION}),),
    "aws_s3_bucket_lifecycle_configuration": _on(BUCKET, "s3:PutLifecycleConfiguration"),
    "aws_s3_bucket_logging": _on(BUCKET, "s3:PutBucketLogging"),
    "aws_s3_bucket_object_lock_configuration": _on(BUCKET, "s3:PutBucketObjectLockConfiguration"),
    "aws_s3_bucket_ownership_controls": _on(BUCKET, "s3:PutBucketOwnershipControls"),
    "aws_s3_bucket_policy": _on(BUCKET, "s3:PutBucketPolicy", "s3:DeleteBucketPolicy"),
    "aws_s3_bucket_public_access_block": _on(BUCKET, "s3:PutBucketPublicAccessBlock"),
    "aws_s3_bucket_server_side_encryption_configuration": _on(BUCKET, "s3:PutEncryptionConfiguration"),
    "aws_s3_bucket_versioning": _on(BUCKET, "s3:PutBucketVersioning"),
    "aws_scheduler_schedule": _on(
        f"arn:aws:scheduler:{AT}:schedule/library-exports-production/library-full-production",
        "scheduler:CreateSchedule",
    ),
    "aws_secretsmanager_secret_policy": _on(SECRET, "secretsmanager:PutResourcePolicy"),
    "aws_security_group": (
        ("ec2:CreateSecurityGroup", GROUP, NEW),
        ("ec2:CreateSecurityGroup", VPC, {}),
        ("ec2:CreateTags", GROUP, _tags_of_new("CreateSecurityGroup")),
        ("ec2:CreateTags", GROUP, OURS),
        ("ec2:DeleteTags", GROUP, OURS),
        ("ec2:DeleteSecurityGroup", GROUP, OURS),
        ("ec2:DescribeNetworkInterfaces", "*", {}),
    ),
    "aws_sns_topic_policy": _on(TOPIC, "sns:SetTopicAttributes"),
    "aws_sns_topic_subscription": _on(TOPIC, "sns:Subscribe", "sns:Unsubscribe"),
    "aws_vpc_endpoint": (
        ("ec2:CreateVpcEndpoint", ENDPOINT, NEW),
        ("ec2:CreateVpcEndpoint", VPC, {}),
        ("ec2:CreateVpcEndpoint", ROUTES, {}),
        ("ec2:CreateTags", ENDPOINT, _tags_of_new("CreateVpcEndpoint")),
        ("ec2:ModifyVpcEndpoint", ENDPOINT, OURS),
        ("ec2:ModifyVpcEndpoint", ROUTES, {}),
        ("ec2:DeleteVpcEndpoints", ENDPOINT, OURS),
    ),
    "aws_vpc_security_group_egress_rule": _rule("Egress"),
    "aws_vpc_security_group_ingress_rule": _rule("Ingress"),
}  # fmt: skip

NOT_ASKED = {
    "aws_backup_region_settings": "a person makes it, with the vault, and nothing changes it",
    "aws_backup_vault": "a person makes it, with the foundation: who deploys can't delete a backup",
    "aws_backup_vault_lock_configuration": "a person makes it, with the vault",
    "aws_backup_vault_policy": "a person makes it, with the vault",
    "aws_iam_openid_connect_provider": "a person makes it, with the foundation: who deploys changes nothing about who may",
}

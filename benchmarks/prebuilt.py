"""The measured app on cdktf's prebuilt AWS provider."""

import json
import sys

import cdktf
from cdktf_cdktf_provider_aws.cloudwatch_metric_alarm import CloudwatchMetricAlarm
from cdktf_cdktf_provider_aws.dynamodb_table import DynamodbTable
from cdktf_cdktf_provider_aws.iam_role import IamRole
from cdktf_cdktf_provider_aws.iam_role_policy import IamRolePolicy
from cdktf_cdktf_provider_aws.lambda_event_source_mapping import LambdaEventSourceMapping
from cdktf_cdktf_provider_aws.lambda_function import LambdaFunction
from cdktf_cdktf_provider_aws.provider import AwsProvider
from cdktf_cdktf_provider_aws.sqs_queue import SqsQueue

app = cdktf.App(outdir=sys.argv[2])
stack = cdktf.TerraformStack(app, "bench")
AwsProvider(stack, "aws", region="ap-northeast-1")
for number in range(int(sys.argv[1])):
    id = f"Table{number}"
    table = DynamodbTable(
        stack,
        f"{id}Table",
        name=f"{id}-bench",
        billing_mode="PAY_PER_REQUEST",
        hash_key="PK",
        range_key="SK",
        attribute=[{"name": n, "type": "S"} for n in ("PK", "SK", "GSI1PK", "GSI1SK", "GSI2PK", "GSI2SK")],
        global_secondary_index=[
            {"name": n, "hashKey": f"{n}PK", "rangeKey": f"{n}SK", "projectionType": "ALL"} for n in ("GSI1", "GSI2")
        ],
        stream_enabled=True,
        stream_view_type="NEW_AND_OLD_IMAGES",
        deletion_protection_enabled=True,
    )
    queue = SqsQueue(stack, f"{id}Queue", name=f"{id}-failures")
    role = IamRole(stack, f"{id}Role", name=f"{id}-role", assume_role_policy="{}")
    IamRolePolicy(stack, f"{id}Policy", role=role.name, policy=json.dumps({"Resource": [table.arn]}))
    function = LambdaFunction(
        stack, f"{id}Fn", function_name=id, role=role.arn, runtime="python3.13", handler="h.h", filename="code.zip"
    )
    LambdaEventSourceMapping(
        stack, f"{id}Map", event_source_arn=table.stream_arn, function_name=function.arn, starting_position="LATEST"
    )
    for metric in ("ReadThrottleEvents", "WriteThrottleEvents", "ConsumedReadCapacityUnits", "ConsumedWriteCapacityUnits"):
        CloudwatchMetricAlarm(
            stack,
            f"{id}{metric}",
            alarm_name=f"{id}-{metric}",
            namespace="AWS/DynamoDB",
            metric_name=metric,
            dimensions={"TableName": table.name},
            comparison_operator="GreaterThanThreshold",
            evaluation_periods=5,
            period=60,
            statistic="Sum",
            threshold=5,
            alarm_actions=[queue.arn],
        )
app.synth()

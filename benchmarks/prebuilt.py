"""The measured app on the prebuilt provider of cdktf or cdktn, named by arguments."""

import json
import sys
from importlib import import_module
from typing import Any

cdktf: Any = import_module(sys.argv[3])


def provided(module: str, name: str) -> Any:
    return getattr(import_module(f"{sys.argv[4]}.{module}"), name)


CloudwatchMetricAlarm = provided("cloudwatch_metric_alarm", "CloudwatchMetricAlarm")
DynamodbTable = provided("dynamodb_table", "DynamodbTable")
IamRole = provided("iam_role", "IamRole")
IamRolePolicy = provided("iam_role_policy", "IamRolePolicy")
LambdaEventSourceMapping = provided("lambda_event_source_mapping", "LambdaEventSourceMapping")
LambdaFunction = provided("lambda_function", "LambdaFunction")
SqsQueue = provided("sqs_queue", "SqsQueue")

app = cdktf.App(outdir=sys.argv[2])
stack = cdktf.TerraformStack(app, "bench")
provided("provider", "AwsProvider")(stack, "aws", region="ap-northeast-1")
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

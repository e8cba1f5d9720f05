"""The measured app on bare cdktf: resources without bindings, as dictionaries."""

import json
import sys
from typing import Any

import cdktf

app = cdktf.App(outdir=sys.argv[2])
stack = cdktf.TerraformStack(app, "bench")
cdktf.TerraformProvider(stack, "aws", terraform_resource_type="aws", terraform_generator_metadata=None).add_override(
    "region", "ap-northeast-1"
)


def resource(type: str, id: str, **attributes: Any) -> str:
    """Return how other resources refer to it."""
    made = cdktf.TerraformResource(stack, id, terraform_resource_type=type)
    for name, value in attributes.items():
        made.add_override(name, value)
    return f"{type}.{made.friendly_unique_id}"


for number in range(int(sys.argv[1])):
    id = f"Table{number}"
    table = resource(
        "aws_dynamodb_table",
        f"{id}Table",
        name=f"{id}-bench",
        billing_mode="PAY_PER_REQUEST",
        hash_key="PK",
        range_key="SK",
        attribute=[{"name": n, "type": "S"} for n in ("PK", "SK", "GSI1PK", "GSI1SK", "GSI2PK", "GSI2SK")],
        global_secondary_index=[
            {"name": n, "hash_key": f"{n}PK", "range_key": f"{n}SK", "projection_type": "ALL"} for n in ("GSI1", "GSI2")
        ],
        stream_enabled=True,
        stream_view_type="NEW_AND_OLD_IMAGES",
        deletion_protection_enabled=True,
    )
    queue = resource("aws_sqs_queue", f"{id}Queue", name=f"{id}-failures")
    role = resource("aws_iam_role", f"{id}Role", name=f"{id}-role", assume_role_policy="{}")
    resource(
        "aws_iam_role_policy", f"{id}Policy", role=f"${{{role}.name}}", policy=json.dumps({"Resource": [f"${{{table}.arn}}"]})
    )
    function = resource(
        "aws_lambda_function",
        f"{id}Fn",
        function_name=id,
        role=f"${{{role}.arn}}",
        runtime="python3.13",
        handler="h.h",
        filename="code.zip",
    )
    resource(
        "aws_lambda_event_source_mapping",
        f"{id}Map",
        event_source_arn=f"${{{table}.stream_arn}}",
        function_name=f"${{{function}.arn}}",
        starting_position="LATEST",
    )
    for metric in ("ReadThrottleEvents", "WriteThrottleEvents", "ConsumedReadCapacityUnits", "ConsumedWriteCapacityUnits"):
        resource(
            "aws_cloudwatch_metric_alarm",
            f"{id}{metric}",
            alarm_name=f"{id}-{metric}",
            namespace="AWS/DynamoDB",
            metric_name=metric,
            dimensions={"TableName": f"${{{table}.name}}"},
            comparison_operator="GreaterThanThreshold",
            evaluation_periods=5,
            period=60,
            statistic="Sum",
            threshold=5,
            alarm_actions=[f"${{{queue}.arn}}"],
        )
app.synth()

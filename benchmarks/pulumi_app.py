"""The measured app on Pulumi: its program alone, without the engine."""

import json
import sys
from typing import Any

import pulumi
import pulumi_aws as aws


class Engine(pulumi.runtime.Mocks):  # type: ignore[misc]
    """Takes every resource."""

    def new_resource(self, args: Any) -> tuple[str, dict[str, Any]]:
        return args.name, {**args.inputs, "arn": f"arn:{args.name}", "streamArn": f"arn:{args.name}/stream"}

    def call(self, args: Any) -> dict[str, Any]:
        return {}


pulumi.runtime.set_mocks(Engine(), preview=False)


@pulumi.runtime.test  # type: ignore[untyped-decorator]
def build() -> None:
    for number in range(int(sys.argv[1])):
        id = f"Table{number}"
        table = aws.dynamodb.Table(
            f"{id}Table",
            name=f"{id}-bench",
            billing_mode="PAY_PER_REQUEST",
            hash_key="PK",
            range_key="SK",
            attributes=[{"name": n, "type": "S"} for n in ("PK", "SK", "GSI1PK", "GSI1SK", "GSI2PK", "GSI2SK")],
            global_secondary_indexes=[
                {"name": n, "hash_key": f"{n}PK", "range_key": f"{n}SK", "projection_type": "ALL"} for n in ("GSI1", "GSI2")
            ],
            stream_enabled=True,
            stream_view_type="NEW_AND_OLD_IMAGES",
            deletion_protection_enabled=True,
        )
        queue = aws.sqs.Queue(f"{id}Queue", name=f"{id}-failures")
        role = aws.iam.Role(f"{id}Role", name=f"{id}-role", assume_role_policy="{}")
        policy = table.arn.apply(lambda arn: json.dumps({"Resource": [arn]}))
        aws.iam.RolePolicy(f"{id}Policy", role=role.name, policy=policy)
        function = aws.lambda_.Function(f"{id}Fn", name=id, role=role.arn, runtime="python3.13", handler="h.h", s3_bucket="code")
        aws.lambda_.EventSourceMapping(
            f"{id}Map", event_source_arn=table.stream_arn, function_name=function.arn, starting_position="LATEST"
        )
        for metric in ("ReadThrottleEvents", "WriteThrottleEvents", "ConsumedReadCapacityUnits", "ConsumedWriteCapacityUnits"):
            aws.cloudwatch.MetricAlarm(
                f"{id}{metric}",
                name=f"{id}-{metric}",
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


build()

"""The measured app: `n` tables with nine companions each.

2 GSIs, role, policy, 4 alarms, Lambda, mapping, queue.
"""

import json
import sys
from pathlib import Path

from constructs import Construct

from dynawright.bindings.aws.cloudwatch_metric_alarm import CloudwatchMetricAlarm
from dynawright.bindings.aws.dynamodb_table import (
    DynamodbTable,
    DynamodbTableAttribute,
    DynamodbTableGlobalSecondaryIndex,
    DynamodbTablePointInTimeRecovery,
    DynamodbTableServerSideEncryption,
    DynamodbTableTtl,
)
from dynawright.bindings.aws.iam_role import IamRole
from dynawright.bindings.aws.iam_role_policy import IamRolePolicy
from dynawright.bindings.aws.lambda_event_source_mapping import LambdaEventSourceMapping
from dynawright.bindings.aws.lambda_function import LambdaFunction
from dynawright.bindings.aws.provider import AwsProvider
from dynawright.bindings.aws.sqs_queue import SqsQueue
from dynawright.constructs.component import Component
from dynawright.framework import cdktf

TRUST = {
    "Version": "2012-10-17",
    "Statement": [{"Effect": "Allow", "Action": "sts:AssumeRole", "Principal": {"Service": "lambda.amazonaws.com"}}],
}


class TableWithCompanions(Component):
    """A table and the nine resources that usually surround it."""

    def __init__(self, scope: Construct, id: str) -> None:
        super().__init__(scope, id)
        table = DynamodbTable(
            self,
            "Table",
            name=f"{id}-bench",
            billing_mode="PAY_PER_REQUEST",
            hash_key="PK",
            range_key="SK",
            attribute=[DynamodbTableAttribute(name=n, type="S") for n in ("PK", "SK", "GSI1PK", "GSI1SK", "GSI2PK", "GSI2SK")],
            global_secondary_index=[
                DynamodbTableGlobalSecondaryIndex(name=n, hash_key=f"{n}PK", range_key=f"{n}SK", projection_type="ALL")
                for n in ("GSI1", "GSI2")
            ],
            ttl=DynamodbTableTtl(enabled=True, attribute_name="TTL"),
            point_in_time_recovery=DynamodbTablePointInTimeRecovery(enabled=True),
            server_side_encryption=DynamodbTableServerSideEncryption(enabled=True),
            stream_enabled=True,
            stream_view_type="NEW_AND_OLD_IMAGES",
            deletion_protection_enabled=True,
            tags={"Name": id},
        )
        queue = SqsQueue(self, "Queue", name=f"{id}-failures", sqs_managed_sse_enabled=True)
        role = IamRole(self, "Role", name=f"{id}-role", assume_role_policy=json.dumps(TRUST))
        statement = {
            "Effect": "Allow",
            "Action": ["dynamodb:GetItem", "dynamodb:Query"],
            "Resource": [table.arn, f"{table.arn}/index/GSI1"],
        }
        IamRolePolicy(self, "Policy", role=role.name, policy=json.dumps({"Version": "2012-10-17", "Statement": [statement]}))
        function = LambdaFunction(
            self,
            "Function",
            function_name=id,
            role=role.arn,
            runtime="python3.13",
            handler="handler.handler",
            filename="code.zip",
        )
        LambdaEventSourceMapping(
            self, "Mapping", event_source_arn=table.stream_arn, function_name=function.arn, starting_position="LATEST"
        )
        for metric in ("ReadThrottleEvents", "WriteThrottleEvents", "ConsumedReadCapacityUnits", "ConsumedWriteCapacityUnits"):
            CloudwatchMetricAlarm(
                self,
                metric,
                alarm_name=f"{id}-{metric}",
                namespace="AWS/DynamoDB",
                metric_name=metric,
                dimensions={"TableName": table.name},
                comparison_operator="GreaterThanThreshold",
                evaluation_periods=5,
                period=60,
                statistic="Sum",
                threshold=5,
                treat_missing_data="notBreaching",
                alarm_actions=[queue.arn],
            )


def main(tables: int, outdir: Path) -> None:
    app = cdktf.App(outdir=str(outdir))
    stack = cdktf.TerraformStack(app, "bench")
    AwsProvider(stack, "aws", region="ap-northeast-1")
    for number in range(tables):
        TableWithCompanions(stack, f"Table{number}")
    app.synth()


if __name__ == "__main__":
    main(int(sys.argv[1]), Path(sys.argv[2]))

"""The measured app on aws-cdk-lib, as its users write it."""

import sys

import aws_cdk as cdk
from aws_cdk import aws_cloudwatch as cloudwatch
from aws_cdk import aws_dynamodb as dynamodb
from aws_cdk import aws_iam as iam
from aws_cdk import aws_lambda as lambda_
from aws_cdk import aws_sqs as sqs

app = cdk.App(outdir=sys.argv[2])
TABLES_OF_A_STACK = 40  # CloudFormation takes 500 resources
for number in range(int(sys.argv[1])):
    id = f"Table{number}"
    if number % TABLES_OF_A_STACK == 0:
        stack = cdk.Stack(app, f"bench{number}")
    key = dynamodb.AttributeType.STRING
    table = dynamodb.TableV2(
        stack,
        id,
        partition_key=dynamodb.Attribute(name="PK", type=key),
        sort_key=dynamodb.Attribute(name="SK", type=key),
        dynamo_stream=dynamodb.StreamViewType.NEW_AND_OLD_IMAGES,
        deletion_protection=True,
        global_secondary_indexes=[
            dynamodb.GlobalSecondaryIndexPropsV2(
                index_name=n,
                partition_key=dynamodb.Attribute(name=f"{n}PK", type=key),
                sort_key=dynamodb.Attribute(name=f"{n}SK", type=key),
            )
            for n in ("GSI1", "GSI2")
        ],
    )
    sqs.Queue(stack, f"{id}Queue")
    role = iam.Role(stack, f"{id}Role", assumed_by=iam.ServicePrincipal("lambda.amazonaws.com"))
    table.grant(role, "dynamodb:GetItem", "dynamodb:Query")
    code = lambda_.Code.from_inline("def handler(event, context): ...")
    function = lambda_.Function(
        stack, f"{id}Fn", runtime=lambda_.Runtime.PYTHON_3_13, handler="index.handler", code=code, role=role
    )
    lambda_.EventSourceMapping(
        stack,
        f"{id}Map",
        target=function,
        event_source_arn=table.table_stream_arn,
        starting_position=lambda_.StartingPosition.LATEST,
    )
    for metric in ("ReadThrottleEvents", "WriteThrottleEvents", "ConsumedReadCapacityUnits", "ConsumedWriteCapacityUnits"):
        cloudwatch.Alarm(stack, f"{id}{metric}", metric=table.metric(metric), threshold=5, evaluation_periods=5)
app.synth()

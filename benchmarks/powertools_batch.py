"""shop's audit_log on Powertools' batch utility: the key refuses repeats, as in ours."""

import json
from typing import Any

import boto3
from aws_lambda_powertools.utilities.batch import BatchProcessor, EventType, process_partial_response
from aws_lambda_powertools.utilities.data_classes.dynamo_db_stream_event import DynamoDBRecord

processor = BatchProcessor(event_type=EventType.DynamoDBStreams)
dynamodb = boto3.client("dynamodb")


def append(record: DynamoDBRecord) -> None:
    change = record.dynamodb
    if change is None:
        raise ValueError("no change")
    images = json.dumps({"before": change.old_image, "after": change.new_image}, default=str)
    key = "|".join(str(value) for value in change.keys.values())
    item = {"PK": {"S": f"ITEM#{key}"}, "SK": {"S": f"CHANGE#{change.sequence_number}"}, "Images": {"S": images}}
    dynamodb.put_item(TableName="audit", Item=item, ConditionExpression="attribute_not_exists(PK)")


def handler(event: dict[str, Any], context: Any) -> Any:
    return process_partial_response(event=event, record_handler=append, processor=processor, context=context)

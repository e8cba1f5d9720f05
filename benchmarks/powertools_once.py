"""shop's audit_log on Powertools' batch and idempotency utilities, as its documentation combines them."""

import json
from typing import Any

import boto3
from aws_lambda_powertools.utilities.batch import BatchProcessor, EventType, process_partial_response
from aws_lambda_powertools.utilities.data_classes.dynamo_db_stream_event import DynamoDBRecord
from aws_lambda_powertools.utilities.idempotency import DynamoDBPersistenceLayer, IdempotencyConfig, idempotent_function

processor = BatchProcessor(event_type=EventType.DynamoDBStreams)
dynamodb = boto3.client("dynamodb")
layer = DynamoDBPersistenceLayer(table_name="processed", boto3_client=dynamodb)
config = IdempotencyConfig(event_key_jmespath="eventID")


@idempotent_function(data_keyword_argument="record", config=config, persistence_store=layer)  # type: ignore[untyped-decorator]
def append_once(record: dict[str, Any]) -> None:
    change = DynamoDBRecord(record).dynamodb
    if change is None:
        raise ValueError("no change")
    images = json.dumps({"before": change.old_image, "after": change.new_image}, default=str)
    key = "|".join(str(value) for value in change.keys.values())
    item = {"PK": {"S": f"ITEM#{key}"}, "SK": {"S": f"CHANGE#{change.sequence_number}"}, "Images": {"S": images}}
    dynamodb.put_item(TableName="audit", Item=item)


def append(record: DynamoDBRecord) -> None:
    append_once(record=record.raw_event)


def handler(event: dict[str, Any], context: Any) -> Any:
    config.register_lambda_context(context) if context else None
    return process_partial_response(event=event, record_handler=append, processor=processor, context=context)

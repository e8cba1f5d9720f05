"""shop's daily_sales on Powertools' utilities: its marker is a lock, not a transaction."""

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
def add_once(record: dict[str, Any]) -> None:
    change = DynamoDBRecord(record).dynamodb
    order = change.new_image if change is not None else None
    if order is None:
        raise ValueError("no new image")
    dynamodb.update_item(
        TableName="shop",
        Key={"PK": {"S": f"SALES#{order['OrderDate'][:10]}"}, "SK": {"S": "SUMMARY"}},
        UpdateExpression="ADD #total :amount, Orders :one",
        ExpressionAttributeNames={"#total": "Total"},
        ExpressionAttributeValues={":amount": {"N": str(order["Amount"])}, ":one": {"N": "1"}},
    )


def add(record: DynamoDBRecord) -> None:
    add_once(record=record.raw_event)


def handler(event: dict[str, Any], context: Any) -> Any:
    config.register_lambda_context(context) if context else None
    return process_partial_response(event=event, record_handler=add, processor=processor, context=context)

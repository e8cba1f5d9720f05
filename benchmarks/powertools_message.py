"""miyabi_lambda's entity_events on Powertools' batch and idempotency utilities."""

import json
from typing import Any

import boto3
from aws_lambda_powertools.utilities.batch import BatchProcessor, EventType, process_partial_response
from aws_lambda_powertools.utilities.data_classes.dynamo_db_stream_event import DynamoDBRecord
from aws_lambda_powertools.utilities.idempotency import DynamoDBPersistenceLayer, IdempotencyConfig, idempotent_function

processor = BatchProcessor(event_type=EventType.DynamoDBStreams)
events = boto3.client("events")
layer = DynamoDBPersistenceLayer(table_name="processed", boto3_client=boto3.client("dynamodb"))
config = IdempotencyConfig(event_key_jmespath="eventID")


@idempotent_function(data_keyword_argument="record", config=config, persistence_store=layer)  # type: ignore[untyped-decorator]
def publish_once(record: dict[str, Any]) -> None:
    change = DynamoDBRecord(record).dynamodb
    if change is None:
        raise ValueError("no change")
    old, new = change.old_image or {}, change.new_image or {}
    item = new or old
    detail = {
        "id": record["eventID"],
        "keys": change.keys,
        "changedAttributes": sorted(name for name in {*old, *new} if old.get(name) != new.get(name)),
        "item": item,
    }
    name = f"{item['EntityType']} {record['eventName']}"
    entry = {"Source": "miyabi.data", "DetailType": name, "Detail": json.dumps(detail, default=str), "EventBusName": "bus"}
    answer = events.put_events(Entries=[entry])
    if any("ErrorCode" in one for one in answer["Entries"]):
        raise RuntimeError("EventBridge refused the event")


def publish(record: DynamoDBRecord) -> None:
    publish_once(record=record.raw_event)


def handler(event: dict[str, Any], context: Any) -> Any:
    config.register_lambda_context(context) if context else None
    return process_partial_response(event=event, record_handler=publish, processor=processor, context=context)

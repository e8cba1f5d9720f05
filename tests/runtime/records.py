"""A sound stream record to begin with."""

from typing import Any


def record(number: int = 1, **parts: Any) -> dict[str, Any]:
    """An INSERT of PK "a"; `parts` replace the record's parts, first those of its `dynamodb`."""
    stream: dict[str, Any] = {
        "ApproximateCreationDateTime": 1_790_000_000.5,
        "Keys": {"PK": {"S": "a"}},
        "NewImage": {"PK": {"S": "a"}},
        "SequenceNumber": str(number),
        "SizeBytes": 10,
        "StreamViewType": "NEW_AND_OLD_IMAGES",
    }
    whole: dict[str, Any] = {
        "eventID": f"e{number}",
        "eventName": "INSERT",
        "eventSource": "aws:dynamodb",
        "eventSourceARN": "arn:aws:dynamodb:ap-northeast-1:111111111111:table/t/stream/1",
        "dynamodb": stream,
    }
    for name, value in parts.items():
        place = stream if name[0].isupper() else whole
        place[name] = value
        if value is None:
            del place[name]
    return whole

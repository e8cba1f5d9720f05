"""Print how many records per second an unpacked function handles while AWS answers at once."""

import contextlib
import io
import json
import sys
import time
from importlib import import_module
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path.cwd()))

BATCH = 100
SECONDS = 1.0


class Stub:
    """A client of any service; every item that is asked for is an empty project, every message is taken."""

    def __getattr__(self, operation: str) -> Any:
        answers: dict[str, Any] = {
            "get_item": lambda TableName, **_: {"Item": {"project_id": {"S": "alpha"}}} if TableName == "projects" else {},  # noqa: N803
            "put_events": lambda **_: {"Entries": [{"EventId": "1"}]},
            "get_secret_value": lambda **_: {"SecretString": "k" * 32},
            "update_item": lambda **_: {"Attributes": {"Version": {"N": "1"}}},
        }
        return answers.get(operation, lambda **_: {})


def batch() -> dict[str, Any]:
    samples = [record for path in sorted(Path("events").glob("*.json")) for record in json.loads(path.read_text())["Records"]]
    good = [record for record in samples if record["dynamodb"].get("NewImage", {}).get("Stock") != {"S": "one"}]
    records = json.loads(json.dumps([good[number % len(good)] for number in range(BATCH)]))
    for number, record in enumerate(records):
        record["eventID"], record["dynamodb"]["SequenceNumber"] = f"{number:032x}", str(10**21 + number)
    return {"Records": records}


def main() -> None:
    import boto3

    boto3.client = lambda *_, **__: Stub()
    handler = import_module("handler")

    event, batches, started = batch(), 0, time.process_time()
    with contextlib.redirect_stdout(io.StringIO()):
        while time.process_time() - started < SECONDS:
            failures = handler.handler(event, None)["batchItemFailures"]
            batches += 1
    spent = time.process_time() - started
    if failures:
        raise SystemExit(f"{len(failures)} records failed")
    print(batches * BATCH / spent)


if __name__ == "__main__":
    main()

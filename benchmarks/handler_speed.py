"""Run in an unpacked function's folder: prints how many records per second its handler gets through while AWS answers at once."""

import contextlib
import io
import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
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


def variables(manifest: Path) -> dict[str, str]:
    if not manifest.exists():
        return {}
    given = json.loads(manifest.read_text())["variables"]
    return {name: variable.get("default", "projects" if name == "PROJECTS_TABLE" else "x") for name, variable in given.items()}


def batch() -> dict[str, Any]:
    samples = [record for path in sorted(Path("events").glob("*.json")) for record in json.loads(path.read_text())["Records"]]
    good = [record for record in samples if record["dynamodb"].get("NewImage", {}).get("Stock") != {"S": "one"}]
    records = json.loads(json.dumps([good[number % len(good)] for number in range(BATCH)]))
    for number, record in enumerate(records):
        record["eventID"], record["dynamodb"]["SequenceNumber"] = f"{number:032x}", str(10**21 + number)
    return {"Records": records}


def main() -> None:
    os.environ.update(variables(Path("function.json")))
    import boto3

    boto3.client = lambda *_, **__: Stub()
    handler = import_module("handler")

    with search_index() as endpoint:
        os.environ["SEARCH_ENDPOINT"] = endpoint
        event, batches, started = batch(), 0, time.process_time()
        with contextlib.redirect_stdout(io.StringIO()):
            while time.process_time() - started < SECONDS:
                failures = handler.handler(event, None)["batchItemFailures"]
                batches += 1
        spent = time.process_time() - started
    if failures:
        raise SystemExit(f"{len(failures)} records failed")
    print(batches * BATCH / spent)


@contextlib.contextmanager
def search_index() -> Iterator[str]:
    command = [sys.executable, str(Path(__file__).with_name("search_stub.py"))]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as stub:
        try:
            yield f"http://127.0.0.1:{stub.stdout.readline().strip() if stub.stdout else ''}"
        finally:
            stub.terminate()


if __name__ == "__main__":
    main()

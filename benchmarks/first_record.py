"""Print as JSON what an unpacked function's start and first records cost, boto3 included.

`start` and `first` are CPU milliseconds: Python's start with the handler's import, then an invocation with one record. `records` a second
of CPU and `calls` to AWS of each record are those of batches of 100.
"""

import contextlib
import io
import json
import os
import sys
import time
from importlib import import_module
from pathlib import Path
from urllib.request import urlopen

HERE = str(Path(__file__).parent)
SECONDS = 1.0


def calls() -> int:
    with urlopen(os.environ["AWS_ENDPOINT_URL"]) as answer:  # noqa: S310
        return int(answer.read())


def main() -> None:
    sys.path.remove(HERE)
    sys.path.insert(0, str(Path.cwd()))
    handler = import_module("handler")
    start = time.process_time()

    sys.path.append(HERE)
    event = import_module("handler_speed").batch()
    one = {"Records": event["Records"][:1]}
    with contextlib.redirect_stdout(io.StringIO()):
        since = time.process_time()
        failures = list(handler.handler(one, None)["batchItemFailures"])
        first = time.process_time() - since

        records, asked, since = 0, calls(), time.process_time()
        while (spent := time.process_time() - since) < SECONDS:
            failures += handler.handler(event, None)["batchItemFailures"]
            records += len(event["Records"])
    if failures:
        raise SystemExit(f"{len(failures)} records failed")
    found = {"start": 1000 * start, "first": 1000 * first, "records": records / spent, "calls": (calls() - asked) / records}
    print(json.dumps(found))


if __name__ == "__main__":
    main()

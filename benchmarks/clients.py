"""A generated client's cost: GetItem against boto3 on loopback, its import, asyncio use."""

import asyncio
import json
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Awaitable, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from dynawright.clients.package import write_package
from dynawright.emulator.client import client
from dynawright.emulator.report import aligned
from dynawright.model import Consumer, Entity, Get, Key, System, TableModel

ROUNDS, REQUESTS, IMPORTS = 21, 50, 26
LIMIT_PERCENT, LIMIT_MILLISECONDS = 10, 30
ASYNC_REQUESTS, ASYNC_ROUNDS, ANSWER_SECONDS = 200, 5, 0.005
THREADS = 16
API = Consumer("api", "asks for a product")
SYSTEM = System(
    "bench",
    [
        TableModel(
            "products",
            partition_key=Key("PK"),
            sort_key=Key("SK"),
            entities=[
                Entity(
                    "PRODUCT",
                    PK="PRODUCT#{ProductId}",
                    SK="METADATA",
                    attributes={"ProductId": "S", "Name": "S", "Stock": "N", "Price": "N", "Tags": "SS"},
                )
            ],
            access_patterns=[Get("P1", "a product", PK="PRODUCT#{ProductId}", SK="METADATA", used_by=[API])],
        )
    ],
)
ITEM = {
    "PK": {"S": "PRODUCT#1"},
    "SK": {"S": "METADATA"},
    "ProductId": {"S": "1"},
    "Name": {"S": "lamp"},
    "Stock": {"N": "7"},
    "Price": {"N": "19.9"},
    "Tags": {"SS": ["a", "b"]},
}


class Server(BaseHTTPRequestHandler):
    """Answers every request with one item, at once or after some time, as a network would."""

    seconds = 0.0
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    body = json.dumps({"Item": ITEM}).encode()

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers["Content-Length"]))
        if self.seconds:
            time.sleep(self.seconds)
        self.send_response(200)
        self.send_header("Content-Length", str(len(self.body)))
        self.end_headers()
        self.wfile.write(self.body)

    def log_message(self, format: str, *args: Any) -> None:
        """Say nothing."""


def main() -> None:
    with tempfile.TemporaryDirectory(prefix="dynawright-clients-") as folder:
        write_package(SYSTEM, Path(folder), environments={"bench": {"products": "products"}})
        sys.path.insert(0, folder)
        request_cost()
        import_cost(Path(folder))
        async_cost()


def request_cost() -> None:
    from bench_client import Api  # type: ignore[import-not-found]

    with serving() as endpoint_url:
        dynamodb = client("dynamodb", endpoint_url=endpoint_url, region="eu-west-1")
        api = Api("bench", client=dynamodb)
        key = {"PK": {"S": "PRODUCT#1"}, "SK": {"S": "METADATA"}}
        plain, ours = interleaved(lambda: dynamodb.get_item(TableName="products", Key=key), lambda: api.product(ProductId="1"))
    rows = []
    for name, before, after in zip(("wall", "CPU of the caller"), plain, ours, strict=True):
        percent = 100 * (after / before - 1)
        verdict = "yes" if percent <= LIMIT_PERCENT else "NO"
        rows.append((name, f"{before * 1e6:.0f} µs", f"{after * 1e6:.0f} µs", f"{percent:.1f} %", verdict))
    headings = ("GetItem on loopback", "plain boto3", "client", "more", f"at most {LIMIT_PERCENT} %")
    print(f"A client's request, {ROUNDS} interleaved rounds of {REQUESTS}; the server answers at once with the same item")
    print("\n".join(aligned(headings, rows)))


def interleaved(*calls: Callable[[], Any]) -> list[tuple[float, float]]:
    """Return wall and CPU seconds of each call: the median over rounds in which the calls take turns."""
    rounds: list[list[tuple[float, float]]] = [[] for _ in calls]
    for _ in range(ROUNDS):
        for call, seconds in zip(calls, rounds, strict=True):
            wall, cpu = time.perf_counter(), time.thread_time()
            for _ in range(REQUESTS):
                call()
            seconds.append(((time.perf_counter() - wall) / REQUESTS, (time.thread_time() - cpu) / REQUESTS))
    return [(statistics.median(wall for wall, _ in each), statistics.median(cpu for _, cpu in each)) for each in rounds]


def import_cost(folder: Path) -> None:
    program = (
        "import time; t = time.process_time(); import bench_client; bench_client.Api('bench'); print(time.process_time() - t)"
    )
    command = [sys.executable, "-c", program]
    runs = [subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True) for _ in range(IMPORTS)]
    seconds = sorted(float(run.stdout) for run in runs[1:])  # the first one writes the bytecode
    middle, best = 1000 * statistics.median(seconds), 1000 * seconds[0]
    verdict = "yes" if middle < LIMIT_MILLISECONDS else "NO"
    print(f"\nCPU of import and construction, without boto3: median {middle:.0f} ms, least {best:.0f} ms of {len(seconds)} runs")
    print(f"under {LIMIT_MILLISECONDS} ms: {verdict}")


def async_cost() -> None:
    import boto3
    from bench_client import Api
    from botocore.config import Config

    Server.seconds = ANSWER_SECONDS
    with serving() as endpoint_url, ThreadPoolExecutor(THREADS) as pool:
        dynamodb = boto3.client(
            "dynamodb",
            endpoint_url=endpoint_url,
            region_name="eu-west-1",
            aws_access_key_id="a",
            aws_secret_access_key="b",  # noqa: S106
            config=Config(max_pool_connections=THREADS),
        )
        api = Api("bench", client=dynamodb)

        async def directly() -> None:
            api.product(ProductId="1")
            await asyncio.sleep(0)

        async def in_a_thread() -> None:
            await asyncio.get_running_loop().run_in_executor(pool, lambda: api.product(ProductId="1"))

        rows = []
        for name, ask in (("called directly", directly), (f"in {THREADS} threads", in_a_thread)):
            rounds = [asyncio.run(together(ask)) for _ in range(ASYNC_ROUNDS)]
            rate, cpu, pause = (statistics.median(column) for column in zip(*rounds, strict=True))
            rows.append((name, f"{rate:.0f}", f"{cpu * 1e6:.0f} µs", f"{pause * 1e3:.0f} ms"))
    headings = ("in asyncio", "requests/s", "CPU of a request", "longest pause of the loop")
    print(f"\n{ASYNC_REQUESTS} requests at once in asyncio code, each answered after {ANSWER_SECONDS * 1000:g} ms")
    print("\n".join(aligned(headings, rows)))


async def together(ask: Callable[[], Awaitable[None]]) -> tuple[float, float, float]:
    """Return requests a second, CPU seconds each (with the server's), and the longest loop stall."""
    pauses = []

    async def tick() -> None:
        while True:
            before = time.perf_counter()
            await asyncio.sleep(0.001)
            pauses.append(time.perf_counter() - before - 0.001)

    ticking = asyncio.ensure_future(tick())
    wall, cpu = time.perf_counter(), time.process_time()
    await asyncio.gather(*(ask() for _ in range(ASYNC_REQUESTS)))
    seconds, used = time.perf_counter() - wall, time.process_time() - cpu
    await asyncio.sleep(0.002)
    ticking.cancel()
    return ASYNC_REQUESTS / seconds, used / ASYNC_REQUESTS, max(pauses)


@contextmanager
def serving() -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), Server)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        thread.join()


if __name__ == "__main__":
    main()

"""A mistake for each code of the tools: cost, advise, invoke, replay, migrate, explain."""

import json
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import boto3
import pytest
from botocore.exceptions import ClientError, EndpointConnectionError
from moto import mock_aws

from dynawright.aws import client, refusals_in_words
from dynawright.cli.output import write_page
from dynawright.emulator.streams.function import find
from dynawright.ops.adopt.adopt import adopt, last_day
from dynawright.ops.adopt.facts import TableFacts, read_file
from dynawright.ops.adopt.read import TableReader
from dynawright.ops.adopt.trail import told_of
from dynawright.ops.advise import advise
from dynawright.ops.explain.explain import explain
from dynawright.ops.failures import Failure, FailureBucket
from dynawright.ops.invoke import invoke
from dynawright.ops.load import load_of, run
from dynawright.ops.load.target import checked_endpoint, made_tables
from dynawright.ops.migration.state import State
from dynawright.ops.migration.table import describe
from dynawright.ops.migration.transform import function
from dynawright.ops.own_prices import own_prices
from dynawright.ops.processing import here
from dynawright.ops.replay import Choice, replay_batches, show_batch
from dynawright.ops.simulate.assumptions import NOTHING, without
from dynawright.ops.simulate.simulate import simulate
from dynawright.ops.variables import configure
from dynawright.prices.dynamodb import prices
from dynawright.settings import load_named
from dynawright.systems import systems
from tests.errors.mistakes.source import Mistake, edited

FUNCTION = "stacks/orders/functions/order_log"
BATCH = "aws/lambda/m/shard-1/2026/11/18/batch-1"
ARN = "arn:aws:lambda:ap-northeast-1:111111111111:function:orders-mailer-local"
OLD = {
    "requestContext": {"functionArn": ARN, "condition": "RetryAttemptsExhausted"},
    "DDBStreamBatchInfo": {"streamArn": "s", "shardId": "1", "approximateArrivalOfFirstRecord": "2020-01-01T00:00:00+00:00"},
    "payload": json.dumps({"Records": []}),
}


@contextmanager
def at_aws() -> Iterator[None]:
    """Stand in for AWS, in the account of production."""
    with pytest.MonkeyPatch.context() as patch, mock_aws():
        for name, value in {"AWS_ACCESS_KEY_ID": "a", "AWS_SECRET_ACCESS_KEY": "b", "AWS_REGION": "ap-northeast-1"}.items():
            patch.setenv(name, value)
        for name in ("AWS_ENDPOINT_URL", "AWS_PROFILE"):
            patch.delenv(name, raising=False)
        yield


def refused(error: Exception) -> Mistake:
    def make() -> None:
        with refusals_in_words():
            raise error

    return make


def _no_region() -> None:
    with pytest.MonkeyPatch.context() as patch:
        for name in ("AWS_REGION", "AWS_DEFAULT_REGION", "AWS_PROFILE"):
            patch.delenv(name, raising=False)
        patch.setenv("AWS_CONFIG_FILE", "nothing")
        client("dynamodb")


def _nothing_deployed() -> None:
    edited("environments/production.yaml", "444444444444", "123456789012")
    with at_aws():
        advise("orders", environment_name="production", days=1)


def _load_of_an_unknown_pattern() -> None:
    Path("load.yaml").write_text("requests:\n  PO99: 5000\n")
    load_of(systems()[0], Path("load.yaml"))


def _misspelled_price() -> None:
    Path("prices.yaml").write_text("region: us-east-1\nread_milion: 0.1\n")
    own_prices(Path("prices.yaml"))


def _adopt_a_table_that_is_not_there() -> None:
    with at_aws(), mock_aws():
        TableReader("ap-northeast-1").facts(["loans"])


def _adopt_from_another_file() -> None:
    Path("loans.json").write_text('{"Item": {}}')
    read_file(Path("loans.json"))


def _adopt_by_an_empty_trail() -> None:
    Path("trail").mkdir()
    told_of(Path("trail"), "eu-west-1")


def _adopt_into_a_system_that_is_there() -> None:
    keys = {"KeySchema": [{"AttributeName": "id", "KeyType": "HASH"}], "AttributeDefinitions": []}
    adopt([TableFacts({"TableName": "loans", **keys})], environment_name="local", system="orders", until=last_day(1))


def _failing_function() -> None:
    Path(FUNCTION, "handler.py").write_text("def handler(event, context):\n    raise OSError('no memory')\n")
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(Path(FUNCTION).parent.resolve()))
        invoke("orders", "order_log", event_file=Path("orders.json"), environment_name="local")


def _unset_variable() -> None:
    edited(f"{FUNCTION}/function.json", '"variables": {', '"variables": {"TOPIC_ARN": {"description": "where alerts go"},')
    configure(find("orders", "order_log"), load_named("local"))


def in_bucket(call: Mistake, body: str | None = None) -> Mistake:
    def make() -> None:
        with at_aws():
            boto3.client("s3", region_name="us-east-1").create_bucket(Bucket="failures")
            if body is not None:
                boto3.client("s3", region_name="us-east-1").put_object(Bucket="failures", Key=BATCH, Body=body.encode())
            call()

    return make


def _another_functions_batch() -> None:
    failure = Failure(BATCH, {"requestContext": {"functionArn": ARN}}, [])
    here(find("orders", "order_log"), load_named("local"), [failure])


def _state_of_another_migration() -> None:
    State(Path("orders.state"), {"segments": "4"}).close()
    State(Path("orders.state"), {"segments": "8"})


class Creating:
    """DynamoDB with a table that is not ready."""

    def describe_table(self, **_: Any) -> dict[str, Any]:
        return {"Table": {"TableStatus": "CREATING"}}


NOT_FOUND = {"Error": {"Code": "ResourceNotFoundException", "Message": "Requested resource not found"}}


def _system_without_a_load() -> None:
    Path("stacks/orders/load.yaml").unlink()
    simulate("orders", environment_name="production", assumed=NOTHING)


def _table_of_another_load_test() -> None:
    tables = systems()[0].tables[:1]
    with at_aws():
        dynamodb = boto3.client("dynamodb", region_name="us-east-1")
        with made_tables(dynamodb, tables), made_tables(dynamodb, tables):
            pass


def _without_locust() -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(run, "find_spec", lambda name: None)
        run.load_test("orders", run.Wanted())


MISTAKES: dict[str, Mistake] = {
    "DW701": refused(ClientError(NOT_FOUND, "DescribeTable")),
    "DW702": refused(EndpointConnectionError(endpoint_url="http://127.0.0.1:5555/")),
    "DW703": _no_region,
    "DW704": _nothing_deployed,
    "DW705": lambda: prices("mars-north-1"),
    "DW706": _load_of_an_unknown_pattern,
    "DW707": lambda: invoke("orders", "order_log", event_file=Path("nothing.json"), environment_name="local"),
    "DW708": _failing_function,
    "DW709": _unset_variable,
    "DW711": in_bucket(lambda: FailureBucket(client("s3"), "failures").keys(["batch-9"])),
    "DW712": in_bucket(lambda: show_batch("failures", "batch-1"), "{}"),
    "DW713": in_bucket(lambda: replay_batches("failures", Choice(keys=["batch-1"])), json.dumps(OLD)),
    "DW714": _another_functions_batch,
    "DW721": _state_of_another_migration,
    "DW722": lambda: function("stacks.orders.model:renamed"),
    "DW723": lambda: describe(Creating(), "orders-production"),
    "DW731": lambda: explain("the order was not found"),
    "DW733": _misspelled_price,
    "DW741": _adopt_a_table_that_is_not_there,
    "DW742": _adopt_from_another_file,
    "DW743": _adopt_into_a_system_that_is_there,
    "DW744": _adopt_by_an_empty_trail,
    "DW751": lambda: without(["split-for-heat"]),
    "DW752": _system_without_a_load,
    "DW753": lambda: write_page(Path("nowhere/orders.html"), ""),
    "DW754": lambda: checked_endpoint("https://dynamodb.eu-west-1.amazonaws.com"),
    "DW755": _table_of_another_load_test,
    "DW756": _without_locust,
    "DW757": lambda: run.ended([sys.executable, "-c", ""], os.environ, 60, Path("nothing.json")),
    "DW732": lambda: explain('{"eventName": "GetItem", "errorCode": null}'),
}

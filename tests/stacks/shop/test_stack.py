"""What only the shop's stack has."""

import json
from pathlib import Path
from typing import Any

import pytest

from dynawright.settings import load
from dynawright.synthesis import synthesize

ENVIRONMENT = """\
name: test
project: acme
account_id: "111111111111"
region: ap-northeast-1
state: {local: true}
backup: {enabled: false}
systems: {shop: {stock_alerts: {fifo: %s, subscriptions: [{protocol: %s, endpoint: "%s"}]}}}
"""


@pytest.mark.parametrize(
    ("fifo", "protocol", "endpoint", "name"),
    [
        ("true", "sqs", "arn:aws:sqs:ap-northeast-1:111111111111:stock", "shop-stock-alerts-test.fifo"),
        ("false", "email", "stock@example.com", "shop-stock-alerts-test"),
    ],
)
def test_stock_alerts_reach_who_the_environment_names(tmp_path: Path, fifo: str, protocol: str, endpoint: str, name: str) -> None:
    file = tmp_path / "test.yaml"
    file.write_text(ENVIRONMENT % (fifo, protocol, endpoint))
    synthesize(load(file), system="shop", outdir=tmp_path / "out")
    built: dict[str, dict[str, Any]] = json.loads((tmp_path / "out/stacks/shop-test/cdk.tf.json").read_text())["resource"]
    (topic,) = built["aws_sns_topic"].values()
    assert topic["name"] == name
    (subscription,) = built["aws_sns_topic_subscription"].values()
    assert (subscription["protocol"], subscription["endpoint"]) == (protocol, endpoint)
    assert subscription["topic_arn"].startswith("${aws_sns_topic.StockAlerts_")

"""The shop's alarms."""

import json

from dynawright.rules.catalogue import alarms_can_fire
from dynawright.rules.resources import document as read
from tests.stacks.documents import Documents


def test_an_alarm_that_somebody_broke_by_hand_is_found(documents: Documents) -> None:
    document = json.loads(json.dumps(documents["production", "shop"]))
    written = document["resource"]["aws_cloudwatch_metric_alarm"].values()
    broken = next(alarm for alarm in written if alarm.get("metric_name") == "ReadThrottleEvents")
    broken["dimensions"] = {"TableName": "DynamoDBShop-prod"}
    (finding,) = alarms_can_fire.RULE.findings(read(document, "shop"))
    assert "DynamoDBShop-prod" in finding.message

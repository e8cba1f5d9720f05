"""The alarms that miyabi_lambda's page asks for."""

from tests.stacks.documents import Documents, alarms


def test_latency_is_watched_over_50_milliseconds(documents: Documents) -> None:
    found = alarms(documents["production", "miyabi_lambda"])
    for operation in ("GetItem", "Query", "PutItem", "DeleteItem"):
        alarm = found[f"miyabi-lambda-data-{operation}-Latency-production"]
        assert (alarm["extended_statistic"], alarm["threshold"]) == ("p99", 50)
        assert alarm["dimensions"] == {"TableName": "miyabi-lambda-data-production", "Operation": operation}

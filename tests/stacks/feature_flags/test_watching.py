"""The alarms on the cache of feature_flags."""

import pytest

from tests.stacks.documents import ENVIRONMENTS, Documents, alarms


@pytest.mark.parametrize("environment", ENVIRONMENTS)
def test_the_cache_is_watched_wherever_there_is_one(documents: Documents, environment: str) -> None:
    document = documents[environment, "feature_flags"]
    clusters = [cluster["cluster_name"] for cluster in document["resource"].get("aws_dax_cluster", {}).values()]
    assert clusters == ([f"flags-{environment}"] if environment in ("staging", "production") else [])
    watched = {
        (alarm["metric_name"], *alarm["dimensions"].items())
        for alarm in alarms(document).values()
        if alarm.get("namespace") == "AWS/DAX"
    }
    metrics = ("CPUUtilization", "FaultRequestCount", "ThrottledRequestCount")
    assert watched == {(metric, ("ClusterId", name)) for name in clusters for metric in metrics}

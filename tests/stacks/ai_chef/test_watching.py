"""The alarms of ai_chef."""

from tests.stacks.documents import Documents, alarms


def test_dev_watches_what_users_notice_only(documents: Documents) -> None:
    found = alarms(documents["dev", "ai_chef"])
    assert all("Throttles" in name or "SystemErrors" in name for name in found)
    assert "aws_cloudwatch_dashboard" not in documents["dev", "ai_chef"]["resource"]

"""The account itself, as something to watch."""

from __future__ import annotations

from dataclasses import dataclass

from environments import AlarmSettings
from modules import alarm_rules
from modules.alarm import Alarm, Subject, alarms_about


@dataclass(frozen=True)
class Account:
    """DynamoDB's account-wide metrics have no dimensions: one alarm each per account and Region."""

    account_id: str

    def alarms(self, settings: AlarmSettings) -> list[Alarm]:
        subject = Subject("Account", "account", f"account {self.account_id}", {})
        return alarms_about(alarm_rules.ACCOUNT, subject, settings)

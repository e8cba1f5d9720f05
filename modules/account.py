"""The account itself, as something to watch."""

from __future__ import annotations

from dataclasses import dataclass

from environments import AlarmSettings
from modules.alarm import Alarm, Subject, alarms_about
from modules.alarm_rules import account as rules
from modules.chart import Chart, line
from modules.metric_catalogue import DYNAMODB


@dataclass(frozen=True)
class Account:
    """DynamoDB's account-wide metrics have no dimensions: one alarm each per account and Region."""

    account_id: str

    def alarms(self, settings: AlarmSettings) -> list[Alarm]:
        subject = Subject("Account", "account", f"account {self.account_id}", {})
        return alarms_about(rules.ACCOUNT, subject, settings)

    def charts(self) -> list[Chart]:
        shares = [
            line(f"{kind.lower()}s, {place}", DYNAMODB, f"{metric}{kind}CapacityUtilization", "Maximum", {}, 300)
            for place, metric in (("account", "AccountProvisioned"), ("largest table", "MaxProvisionedTable"))
            for kind in ("Read", "Write")
        ]
        return [
            Chart("account: malformed requests", [line("refused", DYNAMODB, "UserErrors", "Sum", {})]),
            Chart("account: share of its quotas that is provisioned", shares),
        ]

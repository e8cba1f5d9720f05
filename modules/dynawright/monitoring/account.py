"""Alarms of the account."""

from __future__ import annotations

from dataclasses import dataclass

from dynawright.monitoring.alarm import Alarm, Subject, alarms_about
from dynawright.monitoring.alarm_rules import account as rules
from dynawright.monitoring.chart import Chart, line
from dynawright.monitoring.metric_catalogue import DYNAMODB
from dynawright.settings import AlarmSettings


@dataclass(frozen=True)
class Account:
    """Watches DynamoDB's account-wide metrics: one alarm each per account and Region."""

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

"""What a system's deployed tables went through, and what to do about it: latency, throttles, use, cost, and advice.

Asks CloudWatch and DynamoDB of the environment's Region, and changes nothing; `local` is the emulator. A figure that CloudWatch does not
have is said to be missing, and never taken for zero.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from dynawright.aws import client, refusals_in_words, use_emulator
from dynawright.deploy import account
from dynawright.errors import UserError
from dynawright.ops.advise_report import document, report
from dynawright.ops.live import describe, observe
from dynawright.ops.observed import PERIOD_SECONDS, Observed
from dynawright.ops.recommendations import Advice, advice
from dynawright.ops.systems import chosen
from dynawright.prices.dynamodb import ROWS
from dynawright.settings import Environment, load_named
from dynawright.systems import tables_in


@dataclass(frozen=True)
class Advisory:
    """What tables went through in a time, and what to do about it."""

    environment: Environment
    start: datetime
    end: datetime
    tables: list[tuple[Observed, list[Advice]]]
    missing: list[str]

    @property
    def text(self) -> str:
        return report(self.environment, self.start, self.end, self.tables, self.missing, ROWS.get(self.environment.region))

    @property
    def document(self) -> dict[str, Any]:
        return document(self.environment, self.start, self.end, self.tables, self.missing, ROWS.get(self.environment.region))


def advise(name: str | None, *, environment_name: str, days: int) -> Advisory:
    """Return the figures of a system's tables, or of all systems' without a name, and advice."""
    systems, environment = chosen(name), load_named(environment_name)
    models = [(system.name, table) for system in systems for table in tables_in(environment, system)]
    with refusals_in_words():
        _reach(environment)
        dynamodb, cloudwatch = client("dynamodb", environment.region), client("cloudwatch", environment.region)
        named = {environment.physical_name(table.name): (system, table) for system, table in models}
        found = {
            name: describe(dynamodb, table, name, environment.for_system(system).of_table(table.name))
            for name, (system, table) in named.items()
        }
        deployed = [one for one in found.values() if one is not None]
        if not deployed:
            raise UserError([f"none of {', '.join(named)} is deployed in {environment.name}: apply first"])
        end = _rounded(datetime.now(UTC))
        start = end - timedelta(days=days)
        observed = observe(cloudwatch, deployed, start, end)
    advised = [(one, advice(one, table.model)) for one, table in zip(observed, deployed, strict=True)]
    missing = [name for name, one in found.items() if one is None]
    return Advisory(environment, start, end, advised, missing)


def _reach(environment: Environment) -> None:
    if environment.name == "local":
        use_emulator(environment)
    else:
        account.refuse_another(environment, client("sts", environment.region))


def _rounded(time: datetime) -> datetime:
    """To the last whole five minutes: a period that has just begun would look like a lull."""
    return datetime.fromtimestamp(time.timestamp() // PERIOD_SECONDS * PERIOD_SECONDS, UTC)

"""Who hears of the shop's stock that runs low, or out."""

from pydantic import Field

from dynawright.settings.alarms import Subscription
from dynawright.settings.base import Settings
from dynawright.settings.problem import SettingPath


class StockAlertSettings(Settings):
    """The shop's topic of stock alerts. A FIFO topic takes queues only: where people are to hear, it must be a standard one."""

    fifo: bool = Field(
        default=True,
        description="Keeps each product's alerts in order and drops one that comes twice within 5 minutes; changing it replaces the topic.",
    )
    subscriptions: tuple[Subscription, ...] = Field(
        default=(),
        strict=False,  # YAML has lists, no tuples
        description="Who hears of low and of no stock.",
    )

    def conflicts(self, own_region: str | None = None) -> dict[SettingPath, str]:
        reason = "a FIFO topic delivers to queues only; use 'sqs', or set fifo to false"
        return {
            ("subscriptions", number, "protocol"): f"'{one.protocol}' is not allowed: {reason}"
            for number, one in enumerate(self.subscriptions)
            if self.fifo and one.protocol != "sqs"
        }

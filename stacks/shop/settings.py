"""What only the shop has: its stock alerts, and the jobs that its stream function runs."""

from typing import Literal
from urllib.parse import urlsplit

from pydantic import Field

from dynawright.errors import must_be
from dynawright.settings import Settings, StreamSettings, Subscription, SystemSettings, allowed
from dynawright.settings.problem import Conflicts

OWN_CHECK = "DW199"


class StockAlertSettings(Settings):
    """The topic of stock alerts. Only queues can subscribe to a FIFO topic: people need a standard one."""

    fifo: bool = Field(
        default=True,
        description="Keeps each product's alerts in order and drops one that comes twice within 5 minutes; changing it replaces the topic.",
    )
    subscriptions: tuple[Subscription, ...] = Field(
        default=(),
        strict=False,  # YAML has lists, no tuples
        description="Who receives alerts of low and of no stock.",
    )

    def conflicts(self, region: str | None = None) -> Conflicts:
        fix = "use a queue, or set fifo to false"
        return {
            ("subscriptions", number, "protocol"): must_be(OWN_CHECK, "'sqs' for a FIFO topic", subscription.protocol, fix=fix)
            for number, subscription in enumerate(self.subscriptions)
            if self.fifo and subscription.protocol != "sqs"
        }


class InventoryAlerts(Settings):
    """A job of stream_jobs: reports low and empty stock."""

    low_stock_threshold: int = Field(
        default=10, ge=1, le=1_000_000, description="A product whose stock falls to this number, or below, is low."
    )


class SearchSync(Settings):
    """A job of stream_jobs: keeps a search index current."""

    endpoint: str | None = Field(
        default=None,
        pattern="^https://[A-Za-z0-9.-]+(:[0-9]{1,5})?(/[A-Za-z0-9._~/-]*)?$",
        description="The search service, which takes OpenSearch's _bulk requests; null turns the function off.",
        json_schema_extra=allowed("an https URL, such as 'https://search.example.com', or null to turn it off"),
    )
    arn: str | None = Field(
        default=None,
        pattern="^arn:aws[a-z-]*:(es:[a-z0-9-]+:[0-9]{12}:domain/[a-z][a-z0-9-]{2,27}|aoss:[a-z0-9-]+:[0-9]{12}:collection/[a-z0-9]+)$",
        description="The domain or collection behind an endpoint of AWS's, which the function's role may then write to; a collection's "
        "data access policy must admit the role, too.",
        json_schema_extra=allowed(
            "the ARN of an OpenSearch domain or collection, such as 'arn:aws:es:eu-west-1:111111111111:domain/products', "
            "or null where the endpoint is not AWS's"
        ),
    )

    @property
    def service(self) -> Literal["es", "aoss"] | None:
        """The AWS service of the endpoint."""
        host = urlsplit(self.endpoint or "").hostname or ""
        if not host.endswith(".amazonaws.com"):
            return None
        return "aoss" if ".aoss." in host else "es"

    def conflicts(self, region: str | None = None) -> Conflicts:
        """Compare the ARN with the endpoint: the function's role needs the right one to write."""
        if (self.arn.split(":")[2] if self.arn else None) == self.service:
            return {}
        kinds = {
            "aoss": f"the ARN of the collection behind {self.endpoint}",
            "es": f"the ARN of the domain behind {self.endpoint}",
        }
        allowed_arn = kinds[self.service] if self.service else "null for an endpoint that is not AWS's"
        return {("arn",): must_be(OWN_CHECK, allowed_arn, self.arn)}


class ShopStreams(StreamSettings):
    """The shop's stream functions; two jobs of stream_jobs have their own settings."""

    inventory_alerts: InventoryAlerts = Field(default_factory=InventoryAlerts.unwritten, description="Reports low and no stock.")
    search_sync: SearchSync = Field(default_factory=SearchSync.unwritten, description="Keeps a search index current.")


class ShopSettings(SystemSettings):
    """Products, orders and stock."""

    streams: ShopStreams = Field(default_factory=ShopStreams.unwritten, description="Functions that read the stream.")
    stock_alerts: StockAlertSettings = Field(
        default_factory=StockAlertSettings.unwritten, description="Who receives alerts of low and of no stock."
    )

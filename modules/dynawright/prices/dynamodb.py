"""DynamoDB's prices in US dollars, by Region.

Free tiers, reserved capacity and taxes are left out.

Collected in November 2026 from quotations of https://aws.amazon.com/dynamodb/pricing/, which has the current prices. us-east-1: the price list
as awslabs/graphrag-toolkit#439 quotes it (July 2026). ap-northeast-1: storage and recovery as in cloudnativedaysjp/dreamkast#1298 (2022), requests
at half of the prices there, as everywhere since 2024-11-01. `unconfirmed` lists figures without a quotation.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from dynawright.errors import Problem, UserError
from dynawright.prices.around import AROUND

AS_OF = "November 2026"
BILLED_OVERHEAD_BYTES = 100
"""Bytes billed for each stored item and index entry in addition to its own."""
GIGABYTE = 1024**3
INFREQUENT_STORAGE, INFREQUENT_THROUGHPUT = 0.4, 1.25
"""STANDARD_INFREQUENT_ACCESS as a share of STANDARD: us-east-1's ratios."""


@dataclass(frozen=True)
class Prices:
    """A Region's row; throughput and storage are for the table class STANDARD."""

    region: str
    read_million: float
    write_million: float
    read_unit_hour: float
    write_unit_hour: float
    storage_gb_month: float
    recovery_gb_month: float
    backup_gb_month: float
    unconfirmed: tuple[str, ...] = ()
    as_of: str = AS_OF
    around: Mapping[str, float] = field(default_factory=dict, hash=False)
    """Prices of resources around tables, by the names of around.ITEMS."""

    def million(self, kind: str) -> float:
        return self.read_million if kind == "read" else self.write_million

    def unit_hour(self, kind: str) -> float:
        return self.read_unit_hour if kind == "read" else self.write_unit_hour

    def break_even(self, kind: str) -> float:
        """The utilization at which provisioned capacity costs as much as on-demand requests."""
        return self.unit_hour(kind) / (self.million(kind) / 1e6 * 3600)

    def of_class(self, table_class: str) -> Prices:
        if table_class == "STANDARD":
            return self
        return replace(
            self,
            read_million=self.read_million * INFREQUENT_THROUGHPUT,
            write_million=self.write_million * INFREQUENT_THROUGHPUT,
            read_unit_hour=self.read_unit_hour * INFREQUENT_THROUGHPUT,
            write_unit_hour=self.write_unit_hour * INFREQUENT_THROUGHPUT,
            storage_gb_month=self.storage_gb_month * INFREQUENT_STORAGE,
            unconfirmed=self.unconfirmed if self.region == "us-east-1" else (*self.unconfirmed, table_class),
        )


ROWS = {
    row.region: replace(row, around=AROUND[row.region])
    for row in (
        Prices("us-east-1", 0.125, 0.625, 0.00013, 0.00065, 0.25, 0.20, 0.10),
        Prices("ap-northeast-1", 0.1425, 0.715, 0.0001484, 0.000742, 0.285, 0.228, 0.114, unconfirmed=("backup_gb_month",)),
    )
}


def prices(region: str) -> Prices:
    if region not in ROWS:
        allowed = ", ".join(ROWS)
        text, fix = (
            f"there are no prices of Region '{region}'",
            f"compute with one of these instead: {allowed}; or give a file of your own by --prices",
        )
        raise UserError([Problem("DW705", text, value=region, allowed=allowed, fix=fix)])
    return ROWS[region]

"""Cost and duration of putting items one by one, or of loading them from S3."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

from dynawright.emulator.report import aligned
from dynawright.ops.own_prices import own_prices
from dynawright.prices.dynamodb import GIGABYTE, ROWS, Prices

HEADING = ("way", "what is billed", "USD", "time at the least")
LEFT_OUT = "Left out: reading the source, S3 requests and storage, restores after mistakes."


@dataclass(frozen=True)
class Estimate:
    """The estimate for a whole migration, from a sample of its records."""

    items: float
    size: float
    """Bytes of lines, before compression."""
    units: float
    """Write units, including those of indexes."""

    @classmethod
    def scaled(cls, items: float, size: float, units: float, *, sampled: int, records: int) -> Estimate:
        share = records / sampled if sampled else 0
        return cls(items * share, size * share, units * share)


def lines(estimate: Estimate, region: str, prices_file: Path | None, write_units: float) -> Iterator[str]:
    """Return a table of both ways; a price without a source is a question mark."""
    row = own_prices(prices_file) if prices_file else None
    row = row if row and row.region == region else ROWS.get(region)
    size = f"{estimate.size / GIGABYTE:,.3f} GB of lines"
    units = f"{estimate.units:,.0f} write units"
    seconds = str(timedelta(seconds=round(estimate.units / write_units)))
    yield f"about {estimate.items:,.0f} items; prices of {region}{f' as of {row.as_of}' if row else ' are not known'}"
    rows = [
        (
            "PutItem, on demand",
            units,
            _usd(row.write_million if row else None, estimate.units / 1e6),
            f"{seconds} ({write_units:,.0f} units a second)",
        ),
        ("import, new table", size, _usd(_around(row, "import_gb"), estimate.size / GIGABYTE), "AWS names none"),
        ("bulk put", size, _usd(_around(row, "bulk_put_gb"), estimate.size / GIGABYTE), "AWS names none"),
    ]
    yield from aligned(HEADING, rows)
    if any(row[2] == "?" for row in rows):
        yield "No source gives the prices shown as ?: name a file of your own with --prices (import_gb, bulk_put_gb)."
    yield LEFT_OUT


def _around(row: Prices | None, name: str) -> float | None:
    return row.around.get(name) if row else None


def _usd(price: float | None, quantity: float) -> str:
    return "?" if price is None else f"{price * quantity:,.2f}"

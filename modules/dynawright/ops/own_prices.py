"""Prices from a file of one's own, for a Region or a contract that the package has no figures of.

region: eu-west-1
as_of: October 2026
read_million: 0.1415          # DynamoDB's: read_million, write_million, read_unit_hour, write_unit_hour, storage_gb_month,
write_million: 0.705          # recovery_gb_month, backup_gb_month; all of them, unless the package knows the Region
alarm_metric_month: 0.10      # what is around tables: the names of prices/around.py; what is left out is unknown
dax_node_hour: {dax.r5.large: 0.30}
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

from dynawright import given_files
from dynawright.errors import Place, Problem, UserError, must_be, unknown
from dynawright.given_files import GivenFileError
from dynawright.prices.around import ITEMS, NODE_HOUR
from dynawright.prices.dynamodb import ROWS, Prices
from dynawright.settings.document import Document, read

OF_DYNAMODB = tuple(field.name for field in fields(Prices) if field.type == "float")
WORDS = ("region", "as_of")


def own_prices(file: Path) -> Prices:
    """Return the package's prices of the Region, overridden by those in the file."""
    try:
        document = read(file.name, given_files.read_text(file))
    except GivenFileError as error:
        raise UserError([Problem("DW733", str(error), Place(str(file)))]) from None
    problems = [*document.problems, *_problems(document)]
    if problems:
        raise UserError(problems)
    given: dict[str, Any] = document.data
    region, around = given["region"], {name: given[name] for name in ITEMS if name in given}
    around |= {f"{NODE_HOUR}.{node}": usd for node, usd in given.get(NODE_HOUR, {}).items()}
    figures: dict[str, Any] = {name: float(given[name]) for name in OF_DYNAMODB if name in given}
    known = ROWS.get(region)
    if known is None:
        return Prices(region=region, **figures, as_of=str(given.get("as_of", "an unknown day")), around=around)
    unconfirmed = tuple(name for name in known.unconfirmed if name not in figures)
    as_of = str(given.get("as_of", known.as_of))
    return replace(known, **figures, unconfirmed=unconfirmed, as_of=as_of, around={**known.around, **around})


def _problems(document: Document) -> Iterator[Problem]:
    names = (*WORDS, *OF_DYNAMODB, *ITEMS, NODE_HOUR)
    for name, value in document.data.items():
        place = document.place((name,))
        if name not in names:
            yield unknown("DW733", "price", name, names, place=place)
        elif name == NODE_HOUR:
            figures = value.values() if isinstance(value, dict) else [None]
            if not all(map(_is_price, figures)):
                yield must_be("DW733", "types of nodes, each with its price", value, place=place)
        elif name not in WORDS and not _is_price(value):
            yield must_be("DW733", "a price in US dollars", value, place=place)
    region = document.data.get("region")
    if not isinstance(region, str):
        yield must_be("DW733", "a Region, region: eu-west-1", region, place=document.place(("region",)))
    elif region not in ROWS and (missing := [name for name in OF_DYNAMODB if name not in document.data]):
        yield Problem("DW733", f"{', '.join(missing)} must be given for {region}", document.place(("region",)), value=missing)


def _is_price(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and value >= 0

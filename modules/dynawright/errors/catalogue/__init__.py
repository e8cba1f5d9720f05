"""All codes, by the part of dynawright that they are about. Only documentation and tests import it."""

from dynawright.errors.catalogue.error_code import ErrorCode
from dynawright.errors.catalogue.settings import SETTINGS

GROUPS: dict[str, tuple[ErrorCode, ...]] = {
    "Settings": SETTINGS,
}
CATALOGUE = {row.code: row for rows in GROUPS.values() for row in rows}

__all__ = ["CATALOGUE", "GROUPS", "ErrorCode"]

"""All codes, by part of dynawright. Only documentation and tests import it."""

from dynawright.errors.catalogue.commands import COMMANDS
from dynawright.errors.catalogue.deployment import DEPLOYMENT
from dynawright.errors.catalogue.emulator import EMULATOR
from dynawright.errors.catalogue.error_code import ErrorCode
from dynawright.errors.catalogue.general import GENERAL
from dynawright.errors.catalogue.migrating import MIGRATING
from dynawright.errors.catalogue.model import MODEL
from dynawright.errors.catalogue.model_warnings import MODEL_WARNINGS
from dynawright.errors.catalogue.rules import RULES
from dynawright.errors.catalogue.settings import SETTINGS
from dynawright.errors.catalogue.stacks import STACKS
from dynawright.errors.catalogue.tools import TOOLS

GROUPS: dict[str, tuple[ErrorCode, ...]] = {
    "General": GENERAL,
    "Settings (DW1xx)": SETTINGS,
    "Models (DW2xx)": (*MODEL, *MODEL_WARNINGS),
    "Stacks and constructs (DW3xx)": STACKS,
    "Deployment (DW4xx)": DEPLOYMENT,
    "Rules and the gate (DW5xx)": RULES,
    "Emulator and stream functions (DW6xx)": EMULATOR,
    "Tools (DW7xx)": (*TOOLS, *MIGRATING),
    "Command line (DW8xx)": COMMANDS,
}
CATALOGUE = {row.code: row for rows in GROUPS.values() for row in rows}

__all__ = ["CATALOGUE", "GROUPS", "ErrorCode"]

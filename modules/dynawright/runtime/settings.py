"""A function's configuration: environment variables, read on first use."""

import os

from dynawright.runtime.errors import ConfigurationError


def text(name: str) -> str:
    """Return a required variable."""
    value = os.environ.get(name, "")
    if not value:
        raise ConfigurationError(f"{name} is not set: give the function this environment variable (see its function.json)")
    return value


def optional_text(name: str) -> str | None:
    return os.environ.get(name) or None


def whole_number(name: str, default: int) -> int:
    """Return a variable as a whole number of zero or more."""
    value = os.environ.get(name, "") or str(default)
    if not value.isascii() or not value.isdecimal():
        raise ConfigurationError(f"{name} is {value!r}: a whole number of zero or more is allowed")
    return int(value)

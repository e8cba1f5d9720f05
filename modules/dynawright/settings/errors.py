"""The error for mistakes in an environment's file."""

from dynawright.errors import UserError


class SettingsError(UserError):
    """Mistakes in an environment's file, one line each: file, line, path, value, allowed, fix."""

"""The error that loading an environment may raise."""

from dynawright.errors import UserError


class SettingsError(UserError):
    """Mistakes in an environment's file, one line each: file, line, path, value, allowed, fix."""

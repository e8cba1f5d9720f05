"""The error that loading an environment may raise."""

from dynawright.errors import UserError


class SettingsError(UserError):
    """Mistakes in an environment's file; each problem is one line: file, line, path, value, what is allowed, the fix."""

"""The error that declaring a model may raise."""

from dynawright.errors import UserError


class ModelError(UserError):
    """Mistakes in a model, all that were found at once."""

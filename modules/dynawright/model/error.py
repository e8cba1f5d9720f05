"""The error for mistakes in a model."""

from dynawright.errors import UserError


class ModelError(UserError):
    """All mistakes of a model at once."""

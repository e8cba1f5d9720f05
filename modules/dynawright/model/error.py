"""The error that declaring a model may raise."""

from dynawright.errors import UserError


class ModelError(UserError):
    """Mistakes in a model: DynamoDB, or the code that is made from the model, could not use it."""

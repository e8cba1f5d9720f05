"""What tests of stream functions share."""

from tests.functions.deployed import deploy

__all__ = ["deploy"]

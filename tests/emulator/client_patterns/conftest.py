from tests.emulator.patterns.conftest import client, dynamodb

__all__ = ["client", "dynamodb"]

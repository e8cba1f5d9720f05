"""Policies are judged by a simulator that runs on Node."""

import pytest


@pytest.fixture(scope="session", autouse=True)
def simulator(needs_node_packages: None) -> None:
    """Skip these tests with a warning if it is not installed."""

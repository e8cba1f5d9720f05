"""Whoever uses the data: a service, a function, a person's role."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Consumer:
    """From the patterns that name a consumer follows what its role may do."""

    name: str
    description: str

"""The metrics that AWS publishes, collected again from its reference, independently of our catalogue."""

import csv
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Fact:
    """One metric of AWS/DynamoDB."""

    name: str
    dimensions: frozenset[frozenset[str]]
    seconds: int


def facts() -> list[Fact]:
    """All rows of dynamodb_metrics.csv."""
    with (Path(__file__).parent / "dynamodb_metrics.csv").open() as lines:
        return [
            Fact(
                name,
                frozenset(frozenset(part for part in option.split("+") if part) for option in line["dimensions"].split("|")),
                int(line["seconds"]),
            )
            for line in csv.DictReader(lines)
            for name in line["metrics"].split()
        ]

from collections.abc import Mapping
from pathlib import Path

from tests.cli.conftest import Dynawright, example


def test_the_example_makes_a_bucket_once(application: Path, dynawright: Dynawright, aws: Mapping[str, str]) -> None:
    first, second = (dynawright(*example("bootstrap"), **aws) for _ in range(2))
    assert first.stdout.startswith("s3://orders-state-production: created in ap-northeast-1, "), first.stderr
    assert second.stdout.startswith("s3://orders-state-production: is as it must be, nothing changed\n")
    assert "state bucket" in second.stdout

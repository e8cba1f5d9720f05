import json
from pathlib import Path

import pytest

from tests.cli.conftest import Dynawright, example

pytestmark = pytest.mark.usefixtures("application")
DENIED = (
    "An error occurred (AccessDeniedException) when calling the Scan operation: User: "
    "arn:aws:sts::444444444444:assumed-role/orders-api-production/web is not authorized to perform: dynamodb:Scan on resource: "
    "arn:aws:dynamodb:ap-northeast-1:444444444444:table/orders-production because no identity-based policy allows the dynamodb:Scan action"
)


def test_the_example_names_the_consumer_and_the_patterns(dynawright: Dynawright, application: Path) -> None:
    (application / "denied.txt").write_text(DENIED)
    done = dynawright(*example("explain"))
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("access denied: 'api' of orders, in production, asked for dynamodb:Scan on orders-production\n")
    assert "stacks/orders/model.py:" in done.stdout


def test_it_reads_standard_input_and_prints_json(dynawright: Dynawright) -> None:
    done = dynawright("explain", "--json", answer=DENIED)
    (found,) = json.loads(done.stdout)
    assert (found["consumer"], found["verdict"]) == ("api", "should not be allowed")


def test_what_is_no_refusal_is_an_error(dynawright: Dynawright) -> None:
    done = dynawright("explain", "hello")
    assert (done.returncode, done.stdout, done.stderr.startswith("error[DW731] ")) == (2, "", True)

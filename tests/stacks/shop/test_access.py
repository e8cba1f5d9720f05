"""What the shop's stream jobs may do to the tables, and to the search index."""

from __future__ import annotations

import pytest

from stacks.shop import model
from tests.access import matrix
from tests.access.applications import REFERENCE
from tests.access.expectations import rights
from tests.access.functions import role_name
from tests.access.simulator import Question, Request, wrong_answers


def test_the_stream_jobs_add_to_a_days_sales_and_write_nothing_else_to_the_table_that_they_read() -> None:
    (right,) = rights(model.SHOP, model.STREAM_JOBS)
    assert (right.action, right.covers("UpdateItem", "", "SALES#2026-01-02")) == ("UpdateItem", True)
    assert not right.covers("UpdateItem", "", "PRODUCT#1")


@pytest.mark.usefixtures("needs_node_packages")
@pytest.mark.parametrize(
    ("host", "arn", "action", "resource"),
    [
        ("search-x.ap-northeast-1.es.amazonaws.com", "es:ap-northeast-1:111111111111:domain/products", "es:ESHttpPost", "/_bulk"),
        ("x.ap-northeast-1.aoss.amazonaws.com", "aoss:ap-northeast-1:111111111111:collection/x", "aoss:APIAccessAll", ""),
    ],
)
def test_its_role_may_write_to_the_search_index_of_aws_and_to_no_other(host: str, arn: str, action: str, resource: str) -> None:
    search = {"endpoint": f"https://{host}", "arn": f"arn:aws:{arn}"}
    environment = REFERENCE.environment("dev", systems={"shop": {"streams": {"search_sync": search}}})
    stack = REFERENCE.built(environment, "shop")["shop"]
    policies = stack.policies_of(role_name(stack, model.STREAM_JOBS))
    assert matrix.wrong(stack, model.SYSTEM, model.STREAM_JOBS, policies) == []
    asked = [
        Question(Request(action, f"{search['arn']}{resource}"), expected=True),
        Question(Request(action, f"{search['arn']}-elses{resource}"), expected=False),
    ]
    if resource:
        asked.append(Question(Request(action, f"{search['arn']}/_search"), expected=False))
    assert wrong_answers(policies, asked, account_id=stack.environment.account_id) == []

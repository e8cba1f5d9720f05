"""The review page and the comment show the effects of a change."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from html.parser import HTMLParser
from typing import Any

import pytest

from dynawright.deploy.planned import Planned
from dynawright.deploy.review.page import NoPlan
from dynawright.guard.approval import judged
from dynawright.guard.guard import findings
from dynawright.model.access_matrix import Right
from dynawright.pages.changed import change_rows
from dynawright.pages.cost_change import cost_change
from dynawright.pages.diagram import diagram
from dynawright.pages.review_comment import LONGEST, comment
from dynawright.pages.review_page import ReviewView, StackView, html
from dynawright.pages.shape import Shape, shape_of
from dynawright.rules.exceptions import today
from dynawright.rules.judgement import Judgement
from tests.guard.changes import change

READ = Right("api", "GetItem", "orders", patterns=("PO1",))
QUERY = Right("reports", "Query", "orders", index="ByDay", patterns=("PO2", "PO3"))
HOSTILE = "<script>alert(1)</script>"


def named(name: str) -> str:
    return f"{name}-production"


def terraform(*indexes: str) -> dict[str, Any]:
    blocks = [{"name": name, "hash_key": "day"} for name in indexes]
    return {"resource": {"aws_dynamodb_table": {"T": {"name": "orders-production", "global_secondary_index": blocks}}}}


def stack(*changes: Any, name: str = "orders", **parts: Any) -> StackView:
    verdict = judged(findings(list(changes)), (), today())
    plan = Planned(name, None, tuple(changes), verdict, Judgement((), (), (), ()))
    given: dict[str, Any] = {"plan": plan, "error": "", "groups": change_rows(changes, [READ, QUERY], [READ], named)}
    return StackView(name, **{**given, "drawing": None, "access": None, "cost": None, **parts})


def view(*stacks: StackView) -> ReviewView:
    return ReviewView("production", stacks, (), True, "0" * 40)


def without_index() -> Any:
    blocks = [{"name": "ByDay", "hash_key": "day"}]
    before = {"name": "orders-production", "global_secondary_index": blocks}
    return change("aws_dynamodb_table", before, {"name": "orders-production", "global_secondary_index": []})


def test_a_changed_index_names_the_patterns_and_consumers_that_it_serves() -> None:
    (rows,) = change_rows([without_index()], [READ, QUERY], [READ], named).values()
    assert rows[0].notes == ("index ByDay is removed: it serves PO2, PO3 of reports",)


def test_the_page_and_the_comment_say_what_is_refused_and_the_safe_way() -> None:
    shown = view(stack(without_index()))
    (finding,) = shown.stacks[0].plan.verdict.refused  # type: ignore[union-attr]
    page, text = html(shown), comment(shown)
    assert shown.is_refused
    for part in (finding.name.split()[0], finding.instead[:20], "it serves PO2, PO3 of reports"):
        assert part in page.replace("&#39;", "'"), part
        assert part in text, part


def test_sensitive_values_are_not_shown() -> None:
    secret = change("aws_sns_topic", {"name": "t", "token": "s3cret-1"}, {"name": "t", "token": "s3cret-2"})
    marked = replace(secret, sensitive=frozenset({"token"}))
    (shown,), (hidden,) = (change_rows([one], [], [], named)["Everything else"] for one in (secret, marked))
    assert [difference.after for difference in shown.differences] == ["s3cret-2"]
    assert hidden.differences == ()


def test_whatever_a_plan_holds_is_text() -> None:
    class Tags(HTMLParser):
        scripts = 0

        def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
            self.scripts += tag == "script"

    renamed = change("aws_sns_topic", {"name": HOSTILE}, {"name": f"{HOSTILE}2"}, name=HOSTILE)
    cost = cost_change("orders", json.dumps({HOSTILE: 1}), {}, is_new=False)
    shown = view(stack(renamed, name=HOSTILE, cost=cost), stack(name="b", plan=None, error=HOSTILE))
    tags = Tags()
    tags.feed(html(shown))
    assert tags.scripts == 1  # the page's own
    text = comment(shown)
    assert f"`{HOSTILE}" in text
    assert "<" not in re.sub(r"`[^`]*`", "", text)  # always code, which GitHub shows as it is


def test_cost_is_told_line_by_line_before_and_after() -> None:
    change = cost_change(
        "orders",
        json.dumps({"t: requests": 1.0, "t: index A": 2.0, "t: storage": 3.0}),
        {"t: requests": 1.0, "t: index B": 5.5, "t: storage": 3.0},
        is_new=False,
    )
    assert [(line.subject, line.difference) for line in change.lines] == [("t: index B", 5.5), ("t: index A", -2.0)]
    assert change.words == "$6.00 → $9.50 (+3.50)"
    assert cost_change("orders", None, {"t: requests": 1.0}, is_new=True).words == "$0.00 → $1.00 (+1.00)"


@pytest.mark.parametrize(("before", "after"), [(None, {"a": 1.0}), ("{}", None)])
def test_a_cost_that_is_not_known_on_one_side_is_no_difference(before: str | None, after: dict[str, float | None] | None) -> None:
    change = cost_change("orders", before, after, is_new=False)
    assert (change.is_known, change.lines, change.words) == (False, (), "not known")


def test_the_comment_fits_whatever_happens() -> None:
    many = [
        change("aws_dynamodb_table", {"name": f"t{number}"}, {}, "delete", name="x" * 400 + str(number)) for number in range(300)
    ]
    stacks = [stack(*many, name=f"system{number}") for number in range(40)]
    assert len(comment(view(*stacks))) <= LONGEST
    error = stack(name="b", plan=None, error="boom " * 50_000)
    assert len(comment(view(error))) <= LONGEST


def test_nothing_is_said_where_nothing_changes() -> None:
    assert "Nothing changes." in comment(view(stack()))
    assert "Nothing changes in production" in html(view(stack()))


def test_a_missing_plan_is_refused() -> None:
    assert NoPlan("orders", "boom").error in html(view(stack(plan=None, error="boom")))
    assert view(stack(plan=None, error="boom")).is_refused


def test_the_diagram_marks_what_is_added_and_removed() -> None:
    before = shape_of(terraform("ByDay"), [READ, QUERY], named, "orders")
    after = shape_of(terraform("ByUser"), [READ, replace(READ, consumer="batch")], named, "orders")
    drawing = diagram(after, before)
    states = {node.name: node.state for node in drawing.nodes}
    assert states == {
        "orders-production": "kept",
        "ByDay": "removed",
        "ByUser": "added",
        "api": "kept",
        "reports": "removed",
        "batch": "added",
    }
    assert sorted(edge.state for edge in drawing.edges) == ["added", "kept", "removed"]
    assert before != after
    assert shape_of(terraform("ByDay"), [QUERY, READ], named, "orders") == before


def test_a_stack_that_is_gone_is_drawn_as_removed() -> None:
    before = shape_of(terraform("ByDay"), [READ, QUERY], named, "orders")
    assert {node.state for node in diagram(Shape(), before).nodes} == {"removed"}

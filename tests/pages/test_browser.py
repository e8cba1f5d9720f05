"""The pages in a real browser: no error, no request, accessible, readable on a phone."""

from __future__ import annotations

from typing import Any

import pytest

from dynawright.deploy.review.access import difference
from dynawright.pages import demo_page
from dynawright.pages.cost_change import cost_change
from dynawright.pages.diagram import diagram
from dynawright.pages.review_page import html
from dynawright.pages.shape import shape_of
from dynawright.pages.site import index
from dynawright.systems import systems
from tests.applications import complete, inside
from tests.browser import Browse, Opened
from tests.pages.test_demo_page import result
from tests.pages.test_review import QUERY, READ, named, stack, terraform, view, without_index

PAGES = ("system.html", "index.html", "review.html", "demo.html")


@pytest.fixture(scope="module")
def opened(browse: Browse, library_page: str, tmp_path_factory: pytest.TempPathFactory) -> Opened:
    with inside(complete()):
        links = index(systems(), ["full", "production"])
    before, after = (shape_of(terraform(index), [READ, QUERY], named, "orders") for index in ("ByDay", "ByUser"))
    cost = cost_change("orders", '{"t: requests": 1.0}', {"t: requests": 2.5}, is_new=False)
    access = difference("orders", [READ], [QUERY])
    review = html(
        view(stack(without_index(), drawing=diagram(after, before), cost=cost, access=access), stack(error="boom", plan=None))
    )
    pages = (library_page, links, review, demo_page.html(result()))
    folder = tmp_path_factory.mktemp("pages")
    for name, page in zip(PAGES, pages, strict=True):
        (folder / name).write_text(page, encoding="utf-8")
    opened = browse([(folder / name).as_uri() for name in PAGES])
    return {url.rsplit("/", 1)[-1]: views for url, views in opened.items()}


@pytest.fixture(params=PAGES)
def views(request: pytest.FixtureRequest, opened: Opened) -> dict[str, Any]:
    return opened[request.param]


def test_a_page_opens_without_an_error_and_asks_for_nothing_but_itself(views: dict[str, Any]) -> None:
    assert [error for view in views.values() for error in view["errors"]] == []
    assert {len(view["requests"]) for view in views.values()} == {1}
    assert [link for view in views.values() for link in view["broken"]] == []


def test_a_page_is_accessible_in_light_and_dark(views: dict[str, Any]) -> None:
    assert views["light"]["violations"] + views["dark"]["violations"] == []


def test_a_page_fits_a_phone(views: dict[str, Any]) -> None:
    assert views["phone"]["overflow"] <= 0


def test_the_bar_of_sections_hides_what_scrolls_below_it(views: dict[str, Any]) -> None:
    assert [pixels for view in views.values() for pixels in view["uncovered"]] == []

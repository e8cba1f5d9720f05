"""docs/rules.md is what the rules say."""

from dynawright.docs.rules_page import PAGE, page


def test_the_page_is_current() -> None:
    assert PAGE.read_text() == page(), "run `make rules`"

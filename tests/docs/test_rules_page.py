"""docs/rules.md is what the rules say."""

import pytest

from dynawright.docs.rules_page import PAGE, page


@pytest.mark.generated
def test_the_page_is_current() -> None:
    assert PAGE.read_text() == page(), "run `make rules`"

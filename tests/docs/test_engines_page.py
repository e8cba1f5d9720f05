"""docs/engines.md is what the rows say."""

import pytest

from dynawright.docs.engines_page import PAGE, page


@pytest.mark.generated
def test_the_page_is_current() -> None:
    assert PAGE.read_text() == page(), "run `dynawright docs`"

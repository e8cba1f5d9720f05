"""docs/errors.md is what the catalogue of errors says."""

import pytest

from dynawright.docs.errors_page import PAGE, page


@pytest.mark.generated
def test_the_page_is_current() -> None:
    assert PAGE.read_text() == page(), "run `dynawright docs`"

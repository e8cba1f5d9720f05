"""docs/vocabulary.md is what the rows say."""

import pytest

from dynawright.docs.vocabulary_page import PAGE, page


@pytest.mark.generated
def test_the_page_is_current() -> None:
    assert PAGE.read_text() == page(), "run `make rules`"


def test_each_row_says_when_it_counts() -> None:
    text = page()
    assert "| `deletion_window_in_days` | a number from 7 to 30 | always | AWS takes 7 to 30 |" in text
    assert "| `retention_in_days` | a number from 7 to 3653 | outside of disposable environments; if wanted |" in text
    assert "| `fifo_topic` | true | needed where name is like .*\\.fifo |" in text

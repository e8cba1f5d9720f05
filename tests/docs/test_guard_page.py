"""docs/guard.md."""

import pytest

from dynawright.docs.guard_page import FILE, KINDS, text


@pytest.mark.generated
def test_the_page_is_current() -> None:
    assert FILE.read_text(encoding="utf-8") == text(), "run make readmes"


def test_no_cell_breaks_the_table() -> None:
    assert not any("|" in kind.happens + kind.instead or "\n" in kind.happens + kind.instead for kind in KINDS)

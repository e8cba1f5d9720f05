"""The README of each system is current."""

import pytest

from dynawright.docs.system_page import pages


@pytest.mark.generated
def test_every_readme_is_current() -> None:
    stale = [path.parent.name for path, page in pages().items() if not path.exists() or path.read_text() != page]
    assert stale == [], "run `make readmes`"

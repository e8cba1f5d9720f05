"""Our writer of JSON writes what Python's own does."""

import json
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from imports.indented import indented

SCALARS = st.none() | st.booleans() | st.integers() | st.floats() | st.text()
VALUES = st.recursive(SCALARS, lambda inner: st.lists(inner) | st.lists(inner).map(tuple) | st.dictionaries(st.text(), inner))


@given(VALUES)
def test_it_is_what_python_writes(value: Any) -> None:
    assert indented(value) == json.dumps(value, indent=2, sort_keys=True, ensure_ascii=False)

"""The emulator with a bug: `python -m tests.emulator.engines.planted <bug>`."""

import sys
from collections.abc import Callable

from dynawright.emulator import server


def wrong_comparison() -> None:
    """Make `<=` behave like `<`."""
    from moto.dynamodb import comparisons

    comparisons.COMPARISON_FUNCS["LE"] = comparisons.COMPARISON_FUNCS["<="] = comparisons.LT_FUNCTION
    comparisons.OpLessThanOrEqual.expr = comparisons.OpLessThan.expr


def missing_index_units() -> None:
    """Make writes cost nothing in indexes."""
    from dynawright.emulator.gaps.units import TableShape

    TableShape.index_keys = {}  # type: ignore[assignment]


BUGS: dict[str, Callable[[], None]] = {bug.__name__: bug for bug in (wrong_comparison, missing_index_units)}

if __name__ == "__main__":
    BUGS[sys.argv[1]]()
    server.serve(0, "111122223333", foreground=False)

"""All generated pages: each system's README and the reference pages in docs."""

from __future__ import annotations

import contextlib
import io
import os
from pathlib import Path

from dynawright.bindings.engine.node import choose_node


def pages() -> dict[Path, str]:
    """Return each file and what it must hold."""
    choose_node(os.environ)
    from dynawright.docs import engines_page, guard_page, reference, rules_page, system_page

    with contextlib.redirect_stderr(io.StringIO()):  # the models' advice; `dynawright synth` shows it
        readmes = system_page.pages()
    return {
        **readmes,
        reference.DOCS / "alarms.md": reference.alarms_page(),
        reference.DOCS / "metrics.md": reference.metrics_page(),
        engines_page.PAGE: engines_page.page(),
        guard_page.FILE: guard_page.text(),
        rules_page.PAGE: rules_page.page(),
    }

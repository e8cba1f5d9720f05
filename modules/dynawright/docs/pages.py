"""All generated pages: each system's README and, in the package's repository, the reference."""

from __future__ import annotations

import contextlib
import io
import os
from pathlib import Path

from dynawright import project
from dynawright.bindings.engine.node import choose_node


def pages() -> dict[Path, str]:
    """Return the content of each file by path."""
    choose_node(os.environ)
    from dynawright.docs import system_page

    with contextlib.redirect_stderr(io.StringIO()):  # `dynawright synth` shows the models' advice
        readmes = system_page.pages()
    return {**readmes, **(_reference_pages() if is_the_packages_repository() else {})}


def is_the_packages_repository() -> bool:
    """Return whether this is dynawright's own repository, which also has the pages about dynawright."""
    return (project.root() / "modules" / "dynawright").is_dir()


def _reference_pages() -> dict[Path, str]:
    from dynawright.docs import (
        api_page,
        classes_page,
        engines_page,
        errors_page,
        guard_page,
        outputs_page,
        reference,
        rules_page,
        settings_page,
        vocabulary_page,
    )

    return {
        reference.DOCS / "alarms.md": reference.alarms_page(),
        reference.DOCS / "metrics.md": reference.metrics_page(),
        reference.DOCS / "api.md": api_page.page(),
        classes_page.DOCS / "model.md": classes_page.model_page(),
        classes_page.DOCS / "constructs.md": classes_page.constructs_page(),
        outputs_page.PAGE: outputs_page.page(),
        settings_page.PAGE: settings_page.page(),
        engines_page.PAGE: engines_page.page(),
        errors_page.PAGE: errors_page.page(),
        guard_page.FILE: guard_page.text(),
        rules_page.PAGE: rules_page.page(),
        vocabulary_page.PAGE: vocabulary_page.page(),
    }

"""Runs text as a file of the application, so that problems name its lines."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from dynawright.settings import load_named
from dynawright.synthesis import synthesize

Mistake = Callable[[], object]


def executed(file: str, text: str, **names: Any) -> dict[str, Any]:
    """Run the text as if it were this file of the project, and return what it defines."""
    defined = dict(names)
    exec(compile(text, str(Path.cwd() / file), "exec"), defined)  # noqa: S102
    return defined


def edited(file: str, old: str, new: str) -> None:
    """Replace text in a file of the project."""
    text = Path(file).read_text()
    assert old in text
    Path(file).write_text(text.replace(old, new))


def synthesis_of(file: str, old: str, new: str) -> Mistake:
    """Return a mistake that shows when the edited application is synthesized."""

    def make() -> None:
        edited(file, old, new)
        synthesize(load_named("local"), system="orders", outdir=Path("cdktf.out"))

    return make

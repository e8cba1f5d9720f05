"""Find worn phrases, long first lines of docstrings, and loops over `one`.

    python -m tools.plain_words [--counts] [folder or file ...]

Ends with 1 if a file among those given has any. Quotations (between quotes or backticks) don't count in Markdown and docstrings.
"""

from __future__ import annotations

import ast
import io
import re
import sys
import tokenize
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parent.parent
CHECKED = (
    "README.md",
    "CONTRIBUTING.md",
    "SECURITY.md",
    "CHANGELOG.md",
    "docs",
    "modules",
    "stacks",
    "tests",
    "tools",
    "benchmarks",
)
"""What `make lint` checks."""
WORN = re.compile(r"\b(whoever|somebody|nobody|anew|stands|for ever|of ours)\b", re.IGNORECASE)
NAMED = tuple(
    f"{place}/{room}" for place in ("modules/dynawright", "tests") for room in ("rules", "ops", "emulator", "gate", "guard")
)
"""Folders with stricter checks: loop variables have a name, and files neither hear nor speak."""
RIDDLES = re.compile(r"\b(speaks? of|tells? of|hears? of|knows? nothing|what there is)\b", re.IGNORECASE)
QUOTED = re.compile(r"`[^`]*`|\"[^\"\n]*\"|“[^”]*”")
LONGEST = 100
"""Characters of a docstring's first line."""


@dataclass(frozen=True)
class Worn:
    """A place with a worn phrase or a long first line."""

    path: str
    line: int
    what: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.what}"


def worn_in(path: Path) -> Iterator[Worn]:
    """Yield the worn phrases, long first lines and loops over `one` of a Python or Markdown file."""
    name = path.relative_to(ROOT).as_posix() if path.is_relative_to(ROOT) else path.name
    text = path.read_text(encoding="utf-8")
    patterns = (WORN, RIDDLES) if name.startswith(NAMED) else (WORN,)
    for line, prose in _prose(text) if path.suffix == ".py" else _markdown(text):
        plain = QUOTED.sub("", prose)
        yield from (Worn(name, line, f"'{match[0]}'") for pattern in patterns for match in pattern.finditer(plain))
    if path.suffix == ".py":
        yield from (Worn(name, line, f"first line of {length} characters") for line, length in _long_first_lines(text))
        if name.startswith(NAMED):
            yield from (Worn(name, line, "'for one in': name what it is") for line in loops_over_one(text))


def _markdown(text: str) -> Iterator[tuple[int, str]]:
    """Yield each line outside of blocks of code."""
    fenced = False
    for number, line in enumerate(text.splitlines(), start=1):
        fenced ^= line.lstrip().startswith("```")
        if not fenced and not line.startswith("    "):
            yield number, line


def _prose(text: str) -> Iterator[tuple[int, str]]:
    """Yield comments and the lines of docstrings; other strings are data."""
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT:
            yield token.start[0], token.string
    for statement in _docstrings(text):
        for number, line in enumerate(str(statement.value).splitlines()):
            yield statement.lineno + number, line


def _long_first_lines(text: str) -> Iterator[tuple[int, int]]:
    for statement in _docstrings(text):
        first = str(statement.value).strip().partition("\n")[0]
        if len(first) > LONGEST:
            yield statement.lineno, len(first)


def loops_over_one(text: str) -> Iterator[int]:
    """Yield the lines of loops and comprehensions whose variable is `one`."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.For | ast.AsyncFor | ast.comprehension):
            names = (name for name in ast.walk(node.target) if isinstance(name, ast.Name))
            yield from (name.lineno for name in names if name.id == "one")


def _docstrings(text: str) -> Iterator[ast.Constant]:
    """Yield every string statement: docstrings of modules, classes, functions and constants."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            yield node.value


def files(names: tuple[str, ...]) -> Iterator[Path]:
    """Yield the Python and Markdown files in these places, without generated bindings."""
    for name in names:
        path = ROOT / name
        paths = [path] if path.is_file() else sorted(path.rglob("*"))
        yield from (path for path in paths if path.suffix in (".py", ".md") and "bindings/aws" not in path.as_posix())


def main(arguments: list[str]) -> int:
    """Print each place, or with `--counts` their number per folder."""
    counts = "--counts" in arguments
    names = tuple(argument for argument in arguments if argument != "--counts") or CHECKED
    places = [worn for path in files(names) for worn in worn_in(path)]
    if counts:
        kinds = Counter(("/".join(worn.path.split("/")[:3][:-1]) or worn.path, worn.what.partition(" of ")[0]) for worn in places)
        print("\n".join(f"{count:5} {folder}: {what}" for (folder, what), count in sorted(kinds.items())))
        return 0
    print("\n".join(map(str, places)), end="\n" if places else "")
    return 1 if places else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

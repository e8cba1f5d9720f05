"""docs/cli.md: every command with its options and an example, generated from the commands."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from dynawright import project
from dynawright.docs.markdown import rows

PAGE = project.root() / "docs" / "cli.md"
HEAD = """# Command line

After this page you know every command. `dynawright docs` writes it from the commands. Do not edit.

Commands end with 0, with 1 if they found something wrong, and with 2 if they could not run: then an [error](errors.md)
says why, and nothing was written. `dynawright --install-completion` makes the shell complete commands, systems and environments.
"""


def page() -> str:
    """Return the page."""
    import typer

    from dynawright.cli.app import app

    top = typer.main.get_command(app).commands  # type: ignore[attr-defined]
    parts = [HEAD.strip()]
    for name in sorted(top):
        inner = getattr(top[name], "commands", None)
        for words, command in (
            {f"{name} {word}": value for word, value in inner.items()}.items() if inner else [(name, top[name])]
        ):
            parts += _section(words, command)
    return "\n\n".join(parts) + "\n"


def _section(words: str, command: Any) -> Iterator[str]:
    yield f"## {words}"
    yield " ".join(str(command.help or "").split())
    yield f"    {str(command.epilog).removeprefix('Example: ')}"
    lines = [
        (_name(parameter), str(getattr(parameter, "help", "") or ""), _default(parameter))
        for parameter in command.params
        if parameter.name != "help"
    ]
    if lines:
        yield rows(("argument or option", "what it does", "default"), lines)


def _name(parameter: Any) -> str:
    if parameter.param_type_name == "argument":
        return f"`{parameter.name}`"
    return ", ".join(f"`{name}`" for name in (*parameter.opts, *parameter.secondary_opts))


def _default(parameter: Any) -> str:
    if parameter.required:
        return "required"
    empty = parameter.default is None or parameter.default is False or parameter.default == ()
    return "" if empty or callable(parameter.default) else f"`{parameter.default}`"

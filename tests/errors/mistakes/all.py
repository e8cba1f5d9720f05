"""All mistakes by code; those of settings are in tests/settings."""

from tests.errors.mistakes import commands, deployment, emulator, migrating, model, rules, stacks, tools
from tests.errors.mistakes.source import Mistake

MISTAKES: dict[str, Mistake] = {
    code: mistake
    for part in (commands, model, stacks, deployment, rules, emulator, tools, migrating)
    for code, mistake in part.MISTAKES.items()
}

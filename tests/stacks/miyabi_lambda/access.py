"""What miyabi_lambda's roles may do besides their patterns."""

from tests.access.expected import Expected, SecretFolder

TOKENS = "miyabi-lambda/access-tokens"
EXPECTED = Expected(
    secrets={"agents": TOKENS, "api": TOKENS},
    secret_folders={"agents": SecretFolder(TOKENS, makes=False), "api": SecretFolder(TOKENS, makes=True)},
)

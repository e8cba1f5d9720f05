"""What miyabi_lambda's roles may do besides their patterns."""

from tests.access.expected import Expected

TOKENS = "miyabi-lambda/access-tokens"
EXPECTED = Expected(secrets={"agents": TOKENS, "api": TOKENS})

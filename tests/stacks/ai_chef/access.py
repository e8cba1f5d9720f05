"""What ai_chef's roles may do besides their patterns."""

from tests.access.expected import Expected

EXPECTED = Expected(
    log_groups={"application": ("/aws/dynamodb/ai-chef-tables",)},
    without_role=frozenset({"partner"}),
    trusts={"application": "ecs"},
)

"""What feature_flags' roles may do besides their patterns."""

from tests.access.expected import Expected

EXPECTED = Expected(
    cache=("flags", "feature-flags", ("evaluator", "admin")),
    sessions={"evaluator": "feature-flags-tenant"},
    projected=frozenset({"evaluator"}),
    trusts={"evaluator": "ecs", "tenant": "tenant"},
)

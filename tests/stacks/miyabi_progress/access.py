"""What miyabi_progress' roles may do besides their patterns."""

from tests.access.expected import Expected

AGENTS = ("orchestrator", "mugen", "majin")
EXPECTED = Expected(
    log_groups={"reporter": ("/miyabi/cdk-deploy", "/miyabi/system", *(f"/miyabi/agents/{agent}" for agent in AGENTS))},
    log_streams={"reporter": "log-stream:task-*"},
    exported=("miyabi-tasks", "miyabi-projects"),
    trusts={"web-ui": "ecs"},
)

"""What an item's `Data` holds, for the entities whose contents are agreed."""

from dynawright.model import Declared

USER: dict[str, Declared] = {
    "githubId": "N",
    "email": "S",
    "name": "S",
    "avatarUrl": "S",
    "accessToken": "S",  # a reference to Secrets Manager, never the token
    "orgRole": "S",
}
EXECUTION: dict[str, Declared] = {
    "issueNumber": "N",
    "agentType": "S",
    "status": "S",
    "startedAt": "S",
    "completedAt": "S",
    "resultSummary": "S",
    "qualityScore": "N",
    "prNumber": "N",
}
TASK: dict[str, Declared] = {
    "repositoryId": "S",
    "name": "S",
    "description": "S",
    "priority": ("P0", "P1", "P2", "P3"),
    "status": "S",
    "agentType": "S",
    "issueNumber": "N",
    "retryCount": "N",
    "maxRetries": "N",
    "metadata": "M",
}
ORGANIZATION: dict[str, Declared] = {
    "name": "S",
    "githubOrgId": "N",
    "plan": "S",
    "billingEmail": "S",
    "settings": {"allowedAgents": "SS", "maxConcurrentExecutions": "N"},
}
ORG_MEMBER: dict[str, Declared] = {"userId": "S", "role": "S", "permissions": "SS", "joinedAt": "S"}
WORKFLOW: dict[str, Declared] = {
    "name": "S",
    "description": "S",
    "dagDefinition": {"nodes": "L", "edges": "L"},
    "isActive": "BOOL",
}

"""The attributes in an item's `Data`."""

from dynawright.model import Declared

USER: dict[str, Declared] = {
    "githubId": "N",
    "email": "S",
    "name": "S",
    "avatarUrl": "S",
    "accessToken": "S",  # a reference to Secrets Manager, never the token
    "orgRole": "S",
}
REPOSITORY: dict[str, Declared] = {
    "githubRepoId": "N",
    "owner": "S",
    "name": "S",
    "fullName": "S",
    "defaultBranch": "S",
    "isPrivate": "BOOL",
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
    "settings": {"allowedAgents": "L", "maxConcurrentExecutions": "N"},
}
ORG_MEMBER: dict[str, Declared] = {"userId": "S", "role": "S", "permissions": "L", "joinedAt": "S"}
WORKFLOW: dict[str, Declared] = {
    "name": "S",
    "description": "S",
    "dagDefinition": {"nodes": "L", "edges": "L"},
    "isActive": "BOOL",
}
DEPENDENCY: dict[str, Declared] = {"dependencyType": "S", "required": "BOOL"}
CONNECTION: dict[str, Declared] = {"connectedAt": "S", "clientIp": "S", "userAgent": "S"}
MESSAGE: dict[str, Declared] = {"lineUserId": "S", "direction": ("incoming", "outgoing"), "messageType": "S", "text": "S"}
LOG: dict[str, Declared] = {"level": ("DEBUG", "INFO", "WARN", "ERROR"), "message": "S"}

"""What users, agents, browsers and the support desk do on the agent platform."""

from collections.abc import Mapping
from typing import Any

import pytest

from stacks.miyabi_lambda.model import AGENTS, API, ENTITY_EVENTS, SUPPORT, WEBSOCKET_HANDLER
from tests.stacks.stage import Cast, Stage, Story

NOW = {"CreatedAt": "2026-11-19T10:00:00Z", "UpdatedAt": "2026-11-19T10:00:00Z"}
MEBIBYTE = 1024 * 1024


def of(part: str, **data: Any) -> Mapping[str, Any]:
    """Return what one item of a transaction holds."""
    return {f"{part}_Data": data, **{f"{part}_{name}": time for name, time in NOW.items()}}


def sign_up(api: Any, user: str, organization: str) -> None:
    """Create an organization with its first user, who connects a repository."""
    settings = {"allowedAgents": ["codegen"], "maxConcurrentExecutions": 2}
    api.save_organization(orgId=organization, Data={"name": "Acme", "plan": "team", "settings": settings}, **NOW)
    api.create_user(
        userId=user, orgId=organization, **of("user", name="Ann", orgRole="owner"), **of("org_member", userId=user, role="owner")
    )
    connect(api, user, organization)


def connect(api: Any, user: str, organization: str) -> None:
    data = {"owner": "acme", "name": "site", "defaultBranch": "main", "isPrivate": True}
    api.save_repository(
        userId=user, orgId=organization, repoId=f"repo-{user}", **of("repository", **data), **of("repository_by_id", **data)
    )


def a_user_signs_up_and_connects_a_repository(cast: Cast) -> None:
    api = cast.client(API)

    # Ann signs up with GitHub. Her browser calls back twice: the second time everything is there already.
    sign_up(api, "ann-1", "acme-1")
    with cast.refused() as error:
        api.create_user(
            userId="ann-1", orgId="acme-1", **of("user", name="Ann"), **of("org_member", userId="ann-1", role="owner")
        )
    assert error.value.parts == (0, 1)
    assert api.user_record(userId="ann-1")["Data"]["name"] == "Ann"

    # Her page shows her repositories; her organization's page its plan, members, users and repositories.
    assert [one["repoId"] for one in api.user_repositories(userId="ann-1")] == ["repo-ann-1"]
    assert api.repository_by_id(repoId="repo-ann-1")["Data"]["owner"] == "acme"
    assert api.organization(orgId="acme-1")["Data"]["plan"] == "team"
    assert [one["Data"]["role"] for one in api.organization_members(orgId="acme-1")] == ["owner"]
    assert [one["userId"] for one in api.organization_users(orgId="acme-1")] == ["ann-1"]
    assert [one["repoId"] for one in api.organization_repositories(orgId="acme-1")] == ["repo-ann-1"]

    # She writes to the platform on LINE; the newest message comes first.
    for minute, text in enumerate(("hello", "deploy the site", "thanks")):
        message = {"direction": "incoming", "messageType": "text", "text": text}
        api.keep_line_message(
            userId="ann-1", timestamp=f"2026-11-19T10:0{minute}:00Z", messageId=f"m{minute}", Data=message, **NOW
        )
    newest_first = [one["Data"]["text"] for one in api.user_line_messages(userId="ann-1")]
    assert newest_first == ["thanks", "deploy the site", "hello"]

    # What all agents of the platform are busy with is none of the API's business.
    with cast.denied():
        list(cast.client(AGENTS, under=API).executions_by_status(status="running"))


def a_users_token_is_kept_in_a_secret_of_its_own(cast: Cast) -> None:
    api, agents = (cast.service("secretsmanager", consumer) for consumer in (API, AGENTS))
    shared = cast.physical_name("miyabi-lambda/access-tokens")
    key, secret = f"alias/{cast.physical_name('miyabi-lambda-key')}", f"{shared}/eve-1"

    # Eve signs in with GitHub: her token gets a secret, and her record a reference to it.
    kept = api.create_secret(Name=secret, KmsKeyId=key, SecretString="token of Monday")
    cast.client(API).create_user(
        userId="eve-1", orgId="acme-1", **of("user", accessToken=kept["ARN"]), **of("org_member", userId="eve-1")
    )

    # She signs in again, with a new token. An agent that works for her finds it.
    api.put_secret_value(SecretId=secret, SecretString="token of Tuesday")
    reference = cast.client(AGENTS).user_record(userId="eve-1")["Data"]["accessToken"]
    assert agents.get_secret_value(SecretId=reference)["SecretString"] == "token of Tuesday"
    assert api.get_secret_value(SecretId=secret)["SecretString"] == "token of Tuesday"

    # Agents change no tokens; the API makes no secrets elsewhere, and deletes none.
    with cast.denied():
        agents.put_secret_value(SecretId=secret, SecretString="an agent's")
    with cast.denied():
        api.create_secret(Name=f"{shared}-too/eve-1", KmsKeyId=key, SecretString="elsewhere")
    with cast.denied():
        api.delete_secret(SecretId=secret)


def an_execution_fails_and_its_task_is_retried(cast: Cast) -> None:
    api, agents = cast.client(API), cast.client(AGENTS)
    sign_up(api, "bob-2", "acme-2")

    # Bob asks for two tasks; the second one waits for the first.
    def save_task(by: Any, task: str, status: str, retries: int) -> None:
        data = {
            "name": task,
            "priority": "P1",
            "status": status,
            "retryCount": retries,
            "maxRetries": 3,
            "repositoryId": "repo-bob-2",
        }
        by.save_task(userId="bob-2", taskId=task, status=status, timestamp="2026-11-19T10:00:00Z", Data=data, **NOW)

    save_task(api, "build-2", "queued-2", 0)
    save_task(api, "deploy-2", "waiting-2", 0)
    dependency = {"Data": {"dependencyType": "blocks", "required": True}, "CreatedAt": NOW["CreatedAt"]}
    api.let_task_wait_for_another(taskId="deploy-2", dependencyTaskId="build-2", **dependency)

    # An agent takes the queued task, looks up whose it is and where, and what the plan allows.
    (task,) = agents.tasks_by_status(status="queued-2")
    assert list(agents.task_dependencies(taskId=task["taskId"])) == []
    assert agents.user_record(userId=task["userId"])["orgId"] == "acme-2"
    assert agents.repository_by_id(repoId=task["Data"]["repositoryId"])["userId"] == "bob-2"
    assert agents.organization(orgId="acme-2")["Data"]["settings"]["maxConcurrentExecutions"] == 2

    # It writes down how it will work, and works. Logs arrive.
    plan = {"name": "build", "dagDefinition": {"nodes": ["test", "pack"], "edges": []}, "isActive": True}
    agents.save_workflow(repoId="repo-bob-2", workflowId="build", Data=plan, **NOW)
    assert agents.workflow(repoId="repo-bob-2", workflowId="build")["Data"]["isActive"] is True
    assert [one["workflowId"] for one in agents.repository_workflows(repoId="repo-bob-2")] == ["build"]

    def save_execution(execution: str, minute: int, status: str) -> None:
        data = {"agentType": "codegen-2", "status": status}
        agents.save_execution(
            repoId="repo-bob-2",
            execId=execution,
            timestamp=f"2026-11-19T10:{minute:02}:00Z",
            status=f"{status}-2",
            agentType="codegen-2",
            **of("agent_execution", **data),
            **of("agent_execution_by_id", **data),
        )

    save_execution("run-2a", 1, "running")
    for line, text in enumerate(("cloning", "out of memory")):
        log = {"Data": {"level": "INFO", "message": text}, "CreatedAt": NOW["CreatedAt"]}
        agents.log_line_of_execution(execId="run-2a", timestamp=f"2026-11-19T10:01:0{line}Z", logId=str(line), **log)

    # The execution fails, and keeps what it has so far: more than an item can hold.
    save_execution("run-2a", 1, "failed")
    agents.keep_execution_result(execution_result=[{"execId": "run-2a", "Body": b"x" * MEBIBYTE, **NOW}])
    assert [one["execId"] for one in agents.executions_by_status(status="failed-2")] == ["run-2a"]
    assert list(agents.executions_by_status(status="running-2")) == []

    # The task is retried. The second execution completes; its result is shorter, and what the first left behind is removed.
    save_task(agents, "build-2", "queued-2", 1)
    save_execution("run-2b", 5, "completed")
    save_task(agents, "build-2", "completed-2", 1)
    agents.keep_execution_result(execution_result=[{"execId": "run-2a", "Body": b"short", **NOW}])
    for chunk in cast.package.leftovers(list(agents.execution_result_chunks(execId="run-2a"))):
        agents.remove_leftover_chunk(execId="run-2a", Chunk=chunk["Chunk"], Checksum=chunk["Checksum"])
    assert len(list(agents.execution_result_chunks(execId="run-2a"))) == 1
    assert agents.execution_result(execId="run-2a")["Body"] == b"short"
    assert [one["execId"] for one in agents.executions_by_agent_type(agentType="codegen-2")] == ["run-2b", "run-2a"]
    assert agents.execution(execId="run-2b")["Data"]["status"] == "completed"
    assert [one["Data"]["message"] for one in agents.execution_log(execId="run-2a")] == ["cloning", "out of memory"]

    # The organization's admin looks: what ran, why the first one failed, what came of the tasks.
    assert [one["status"] for one in api.repository_executions(repoId="repo-bob-2")] == ["completed-2", "failed-2"]
    assert api.execution(execId="run-2a")["Data"]["status"] == "failed"
    assert [one["Data"]["message"] for one in api.execution_log(execId="run-2a")][-1] == "out of memory"
    assert api.execution_result(execId="run-2a")["Body"] == b"short"
    assert {one["taskId"]: one["Data"]["retryCount"] for one in api.user_tasks(userId="bob-2")} == {"build-2": 1, "deploy-2": 0}
    assert [one["dependencyTaskId"] for one in api.task_dependencies(taskId="deploy-2")] == ["build-2"]
    assert [one["workflowId"] for one in api.repository_workflows(repoId="repo-bob-2")] == ["build"]
    assert api.workflow(repoId="repo-bob-2", workflowId="build")["Data"]["name"] == "build"

    # Agents work for organizations; they change none, and see none of its members.
    with cast.denied():
        cast.client(API, under=AGENTS).save_organization(orgId="acme-2", Data={"plan": "enterprise"}, **NOW)
    with cast.denied():
        list(cast.client(API, under=AGENTS).organization_members(orgId="acme-2"))


def a_browser_connects_listens_and_leaves(cast: Cast) -> None:
    handler = cast.client(WEBSOCKET_HANDLER)
    connection = {"connectedAt": "2026-11-19T10:00:00Z", "clientIp": "198.51.100.7"}

    # Two tabs of one user are open; what is pushed goes to both.
    for tab in ("tab-3a", "tab-3b"):
        handler.open_connection(
            connectionId=tab,
            userId="cid-3",
            **{f"{part}_Data": connection for part in ("websocket", "websocket_of_user")},
            **{f"{part}_CreatedAt": NOW["CreatedAt"] for part in ("websocket", "websocket_of_user")},
        )
    assert [one["connectionId"] for one in handler.user_connections(userId="cid-3")] == ["tab-3a", "tab-3b"]
    assert handler.websocket_connection(connectionId="tab-3a")["userId"] == "cid-3"

    # One is closed.
    handler.close_connection(connectionId="tab-3a", userId="cid-3")
    assert [one["connectionId"] for one in handler.user_connections(userId="cid-3")] == ["tab-3b"]
    assert handler.websocket_connection(connectionId="tab-3a") is None

    # A health check opens a connection that belongs to no list, and closes it.
    handler.open_websocket_connection(connectionId="probe-3", userId="probe", Data=connection, CreatedAt=NOW["CreatedAt"])
    handler.close_websocket_connection(connectionId="probe-3")
    assert handler.websocket_connection(connectionId="probe-3") is None

    # The handler knows connections, not who the user is.
    with cast.denied():
        cast.client(API, under=WEBSOCKET_HANDLER).user_record(userId="cid-3")


def changes_become_events(cast: Cast) -> None:
    changes = cast.changes()

    sign_up(cast.client(API), "dan-4", "acme-4")  # an organization, a user, a member, a repository and its reverse lookup
    assert cast.deliver(changes).effects["entity_events"]["events to EventBridge"] == 5

    with cast.denied():  # the function gets changes from the stream; it reads no items
        cast.client(API, under=ENTITY_EVENTS).user_record(userId="dan-4")


def support_finds_out_whether_a_change_was_told(cast: Cast) -> None:
    api, support, changes = cast.client(API), cast.client(SUPPORT), cast.changes()
    api.save_organization(orgId="acme-5", Data={"name": "Acme", "plan": "free"}, **NOW)
    ((_, change),) = cast.deliver(changes).records["entity_events"]

    # "We were not told that Acme joined." The change's id is in the stream's record, and in the event.
    assert support.whether_event_was_sent(eventId=change["eventID"])["Status"] == "DONE"
    assert support.whether_event_was_sent(eventId="unknown") is None

    with cast.denied():  # support sees what was told, not what is in it
        cast.client(API, under=SUPPORT).organization(orgId="acme-5")


STORIES = (
    a_user_signs_up_and_connects_a_repository,
    a_users_token_is_kept_in_a_secret_of_its_own,
    an_execution_fails_and_its_task_is_retried,
    a_browser_connects_listens_and_leaves,
    changes_become_events,
    support_finds_out_whether_a_change_was_told,
)


@pytest.mark.parametrize("story", STORIES)
def test_story(stage: Stage, story: Story) -> None:
    stage.play(story)

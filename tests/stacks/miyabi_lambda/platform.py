"""The agent platform in PostgreSQL: tables, rows, and ongoing changes."""

import random
import threading
from typing import Any

import psycopg

TABLES = """
CREATE TABLE organizations (id text PRIMARY KEY, name text NOT NULL, github_org_id bigint, plan text, billing_email text,
  settings jsonb, created_at timestamptz NOT NULL DEFAULT now(), updated_at timestamptz NOT NULL DEFAULT now());
CREATE TABLE users (id uuid PRIMARY KEY, org_id text NOT NULL, github_id bigint, email text, name text, avatar_url text,
  access_token_secret text, org_role text, created_at timestamptz NOT NULL DEFAULT now(), updated_at timestamptz NOT NULL DEFAULT now());
CREATE TABLE org_members (org_id text, user_id uuid, role text, permissions text[], joined_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(), PRIMARY KEY (org_id, user_id));
CREATE TABLE repositories (id uuid PRIMARY KEY, user_id uuid NOT NULL, org_id text NOT NULL, github_repo_id bigint, owner text,
  name text, full_name text, default_branch text, is_private boolean, created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now());
CREATE TABLE agent_executions (id uuid PRIMARY KEY, repo_id uuid NOT NULL, agent_type text NOT NULL, status text NOT NULL,
  issue_number int, started_at timestamptz NOT NULL DEFAULT now(), completed_at timestamptz, result_summary text,
  quality_score numeric(5, 2), pr_number int, created_at timestamptz NOT NULL DEFAULT now(), updated_at timestamptz NOT NULL DEFAULT now());
CREATE TABLE workflows (id uuid PRIMARY KEY, repo_id uuid NOT NULL, name text, description text, dag_definition jsonb,
  is_active boolean, created_at timestamptz NOT NULL DEFAULT now(), updated_at timestamptz NOT NULL DEFAULT now());
CREATE TABLE tasks (id uuid PRIMARY KEY, user_id uuid NOT NULL, repo_id uuid, name text, description text, priority text,
  status text NOT NULL, agent_type text, issue_number int, retry_count int, max_retries int, metadata jsonb,
  created_at timestamptz NOT NULL DEFAULT now(), updated_at timestamptz NOT NULL DEFAULT now());
CREATE TABLE task_dependencies (task_id uuid, depends_on uuid, kind text, required boolean,
  created_at timestamptz NOT NULL DEFAULT now(), PRIMARY KEY (task_id, depends_on));
CREATE TABLE line_messages (id uuid PRIMARY KEY, user_id uuid NOT NULL, line_user_id text, direction text, message_type text,
  body text, sent_at timestamptz NOT NULL DEFAULT now(), updated_at timestamptz NOT NULL DEFAULT now());
CREATE TABLE execution_logs (id uuid PRIMARY KEY, execution_id uuid NOT NULL, level text, message text,
  logged_at timestamptz NOT NULL DEFAULT now());
ALTER TABLE users REPLICA IDENTITY FULL;
ALTER TABLE repositories REPLICA IDENTITY FULL;
ALTER TABLE agent_executions REPLICA IDENTITY FULL;
ALTER TABLE workflows REPLICA IDENTITY FULL;
ALTER TABLE tasks REPLICA IDENTITY FULL;
ALTER TABLE line_messages REPLICA IDENTITY FULL;
ALTER TABLE execution_logs REPLICA IDENTITY FULL;
CREATE FUNCTION id(kind text, n int) RETURNS uuid IMMUTABLE LANGUAGE sql AS $$ SELECT md5(kind || n)::uuid $$;
"""

ROWS = {  # of a thousand, each with what makes them: n counts from 1, {org} to {exec} are how many there are
    "organizations": (5, "SELECT 'o' || n, 'Org ' || n, n, 'pro', 'a@b.c', '{{\"allowedAgents\": [\"x\"]}}'"),
    "users": (45, "SELECT id('u', n), 'o' || 1 + n % {org}, n, 'u@x', 'User ' || n, NULL, 'arn:secret', 'member'"),
    "org_members": (45, "SELECT 'o' || 1 + n % {org}, id('u', n), 'member', '{{read,write}}'"),
    "repositories": (
        55,
        "SELECT id('r', n), id('u', 1 + n % {user}), 'o' || 1 + n % {org}, n, 'me', 'r' || n, 'me/r' || n, 'main', n % 2 = 0",
    ),
    "agent_executions": (
        200,
        "SELECT id('e', n), id('r', 1 + n % {repo}), 'coder', 'running', n, now() - n * interval '1 ms', NULL, 'Ünïcode ' || n, 99.50",
    ),
    "workflows": (20, "SELECT id('w', n), id('r', 1 + n % {repo}), 'flow', NULL, '{{\"nodes\": [1, 2.5], \"edges\": []}}', true"),
    "tasks": (
        300,
        "SELECT id('t', n), id('u', 1 + n % {user}), id('r', 1 + n % {repo}), 'Task ' || n, 'what to do', 'P1', 'pending', "
        "'coder', n, 0, 3, '{{\"a\": {{\"b\": [true, null]}}}}'",
    ),
    "task_dependencies": (60, "SELECT id('t', n), id('t', n + 1), 'blocks', true"),
    "line_messages": (100, "SELECT id('m', n), id('u', 1 + n % {user}), 'U' || n, 'incoming', 'text', 'hello ' || n"),
    "execution_logs": (170, "SELECT id('l', n), id('e', 1 + n % {exec}), 'INFO', 'line ' || n"),
}
ITEMS = {"repositories": 2, "agent_executions": 2}
"""Items of a row; one for all others."""

CHANGES = (
    "UPDATE tasks SET status = 'done', retry_count = retry_count + 1, updated_at = now() WHERE id = id('t', {n})",
    "UPDATE tasks SET user_id = id('u', {m}), updated_at = now() WHERE id = id('t', {n})",
    "DELETE FROM tasks WHERE id = id('t', {n})",
    "INSERT INTO tasks (id, user_id, status, name) VALUES (gen_random_uuid(), id('u', {m}), 'new', 'written meanwhile')",
    "UPDATE agent_executions SET status = 'completed', completed_at = now(), updated_at = now() WHERE id = id('e', {n})",
    "UPDATE agent_executions SET started_at = now(), updated_at = now() WHERE id = id('e', {n})",
    "UPDATE repositories SET user_id = id('u', {m}), updated_at = now() WHERE id = id('r', {n})",
    "DELETE FROM repositories WHERE id = id('r', {n})",
    "INSERT INTO execution_logs (id, execution_id, level, message) VALUES (gen_random_uuid(), id('e', {n}), 'WARN', 'late')",
    "UPDATE users SET email = 'new@x', updated_at = now() WHERE id = id('u', {m})",
    "DELETE FROM line_messages WHERE id = id('m', {n})",
    "BEGIN; DELETE FROM users WHERE id = id('u', {m}); ROLLBACK",
)


def fill(url: str, rows: int) -> None:
    """Make the tables and about so many rows."""
    counts = {table: max(1, rows * share // 1000) for table, (share, _) in ROWS.items()}
    known = {"org": "organizations", "user": "users", "repo": "repositories", "exec": "agent_executions"}
    numbers = {name: counts[table] for name, table in known.items()}
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(TABLES)
        for table, (_, made) in ROWS.items():
            columns = connection.execute(f"SELECT * FROM {table} LIMIT 0").description or []  # noqa: S608
            named = ", ".join(column.name for column in columns[: _length(made)])
            select = made.format(**numbers)
            connection.execute(f"INSERT INTO {table} ({named}) {select} FROM generate_series(1, {counts[table]}) n")


def _length(select: str) -> int:
    """Return how many values a SELECT has: commas outside of brackets and quotes."""
    depth, quoted, count = 0, False, 1
    for letter in select:
        quoted ^= letter == "'"
        depth += 0 if quoted else (letter in "({[") - (letter in ")}]")
        count += letter == "," and not quoted and depth == 0
    return count


def expected_items(url: str) -> int:
    """Return how many items the rows make, counted by the server."""
    with psycopg.connect(url) as connection:
        counts = {table: connection.execute(f"SELECT count(*) FROM {table}").fetchone() for table in ROWS}  # noqa: S608
    return sum(ITEMS.get(table, 1) * count[0] for table, count in counts.items() if count)


class Writer(threading.Thread):
    """Changes random rows at a rate until it is stopped."""

    def __init__(self, url: str, a_second: float, rows: int) -> None:
        super().__init__()
        self.done = 0
        self._url, self._a_second, self._rows = url, a_second, rows
        self._stopped = threading.Event()
        self._random = random.Random(19)

    def run(self) -> None:
        import time

        began = time.monotonic()
        with psycopg.connect(self._url, autocommit=True) as connection:
            while not self._stopped.wait(max(0.0, began + self.done / self._a_second - time.monotonic())):
                change: Any = self._random.choice(CHANGES)
                connection.execute(
                    change.format(n=self._random.randint(1, self._rows // 5), m=self._random.randint(1, self._rows // 25))
                )
                self.done += 1

    def stop(self) -> None:
        self._stopped.set()
        self.join()

"""Whatever is broken shows before Terraform runs: one line, the fix, status 2."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

MISTAKES = {
    "a wrong attribute name in a module": (
        "modules/table.py",
        "hash_key=model.partition_key.name",
        "hash_kye=model.partition_key.name",
        "aws_dynamodb_table 'Table': unknown attribute 'hash_kye'; did you mean 'hash_key'?",
    ),
    "an index dropped from the model": (
        "stacks/ai_chef/model.py",
        'indexes=[Index("sessionId-index", Key("sessionId"))],',
        "",
        "error: ai_chef/ai-chef-results: entity 'RESULT' gives 'sessionId', which is no key of the table or an index",
    ),
    "a pattern that no index serves": (
        "stacks/ai_chef/model.py",
        'index="sessionId-index", sessionId="{sessionId}"',
        'index="sessionId-index", createdAt="{createdAt}"',
        "error: ai_chef/ai-chef-results: pattern PA7 asks index 'sessionId-index' by createdAt, but its key is sessionId",
    ),
    "a typo in a setting": (
        "environments/production.yaml",
        "tags:",
        "tabel: {deletion_protection: false}\ntags:",
        "tabel: unknown setting; did you mean 'table'?",
    ),
    "an expression of Terraform in a setting": (
        "environments/production.yaml",
        "CostCenter: production",
        "CostCenter: \"${file('secrets')}\"",
        "tags.CostCenter:",
    ),
    "a consumer that is no list": (
        "stacks/ai_chef/model.py",
        'Get("PA1", "a session", sessionId="{sessionId}", used_by=[APPLICATION])',
        'Get("PA1", "a session", sessionId="{sessionId}", used_by=APPLICATION)',
        "TypeError: pattern PA1: used_by is Consumer Consumer(name='application', ",
    ),
    "a table that the stack forgets": (
        "stacks/ai_chef/stack.py",
        "model.RESULTS, key",
        "model.SESSIONS, key",
        "error: ai_chef/ai-chef-sessions: the stack builds this table 2 times; give it one self.table(...)",
    ),
    "a grant that no pattern asks for": (
        "stacks/ai_chef/stack.py",
        "grant(application, model.APPLICATION, sessions)",
        "grant(application, model.PARTNER, sessions)",
        "error: no pattern of ai-chef-sessions is used by 'partner': name it in used_by, or drop the grant",
    ),
    "a stack of another name": (
        "stacks/ai_chef/stack.py",
        "class AiChefStack",
        "class ChefStack",
        "error: stacks/ai_chef/stack.py must have AiChefStack, since environments/systems.py names the system: add it",
    ),
    "a parenthesis that stays open": (
        "stacks/ai_chef/model.py",
        "APPLICATION = Consumer(",
        "APPLICATION = Consumer((",
        "error: stacks/ai_chef/model.py:",
    ),
    "a second construct of the same id": (
        "stacks/ai_chef/stack.py",
        'self.table("Results"',
        'self.table("Sessions"',
        "There is already a Construct with name 'Sessions'",
    ),
}


@pytest.mark.parametrize("name", MISTAKES)
def test_a_mistake_is_said_in_one_line_without_a_traceback(name: str, project_root: Path, tmp_path: Path) -> None:
    file, right, wrong, said = MISTAKES[name]
    project = tmp_path / "project"
    for part in ("environments", "imports", "modules", "policy", "stacks"):
        shutil.copytree(project_root / part, project / part, ignore=shutil.ignore_patterns("__pycache__"))
    for part in ("main.py", "errors.py"):
        shutil.copy(project_root / part, project / part)
    text = (project / file).read_text()
    assert right in text
    (project / file).write_text(text.replace(right, wrong))
    environ = {**os.environ, "DYNAWRIGHT_ENV": "production", "DYNAWRIGHT_SYSTEM": "ai_chef"}
    done = subprocess.run([sys.executable, "main.py"], cwd=project, env=environ, capture_output=True, text=True, check=False)
    assert done.returncode == 2, done.stderr
    assert said in done.stderr
    assert "Traceback" not in done.stderr
    assert all(line.startswith("error: ") for line in done.stderr.splitlines())
    assert list(project.rglob("cdk.tf.json")) == []

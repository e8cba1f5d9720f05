"""Plan, review and apply accept dated exceptions of adopted tables, and refuse expired ones."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from datetime import timedelta
from pathlib import Path

from dynawright.deploy.provider_process import ProviderProcess, installed
from dynawright.emulator import lookups
from dynawright.emulator.emulator import Emulator
from dynawright.rules.exceptions import today
from dynawright.settings import load_named
from tests.applications import inside
from tests.ops.adopt.conftest import SYSTEM, application_in
from tests.ops.adopt.odd_tables import ACCOUNT, TABLES

IDENTITY = ("-c", "user.name=test", "-c", "user.email=test@example.com", "-c", "core.hooksPath=/dev/null")
CHOSEN = ("provisioned", "recovery-off", "scaled-with-indexes")


def test_the_first_plan_imports_the_second_adds_and_exceptions_end(needs_terraform: None, tmp_path: Path) -> None:
    folder = application_in(tmp_path / "application")
    for git in (("init", "-q", "-b", "main"), ("add", "-A"), (*IDENTITY, "commit", "-qm", "first")):
        subprocess.run(["git", *git], cwd=folder, check=True, capture_output=True)
    with Emulator(ACCOUNT) as emulator:
        for table in TABLES:
            if table.name in CHOSEN:
                table.make(emulator)

        running: dict[str, str] = {}

        def dynawright(*words: str, answer: str = "") -> subprocess.CompletedProcess[str]:
            chosen = {"DYNAWRIGHT_ENV": "local", "AWS_ENDPOINT_URL": emulator.endpoint_url}
            chosen |= {} if words[0] == "adopt" else {"DYNAWRIGHT_SYSTEM": SYSTEM}
            command = [sys.executable, "-m", "dynawright", *words]
            environ = {**os.environ, **chosen, **running}
            return subprocess.run(command, cwd=folder, env=environ, input=answer, capture_output=True, text=True, check=False)

        adopted = dynawright("adopt", "--all", "--system", SYSTEM, "--json")
        assert adopted.returncode == 0, adopted.stderr
        rules = {exception["rule"] for exception in json.loads(adopted.stdout)["exceptions"]}
        assert "tables-can-be-restored" in rules

        reviewed = dynawright("review", "--base", "HEAD")
        assert reviewed.returncode == 0, reviewed.stdout + reviewed.stderr
        page = (folder / "review.md").read_text()
        assert all(f"`{rule}`" in page for rule in rules)
        assert page.count("as it was when it was adopted on") >= len(rules)
        stack = folder / "cdktf.out" / "stacks" / f"{SYSTEM}-local"
        program = installed(stack)
        assert program
        provider = ProviderProcess(program, emulator.environ, stack)
        running |= provider.environ  # else each command starts one, which takes most of its time
        applied = dynawright("apply", answer="yes\n")
        assert applied.returncode == 0, applied.stdout + applied.stderr
        assert re.search(r"Plan: \d+ to import, 0 to add, 0 to change, 0 to destroy", applied.stdout), applied.stdout
        (folder / "stacks" / SYSTEM / "imports" / "local.json").unlink()

        with inside(folder):
            lookups.provide(emulator, load_named("local"))  # alarms publish to the foundation's topic
        source = folder / "stacks" / SYSTEM / "stack.py"
        source.write_text(source.read_text().replace("# self.watch(", "self.watch("))
        more = dynawright("plan")
        assert more.returncode == 0, more.stdout + more.stderr
        assert re.search(r"[1-9]\d* to add, 0 to change, 0 to destroy", more.stdout), more.stdout

        settings = folder / "environments" / "local.yaml"
        yesterday = today() - timedelta(days=1)
        settings.write_text(re.sub(r'expires: "?\d{4}-\d\d-\d\d"?', f"expires: {yesterday}", settings.read_text()))
        for command, answer in (("apply", "yes\n"), ("review", "")):
            late = dynawright(command, *(["--base", "HEAD"] if command == "review" else []), answer=answer)
            assert late.returncode == 1, late.stdout + late.stderr
        assert f"❌ expired {yesterday}" in (folder / "review.md").read_text()

"""`python -m dynawright.guard <plan> [--environment production] [--system shop] [--markdown out.md]`: 1 if anything is refused."""

from __future__ import annotations

import argparse
from pathlib import Path

from dynawright.errors import run
from dynawright.guard import plan, report
from dynawright.guard.guard import judge
from dynawright.settings import Approval, load_named


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m dynawright.guard", description="Refuses plans that destroy data or service.")
    parser.add_argument("plan", type=Path, help="a saved plan, or the JSON of `terraform show -json`")
    parser.add_argument("--environment", help="whose approvals count; none without it")
    parser.add_argument("--system", help="only the approvals of this system")
    parser.add_argument("--markdown", type=Path, help="also write it as Markdown to this file")
    arguments = parser.parse_args()

    verdict = judge(plan.read(arguments.plan), _approvals(arguments.environment, arguments.system))
    print(report.text(verdict))
    if arguments.markdown:
        arguments.markdown.parent.mkdir(parents=True, exist_ok=True)
        arguments.markdown.write_text(report.markdown(verdict, arguments.system or "<system>"), encoding="utf-8")
    return 1 if verdict.refused else 0


def _approvals(environment: str | None, system: str | None) -> list[Approval]:
    if environment is None:
        return []
    return [one for one in load_named(environment).approvals if system in (None, one.system)]


if __name__ == "__main__":
    run(main)

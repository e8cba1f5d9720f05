"""The stories of all systems: every consumer has one, denials show, each statement is used."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from pathlib import Path

import pytest

from dynawright.iam.evaluator import RoleSession
from dynawright.model import Consumer
from dynawright.systems import systems as all_systems
from tests.access.synthesized import loaded
from tests.applications import ROOT
from tests.stacks.stage import Stage, Story, session_name
from tests.stacks.statements import asked_by, fails_a_story, fails_the_matrix, statements

HERE = Path(__file__).parent
TOLD = [system.name for system in all_systems() if (HERE / system.name / "test_journeys.py").exists()]


def stories_of(system: str) -> tuple[Story, ...]:
    stories: tuple[Story, ...] = import_module(f"tests.stacks.{system}.test_journeys").STORIES
    return stories


@pytest.fixture(params=TOLD)
def told(request: pytest.FixtureRequest, stages: Callable[[str], Stage]) -> Stage:
    """Return the stage of a system on which all its stories have been played."""
    stage = stages(request.param)
    for story in stories_of(request.param):
        stage.play(story)
    return stage


def test_every_consumer_acts_in_a_story(told: Stage) -> None:
    roles = {call.principal.role_arn.rpartition("/")[2] for call in told.calls if isinstance(call.principal, RoleSession)}

    def acts(consumer: Consumer) -> bool:
        own = told.environment.physical_name(f"{told.system.name.replace('_', '-')}-{consumer.name}")
        return not {own, consumer.name}.isdisjoint(roles)

    assert [consumer.name for consumer in told.system.consumers if not acts(consumer)] == []


def test_every_story_shows_what_is_denied(told: Stage) -> None:
    denied = {call.principal.session_name for call in told.calls if isinstance(call.principal, RoleSession) and not call.allowed}
    assert [story.__name__ for story in stories_of(told.system.name) if session_name(story) not in denied] == []


def test_a_policy_without_any_one_of_its_statements_fails_a_story_or_the_matrix(told: Stage) -> None:
    workspace = told.applied.workspace
    stack = loaded(workspace.environment, told.system.name, workspace.outdir, ROOT / "stacks")
    every = list(statements(stack, told.system))
    questions = {role: asked_by(told.calls, role) for role in {statement.role for statement in every}}
    silent = [statement for statement in every if not fails_a_story(statement, questions[statement.role])]
    assert len(silent) < len(every) / 2
    assert [str(one) for one in silent if not fails_the_matrix(one, stack, told.system)] == []

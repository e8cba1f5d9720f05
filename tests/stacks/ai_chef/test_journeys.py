"""What cooks and a partner do with sessions and results."""

import pytest

from stacks.ai_chef.model import APPLICATION, PARTNER
from tests.stacks.stage import Cast, Stage, Story


def a_cook_starts_a_session_and_gets_recipes(cast: Cast) -> None:
    application = cast.client(APPLICATION)

    # A cook opens the application: it starts a session, which a second tab must not start again.
    started = {"sessionId": "cook-1", "userId": "ann", "createdAt": "2026-11-19T10:00:00Z", "updatedAt": "2026-11-19T10:00:00Z"}
    application.create_session(**started, sessionStatus="started")
    with cast.refused():
        application.create_session(**started, sessionStatus="started again")
    assert application.session(sessionId="cook-1")["sessionStatus"] == "started"

    # The chef suggests a menu, then a recipe; the session shows both.
    about = {"sessionId": "cook-1", "createdAt": "2026-11-19T10:01:00Z"}
    application.save_result(**about, resultId="menu-1", resultType="menu", content={"dishes": ["soup", "cake"]})
    application.save_result(**about, resultId="recipe-1", resultType="recipe", content={"minutes": 40})
    assert {one["resultId"] for one in application.results_of_session(sessionId="cook-1")} == {"menu-1", "recipe-1"}
    assert application.result(resultId="recipe-1")["content"] == {"minutes": 40}

    # The cook is done and signs out; a request that comes late does not bring the session back.
    application.update_session(sessionId="cook-1", sessionStatus="completed", updatedAt="2026-11-19T11:00:00Z")
    assert application.session(sessionId="cook-1")["sessionStatus"] == "completed"
    application.delete_session(sessionId="cook-1")
    with cast.refused():
        application.update_session(sessionId="cook-1", sessionStatus="started", updatedAt="2026-11-19T11:00:01Z")
    assert application.session(sessionId="cook-1") is None

    # Results stay: the application may not delete them.
    with cast.denied():
        cast.caller(APPLICATION).delete_item(TableName=cast.table("ai-chef-results"), Key={"resultId": {"S": "menu-1"}})


def a_partner_saves_a_result_that_the_cook_sees(cast: Cast) -> None:
    partner, application = cast.client(PARTNER), cast.client(APPLICATION)
    result = {"sessionId": "cook-2", "resultType": "wine", "content": {"name": "Riesling"}, "createdAt": "2026-11-19T10:00:00Z"}

    partner.save_result(resultId="wine-1", **result)
    assert partner.result(resultId="wine-1")["content"] == {"name": "Riesling"}
    assert [one["resultId"] for one in application.results_of_session(sessionId="cook-2")] == ["wine-1"]

    # The partner learns neither what else a session has nor who cooks.
    with cast.denied():
        list(cast.client(APPLICATION, under=PARTNER).results_of_session(sessionId="cook-2"))
    with cast.denied():
        cast.client(APPLICATION, under=PARTNER).session(sessionId="cook-2")


STORIES = (a_cook_starts_a_session_and_gets_recipes, a_partner_saves_a_result_that_the_cook_sees)


@pytest.mark.parametrize("story", STORIES)
def test_story(stage: Stage, story: Story) -> None:
    stage.play(story)

"""What admins, services, tenants and analysts do with flags."""

import json
from collections.abc import Mapping
from typing import Any

import pytest

from stacks.feature_flags.model import ADMIN, ANALYTICS, EVALUATOR, FLAG_AUDIT, TENANT
from tests.clients.dax_node import node
from tests.stacks.stage import Cast, Stage, Story


def flag(key: str, environment: str, **different: Any) -> Mapping[str, Any]:
    """Return a new flag as an admin's form sends it."""
    return {
        "flagKey": key,
        "environment": environment,
        "description": f"whether {key} is shown",
        "defaultEnabled": False,
        "owner": "team-search",
        "createdAt": "2026-11-19T10:00:00Z",
        "updatedAt": "2026-11-19T10:00:00Z",
        "updatedBy": "ann",
        "version": 1,
        "expectedVersion": 0,
        **different,
    }


def two_admins_change_a_flag_at_once(cast: Cast) -> None:
    ann, bob = cast.client(ADMIN), cast.client(ADMIN)

    # Ann creates a flag and finds it in both lists.
    ann.save_flag(**flag("search", "one", tags={"beta"}))
    assert [one["flagKey"] for one in ann.flags(environment="one")] == ["search"]
    assert [one["flagKey"] for one in ann.owner_flags(environment="one", owner="team-search")] == ["search"]

    # Both open it and see version 1. Ann is faster: what Bob saves would undo her change, and is refused.
    seen = [admin.whole_flag(environment="one", flagKey="search")["version"] for admin in (ann, bob)]
    assert seen == [1, 1]
    ann.save_flag(**flag("search", "one", rolloutPercentage=10, version=2, expectedVersion=1))
    with cast.refused():
        bob.save_flag(**flag("search", "one", defaultEnabled=True, updatedBy="bob", version=2, expectedVersion=1))

    # Bob looks again, and saves his change upon hers.
    current = bob.whole_flag(environment="one", flagKey="search")
    assert (current["version"], current["rolloutPercentage"], current["updatedBy"]) == (2, 10, "ann")
    changed = flag("search", "one", rolloutPercentage=10, defaultEnabled=True, updatedBy="bob", version=3, expectedVersion=2)
    bob.save_flag(**changed)
    assert bob.whole_flag(environment="one", flagKey="search")["defaultEnabled"] is True

    # Admins own flags. A tenant's overrides are the tenant's.
    assert list(ann.tenant_flags(tenantId="blue-1")) == []
    with cast.denied():
        override = {"environment": "one", "flagKey": "search", "enabled": True, "updatedAt": "now", "updatedBy": "ann"}
        cast.client(TENANT, under=ADMIN).set_own_override(tenantId="blue-1", **override)


def an_admin_runs_an_ab_test(cast: Cast) -> None:
    admin = cast.client(ADMIN)
    about = {"testId": "colour-2", "updatedBy": "ann"}

    admin.save_ab_test(**about, environment="two", createdAt="2026-11-19T10:00:00Z", variants=["red", "green"])
    assert [test["testId"] for test in admin.ab_tests(environment="two")] == ["colour-2"]

    # Each user stays in the variant that came up first.
    admin.assign_user_to_variant(**about, userId="u2", timestamp="2026-11-19T10:01:00Z", variant="red")
    with cast.refused():
        admin.assign_user_to_variant(**about, userId="u2", timestamp="2026-11-19T10:02:00Z", variant="green")

    everything = list(admin.ab_test_with_assignments(testId="colour-2"))
    assert sorted(one.get("variant", "the test") for one in everything) == ["red", "the test"]
    with cast.denied():  # evaluations are the analysts'
        list(cast.client(ANALYTICS, under=ADMIN).evaluations_of_day(environment="two", date="2026-11-19"))


def a_service_evaluates_flags_for_a_tenant(cast: Cast) -> None:
    admin, evaluator = cast.client(ADMIN), cast.client(EVALUATOR)
    admin.save_flag(**flag("search", "three"))
    admin.save_flag(**flag("chat", "three", createdAt="2026-11-19T11:00:00Z", defaultEnabled=True))
    override = {"environment": "three", "flagKey": "search", "enabled": True, "updatedAt": "now", "updatedBy": "eve"}
    cast.client(TENANT).set_own_override(tenantId="blue-3", **override)

    # A service starts: it loads all flags, newest first.
    assert [item["flagKey"] for item in evaluator.flags(environment="three").page().items] == ["chat", "search"]

    # A request of tenant blue comes in: its override counts, else the flag's default.
    overrides = {one["flagKey"]: one["enabled"] for one in evaluator.tenant_flags(tenantId="blue-3")}
    wanted = [{"environment": "three", "flagKey": key} for key in ("search", "chat")]
    enabled = {one["flagKey"]: overrides.get(one["flagKey"], one["defaultEnabled"]) for one in evaluator.many_flags(keys=wanted)}
    assert enabled == {"search": True, "chat": True}
    assert evaluator.flag(environment="three", flagKey="search")["defaultEnabled"] is False
    evaluated = {"tenantId": "blue-3", "environment": "three", "date": "2026-11-19", "enabled": True}
    evaluator.record_evaluation(**evaluated, flagKey="search", timestamp="2026-11-19T12:00:00Z", evaluationId="e1")

    # The user takes part in a test.
    admin.save_ab_test(testId="font-3", environment="three", createdAt="2026-11-19T10:00:00Z", updatedBy="ann", variants=["a"])
    admin.assign_user_to_variant(testId="font-3", userId="u3", timestamp="now", updatedBy="ann", variant="a")
    assert [assignment["variant"] for assignment in evaluator.user_assignments(userId="u3")] == ["a"]
    assert len(list(evaluator.ab_test_with_assignments(testId="font-3"))) == 2

    # A service changes no flag, and does not see who changed one.
    with cast.denied():
        cast.client(ADMIN, under=EVALUATOR).save_flag(**flag("chat", "three", version=2, expectedVersion=1))
    with cast.denied():
        cast.client(ADMIN, under=EVALUATOR).whole_flag(environment="three", flagKey="chat")


def a_service_evaluates_through_the_cache_and_without_it(cast: Cast) -> None:
    """The local environment has no cluster: a node of it on loopback answers AWS's own client."""
    admin = cast.client(ADMIN)
    admin.save_flag(**flag("search", "seven", owner="as the table has it"))
    said: list[Any] = []
    with node({0: "search", 2: "as the cache has it"}, {"PK": "S", "SK": "S"}) as dax, pytest.MonkeyPatch.context() as patch:
        for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"):
            patch.setenv(name, "testing")
        endpoint = f"dax://127.0.0.1:{dax.port}"
        cache = cast.package.Cache(
            endpoint, region="eu-west-1", timeout=20, pause=0, emit=lambda line: said.append(json.loads(line))
        )
        evaluator = cast.client(EVALUATOR, cache=cache)

        # The cluster answers.
        assert evaluator.flag(environment="seven", flagKey="search")["owner"] == "as the cache has it"
        assert said == []

        # The cluster is gone: flags are evaluated all the same, and a metric says so.
        dax.refuse()
        assert evaluator.flag(environment="seven", flagKey="search")["owner"] == "as the table has it"
        assert [(line["Client"], line["CacheFallbacks"]) for line in said] == [("feature_flags.Evaluator", 1)]

        # The fallback has only the rights of the caller's own role.
        with cast.denied():
            cast.client(EVALUATOR, under=ANALYTICS, cache=cache).flag(environment="seven", flagKey="search")
        cache.close()


def analysts_count_a_days_evaluations(cast: Cast) -> None:
    evaluator, analytics = cast.client(EVALUATOR), cast.client(ANALYTICS)

    for number in range(9):
        evaluator.record_evaluation(
            tenantId=f"tenant-{number % 3}",
            flagKey="search",
            timestamp=f"2026-11-20T12:00:0{number}Z",
            evaluationId=str(number),
            environment="four",
            date="2026-11-20",
            enabled=number % 2 == 0,
        )

    found = list(analytics.evaluations_of_day(environment="four", date="2026-11-20"))
    assert [one["enabled"] for one in found].count(True) == 5
    assert [one["timestamp"] for one in found] == sorted(one["timestamp"] for one in found)
    with cast.denied():  # analysts read evaluations, not flags
        list(cast.client(ADMIN, under=ANALYTICS).flags(environment="four"))


def a_tenant_overrides_a_flag_and_sees_no_other_tenant(cast: Cast) -> None:
    blue, red = cast.client(TENANT, tenant="blue-5"), cast.client(TENANT, tenant="red-5")
    override = {"environment": "five", "flagKey": "search", "updatedAt": "2026-11-19T10:00:00Z", "updatedBy": "eve"}

    # Blue switches a flag on for itself, and off again.
    blue.set_own_override(tenantId="blue-5", enabled=True, **override)
    blue.set_own_override(tenantId="blue-5", enabled=False, **override)
    assert blue.own_override(tenantId="blue-5", environment="five", flagKey="search")["enabled"] is False
    assert [one["flagKey"] for one in blue.own_overrides(tenantId="blue-5")] == ["search"]

    # Red sees nothing of it by any way, and changes nothing.
    assert list(red.own_overrides(tenantId="red-5")) == []
    with cast.denied():
        list(red.own_overrides(tenantId="blue-5"))
    with cast.denied():
        red.own_override(tenantId="blue-5", environment="five", flagKey="search")
    with cast.denied():
        red.set_own_override(tenantId="blue-5", enabled=True, **override)
    with cast.denied():
        list(cast.client(ADMIN, under=TENANT, tenant="red-5").tenant_flags(tenantId="blue-5"))


def every_change_of_a_flag_has_an_author(cast: Cast) -> None:
    admin, changes = cast.client(ADMIN), cast.changes()

    admin.save_flag(**flag("search", "six", targetingRules=["user-17"]))
    admin.save_flag(**flag("search", "six", updatedBy="bob", version=2, expectedVersion=1))
    assert cast.deliver(changes).effects["flag_audit"] == {f"new FLAG_CHANGE in {cast.table('feature-flags-audit')}": 2}

    trail = list(admin.who_changed_item(itemKey="FLAG#six#search|METADATA"))
    assert [(one["what"], one["who"]) for one in trail] == [("MODIFY", "bob"), ("INSERT", "ann")]
    assert "user-17" not in str(trail)  # a rule may name a person: it is hashed

    with cast.denied():  # the function writes the trail, and can't look into it
        list(cast.client(ADMIN, under=FLAG_AUDIT).who_changed_item(itemKey="FLAG#six#search|METADATA"))


STORIES = (
    two_admins_change_a_flag_at_once,
    an_admin_runs_an_ab_test,
    a_service_evaluates_flags_for_a_tenant,
    a_service_evaluates_through_the_cache_and_without_it,
    analysts_count_a_days_evaluations,
    a_tenant_overrides_a_flag_and_sees_no_other_tenant,
    every_change_of_a_flag_has_an_author,
)


@pytest.mark.parametrize("story", STORIES)
def test_story(stage: Stage, story: Story) -> None:
    stage.play(story)

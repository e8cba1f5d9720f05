"""The trail records who changed which flag and when, and no guessable personal data."""

import hashlib
import json
import sys
from typing import Any

import pytest

from dynawright.runtime import ConfigurationError
from stacks.feature_flags.model import AUDIT
from tests.functions.cloud import Item, typed
from tests.functions.declared import problems
from tests.runtime.records import record

FLAG: Item = {"PK": "FLAG#dev#dark", "SK": "METADATA", "defaultEnabled": False, "updatedBy": "ann", "targetingRules": ["user-1"]}
ASSIGNMENT: Item = {"PK": "ABTEST#1", "SK": "ASSIGN#user-1", "GSI1PK": "USER#user-1", "userId": "user-1", "variant": "b"}


def change(number: int, new: Item | None, old: Item | None = None, **more: Any) -> dict[str, Any]:
    name = "INSERT" if old is None else "REMOVE" if new is None else "MODIFY"
    images = {"NewImage": new, **({"OldImage": old} if old else {})}
    shown = {
        image: None if item is None else {name: typed(value) for name, value in item.items()} for image, item in images.items()
    }
    keys = {name: typed((new or old or {})[name]) for name in ("PK", "SK")}
    return record(number, eventName=name, Keys=keys, **shown, **more)


@pytest.fixture
def audit(deploy: Any) -> Any:
    deployed = deploy("feature_flags", "flag_audit")
    deployed.function.load()
    sys.modules["flag_audit.handler"]._key.cache_clear()
    return deployed


def entries(audit: Any) -> list[Any]:
    return sorted(audit.items("feature-flags-audit"), key=lambda item: item["SK"])


def test_an_entry_says_who_what_and_when(audit: Any) -> None:
    assert audit(change(1, {**FLAG, "defaultEnabled": True}, FLAG)) == []
    (entry,) = entries(audit)
    assert entry == {
        "PK": "FLAG#dev#dark|METADATA",
        "SK": f"CHANGE#{'1'.zfill(40)}#e1",
        "itemKey": "FLAG#dev#dark|METADATA",
        "eventId": "e1",
        "order": "1".zfill(40),
        "what": "MODIFY",
        "who": "ann",
        "when": "2026-09-21T14:13:20.500000+00:00",
        "before": '{"defaultEnabled":false}',
        "after": '{"defaultEnabled":true}',
        "pieces": 1,
    }


def whole(found: list[Any], side: str) -> Any:
    return json.loads("".join(entry[side] for entry in found))


def test_a_large_change_is_kept_whole_in_pieces(audit: Any) -> None:
    """Both sides together are longer than an item."""
    old, new = ({**FLAG, "description": letter * 250_000} for letter in "ab")
    assert audit(change(1, new, old)) == []
    assert audit(change(1, new, old)) == []
    found = entries(audit)
    assert len(found) == found[0]["pieces"] == 6
    assert (whole(found, "before"), whole(found, "after")) == ({"description": "a" * 250_000}, {"description": "b" * 250_000})
    assert [problem for entry in found for problem in problems(AUDIT, entry)] == []


def test_pieces_fit_whatever_letters_they_are_of(audit: Any) -> None:
    old, new = ({**FLAG, "description": letter * 100_000} for letter in "\U0001f600\U0001f601")
    assert audit(change(1, new, old)) == []
    assert whole(entries(audit), "after") == {"description": "\U0001f601" * 100_000}


def test_a_key_that_is_too_long_for_a_partition_key_is_hashed(audit: Any) -> None:
    assert audit(change(1, {**FLAG, "PK": "p" * 2048, "SK": "METADATA" + "s" * 1000})) == []
    (entry,) = entries(audit)
    assert entry["PK"] == entry["itemKey"]
    assert entry["PK"].startswith("sha256:")


def test_a_record_that_comes_twice_is_kept_once(audit: Any) -> None:
    assert audit(change(1, FLAG), change(1, FLAG)) == []
    assert len(entries(audit)) == 1


def test_a_deletion_has_no_name_and_an_expiry_has_dynamodbs(audit: Any) -> None:
    ttl = {"type": "Service", "principalId": "dynamodb.amazonaws.com"}
    audit(change(1, None, FLAG), change(2, None, FLAG, userIdentity=ttl))
    assert [entry["who"] for entry in entries(audit)] == ["unknown", "dynamodb-ttl"]


def test_sensitive_values_are_hashed_wherever_they_stand(audit: Any) -> None:
    audit(change(1, FLAG), change(2, ASSIGNMENT))
    assert "user-1" not in json.dumps(entries(audit), default=str)
    rules = json.loads(entries(audit)[0]["after"])["targetingRules"]
    assert rules.startswith("hmac-sha256:")


def test_sensitive_values_are_hashed_at_any_depth(audit: Any) -> None:
    overrides = {"list": [{"userId": "user-1", "on": True}], "userId": "user-1"}
    audit(change(1, {**FLAG, "overrides": overrides}))
    (entry,) = entries(audit)
    assert "user-1" not in entry["after"]
    assert json.loads(entry["after"])["overrides"]["list"][0]["on"] is True


def test_who_owns_and_who_changed_a_flag_stays_readable(audit: Any) -> None:
    audit(change(1, {**FLAG, "owner": "team-a"}))
    (entry,) = entries(audit)
    assert (entry["who"], json.loads(entry["after"])["owner"]) == ("ann", "team-a")


def test_a_hash_can_not_be_made_without_the_key(audit: Any) -> None:
    audit(change(1, ASSIGNMENT))
    hashed = json.loads(entries(audit)[0]["after"])["userId"].removeprefix("hmac-sha256:")
    guesses = ("user-1", json.dumps("user-1"))
    assert hashed not in {hashlib.sha256(guess.encode()).hexdigest() for guess in guesses}


def test_equal_values_have_equal_hashes(audit: Any) -> None:
    audit(change(1, FLAG), change(2, {**FLAG, "targetingRules": ["user-2"]}, FLAG))
    first, second = (json.loads(entry["after"])["targetingRules"] for entry in entries(audit))
    assert first != second
    assert json.loads(entries(audit)[1]["before"])["targetingRules"] == first


def test_a_secret_without_a_value_fails_the_invocation_so_that_its_alarm_rings(
    audit: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    empty = audit.cloud.client("secretsmanager").create_secret(Name="empty")["ARN"]
    monkeypatch.setenv("HASH_KEY_SECRET_ARN", empty)
    with pytest.raises(ConfigurationError, match=r"has no value: put 32 random bytes or more into it \(docs/troubleshooting.md"):
        audit(change(1, FLAG))


def test_a_key_that_is_too_short_is_refused(audit: Any) -> None:
    audit.cloud.client("secretsmanager").put_secret_value(SecretId="feature-flags/audit-hash-key", SecretString="short")
    with pytest.raises(ConfigurationError, match="the secret of HASH_KEY_SECRET_ARN has 5 bytes: 32 or more are needed"):
        audit(change(1, FLAG))
    assert entries(audit) == []

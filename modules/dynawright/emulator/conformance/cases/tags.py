"""TagResource, UntagResource and ListTagsOfResource; `{arn}` is the shared table's ARN."""

from __future__ import annotations

from typing import Any

from dynawright.emulator.conformance.case import API, INVALID, Case

ARN = "{arn}"
_TAG = f"{API}/API_TagResource.html"
_RULES = f"{API}/API_Tag.html"
_MISSING = "ResourceNotFoundException"


def _tag(id: str, *tags: tuple[str, str], refused: str = INVALID, source: str = _RULES) -> Case:
    request = {"ResourceArn": ARN, "Tags": [{"Key": name, "Value": value} for name, value in tags]}
    return Case(id, "tag_resource", request, source, refused=refused, answer=None if refused else {})


def _other(arn: str) -> dict[str, Any]:
    return {"ResourceArn": arn, "Tags": [{"Key": "a", "Value": "b"}]}


TAGS = (
    _tag("tag-with-reserved-prefix", ("aws:owner", "me")),
    _tag("tag-with-empty-key", ("", "me")),
    _tag("tag-with-long-key", ("x" * 129, "me")),
    _tag("tag-with-long-value", ("owner", "x" * 257)),
    _tag("tag-with-one-key-twice", ("owner", "me"), ("owner", "you")),
    _tag("tag-with-51-keys", *((f"key{n}", "") for n in range(51))),
    _tag("tag-with-empty-value", ("empty", ""), refused=""),
    Case("tag-of-no-table", "tag_resource", _other(f"{ARN}-missing"), _TAG, refused=_MISSING),
    Case("tag-of-no-arn", "tag_resource", _other("no-arn"), _TAG, refused=INVALID),
    Case(
        "untag-of-missing-key",
        "untag_resource",
        {"ResourceArn": ARN, "TagKeys": ["missing"]},
        f"{API}/API_UntagResource.html",
        answer={},
    ),
    Case(
        "untag-of-no-table",
        "untag_resource",
        {"ResourceArn": f"{ARN}-missing", "TagKeys": ["a"]},
        f"{API}/API_UntagResource.html",
        refused=_MISSING,
    ),
    Case(
        "list-tags-of-no-table",
        "list_tags_of_resource",
        {"ResourceArn": f"{ARN}-missing"},
        f"{API}/API_ListTagsOfResource.html",
        refused=_MISSING,
    ),
)

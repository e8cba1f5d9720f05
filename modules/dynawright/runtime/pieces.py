"""Entries of an audit trail that may be longer than an item, under keys that may be longer than a key."""

import hashlib

PIECE_CHARACTERS = 90_000  # fit into one item of 400 KB, whatever letters they are
KEY_BYTES = 1500  # a partition key takes 2048: a longer one is told by its hash


def pieces(text: str, characters: int = PIECE_CHARACTERS) -> list[str]:
    """The text, cut; one piece at least."""
    if len(text) <= characters:
        return [text]
    return [text[start : start + characters] for start in range(0, len(text), characters)]


def short(key: str) -> str:
    return key if len(key.encode()) <= KEY_BYTES else f"sha256:{hashlib.sha256(key.encode()).hexdigest()}"

"""Splits audit entries that exceed an item's size, and shortens keys that exceed a key's length."""

import hashlib

PIECE_CHARACTERS = 90_000  # characters that fit into an item of 400 KB in any script
KEY_BYTES = 1500  # partition keys have at most 2048 bytes: a longer one is replaced by its hash


def pieces(text: str, characters: int = PIECE_CHARACTERS) -> list[str]:
    """Return the pieces of the text, at least one."""
    if len(text) <= characters:
        return [text]
    return [text[start : start + characters] for start in range(0, len(text), characters)]


def short(key: str) -> str:
    return key if len(key.encode()) <= KEY_BYTES else f"sha256:{hashlib.sha256(key.encode()).hexdigest()}"

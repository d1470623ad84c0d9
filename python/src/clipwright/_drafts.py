"""Files that are there whole or not at all."""

from __future__ import annotations

import contextlib
import hashlib
import os
import secrets
from pathlib import Path

from .types import TaskOutMedia


class Draft:
    """A file beside its place, which it takes once it is whole; what was there before stays until then."""

    def __init__(self, path: Path) -> None:
        if path.is_dir():
            raise IsADirectoryError(f"{path} is a folder.")
        self._path = path
        self._draft = path.with_name(f".{path.name}.{secrets.token_hex(4)}.part")
        self._file = self._draft.open("xb")
        self._sha256 = hashlib.sha256()
        self._bytes = 0

    def write(self, piece: bytes) -> None:
        self._file.write(piece)
        self._sha256.update(piece)
        self._bytes += len(piece)

    def is_whole(self, length: str | None, media: TaskOutMedia | None) -> bool:
        """Whether it is as long as the answer said, and the very file that the task tells of."""
        if length is not None and length != str(self._bytes):
            return False
        # Of older videos the task tells neither.
        return media is None or (media["bytes"], media["sha256"]) == (self._bytes, self._sha256.hexdigest())

    def publish(self) -> None:
        self._file.close()
        self._draft.replace(self._path)

    def discard(self) -> None:
        """Removes what was not published; nothing otherwise."""
        self._file.close()
        with contextlib.suppress(FileNotFoundError):
            os.unlink(self._draft)  # noqa: PTH108

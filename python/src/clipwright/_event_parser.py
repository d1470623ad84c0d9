"""Reads server-sent events. By hand, since what the packages for it give does not tell a comment from an event without data, and
keeps a message however long it is."""

from __future__ import annotations

import codecs
import re
from typing import NamedTuple


class Message(NamedTuple):
    """What a stream says: an event, the newest id of the stream, or how long to wait before connecting again."""

    id: str | None = None
    retry_s: float | None = None
    type: str | None = None
    data: str | None = None


# No message of ours is near this; what is that long is something else.
LONGEST = 1 << 20

_line_end = re.compile(r"\r\n|\r|\n")


class EventParser:
    """Pass each piece of the stream, get what it completed. What the format does not know is passed over."""

    def __init__(self) -> None:
        self._decoder = codecs.getincrementaldecoder("utf-8-sig")("replace")
        self._rest = ""
        self._after_return = False
        self._id: str | None = None
        self._type = ""
        self._data: list[str] = []
        self._length = 0

    def feed(self, piece: bytes) -> list[Message]:
        """Raises ValueError for a message without end."""
        text = self._decoder.decode(piece)
        # A line ends with its \r at once; a \n that follows it in the next piece belongs to it.
        if text:
            text = text.removeprefix("\n") if self._after_return else text
            self._after_return = text.endswith("\r")
        messages: list[Message] = []
        first, *others = _line_end.split(text)
        lines = [self._rest + first, *others]
        self._rest = lines.pop()
        for line in lines:
            self._length += len(line)
            self._read_line(line, messages)
        if self._length + len(self._rest) > LONGEST:
            raise ValueError("A message of the event stream is too long.")
        return messages

    def _read_line(self, line: str, messages: list[Message]) -> None:
        if not line:
            self._end_message(messages)
            return
        name, _, value = line.partition(":")
        value = value.removeprefix(" ")
        if name == "data":
            self._data.append(value)
        elif name == "event":
            self._type = value
        elif name == "id" and "\0" not in value:
            self._id = value
        elif name == "retry" and re.fullmatch(r"[0-9]{1,9}", value):
            messages.append(Message(retry_s=int(value) / 1000))

    def _end_message(self, messages: list[Message]) -> None:
        # An id counts once its message is whole: going on after one that was cut would lose it.
        if self._id is not None:
            messages.append(Message(id=self._id))
        if self._data:
            messages.append(Message(type=self._type or "message", data="\n".join(self._data)))
        self._id, self._type, self._data, self._length = None, "", [], 0

from __future__ import annotations

import pytest

from clipwright._event_parser import EventParser, Message

TEXT = (
    "\n: comment\nid: 1\nevent: a\ndata: one\ndata:two\n\ndata\n\nid:2\r\ndata: x: y\r\n\r\n"
    "retry: 20\rid: 3\r\rretry: x\ndata: 视频🎬\n\n"
).encode()
ALL = [
    Message(id="1"),
    Message(type="a", data="one\ntwo"),
    Message(type="message", data=""),
    Message(id="2"),
    Message(type="message", data="x: y"),
    Message(retry_s=0.02),
    Message(id="3"),
    Message(type="message", data="视频🎬"),
]


@pytest.mark.parametrize("size", range(1, len(TEXT) + 1))
def test_it_reads_all_that_the_format_allows_however_it_is_cut(size: int) -> None:
    parser = EventParser()
    pieces = [TEXT[at : at + size] for at in range(0, len(TEXT), size)]
    assert [message for piece in pieces for message in parser.feed(piece)] == ALL


def test_a_line_feed_belongs_to_one_return_alone() -> None:
    parser = EventParser()
    pieces = (b"data: x\r", b"\n", b"data: y\r", b"\n", b"\n", b"data: z\r\n\r", b"")
    assert [message.data for piece in pieces for message in parser.feed(piece)] == ["x\ny", "z"]


def test_the_id_of_a_message_that_was_cut_does_not_count() -> None:
    assert EventParser().feed(b'id: 7\nevent: task.running\ndata: {"task') == []


def test_it_keeps_no_message_without_end() -> None:
    for end in (b"", b"\n"):
        parser = EventParser()
        for _ in range(10):
            parser.feed(b"data: " + b"x" * 100_000 + end)
        with pytest.raises(ValueError, match="too long"):
            parser.feed(b"data: " + b"x" * 100_000 + end)


def test_a_stream_may_be_longer_than_a_message() -> None:
    parser = EventParser()
    for _ in range(100):
        assert len(parser.feed(b"data: " + b"x" * 100_000 + b"\n\n")) == 1

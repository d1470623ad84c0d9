from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterable
from itertools import islice
from typing import Any

import pytest
from service import Call, Service

from clipwright import ApiError, NetworkError, TooManyRequestsError

Listen = Callable[..., Service]
Connect = Callable[..., Any]


def event(event_id: int, kind: str, status: str = "running") -> str:
    return f'id: {event_id}\nevent: {kind}\ndata: {{"task_id":"t1","status":"{status}"}}\n\n'


def collect(events: Iterable[Any], most: int | None = None) -> list[str]:
    return [
        "reset" if one["type"] == "reset" else f"{one['id']} {one['type']} {one['task']['status']}"
        for one in islice(events, most)
    ]


def test_a_broken_stream_goes_on_after_its_last_event_also_after_the_service_was_away(
    listen: Listen, connect: Connect
) -> None:
    def answer(call: Call) -> None:
        assert call.path == "/api/v1/tasks/t%2F1/events"
        if len(service.calls) == 1:
            call.start(200, content_type="text/event-stream", content_length="1000")
            call.wfile.write(f"retry: 5\n\n{event(3, 'task.queued')}id: 4\nevent: task.running\n".encode())
            call.cut()
        elif len(service.calls) == 2:
            call.json(503, {"detail": "Starting.", "code": "busy"})
        elif len(service.calls) == 3:
            call.stream("id: 3\n\n: still here\n\n", event(4, "task.running"))
        else:
            call.stream(event(9, "task.completed", "completed"))

    service = listen(answer)
    retries: list[str] = []
    events = connect(service, api_key="svck_1").watch(
        "t/1",
        on_retry=lambda error: retries.append(error.kind if isinstance(error, NetworkError) else error.code),
    )
    assert collect(events) == [
        "3 task.queued running",
        "4 task.running running",
        "9 task.completed completed",
    ]
    assert service.sent("last-event-id") == [None, "3", "3", "4"]
    assert retries == ["interrupted", "busy"]
    assert set(service.sent("x-api-key")) == {"svck_1"}


def test_a_new_live_picture_is_told_apart_from_what_happens_to_the_task(
    listen: Listen, connect: Connect
) -> None:
    live = {"task_id": "t1", "live_url": "/api/v1/tasks/t1/live"}
    told = f"event: task.live\ndata: {json.dumps(live)}\n\n"
    service = listen(
        lambda call: call.stream(told, event(1, "task.running"), told, event(2, "task.completed"))
    )
    seen: list[Any] = []
    assert len(collect(connect(service).watch("t1", on_live=seen.append))) == 2
    assert seen == [live, live]
    assert len(collect(connect(service).watch("t1"))) == 2


def test_a_task_that_has_ended_is_no_reason_to_ask_again(listen: Listen, connect: Connect) -> None:
    service = listen(lambda call: call.start(204))
    assert collect(connect(service).watch("t1", last_event_id="9")) == []
    assert service.sent("last-event-id") == ["9"]


def test_a_failure_that_was_tried_again_in_the_past_does_not_end_the_watch(
    listen: Listen, connect: Connect
) -> None:
    parts = event(1, "task.failed", "failed") + event(2, "task.requeued") + event(3, "task.completed")
    service = listen(lambda call: call.stream(parts))
    assert len(collect(connect(service).watch("t1"))) == 3


def test_everything_of_the_caller_goes_on_without_end_and_tells_when_events_were_missed(
    listen: Listen, connect: Connect
) -> None:
    def answer(call: Call) -> None:
        assert call.path == "/api/v1/events"
        if len(service.calls) == 1:
            call.stream("retry: 1\nid: 7\n\nevent: reset\ndata: {}\n\n")
        else:
            call.stream(event(7 + len(service.calls), "task.completed"))

    service = listen(answer)
    seen = collect(connect(service).watch_events(last_event_id="1"), 3)
    assert seen == ["reset", "9 task.completed running", "10 task.completed running"]
    assert service.sent("last-event-id") == ["1", "7", "9"]


def test_who_stops_reading_lets_the_connection_go(listen: Listen, connect: Connect) -> None:
    left = threading.Event()

    def answer(call: Call) -> None:
        call.start_stream(event(1, "task.queued"))
        call.wait_for_leaving()
        left.set()

    events = connect(listen(answer)).watch_events()
    assert next(events)["id"] == "1"
    events.close()
    assert left.wait(20)


def test_a_stream_that_falls_silent_is_taken_for_broken_and_one_that_never_spoke_for_none(
    listen: Listen, connect: Connect
) -> None:
    def answer(call: Call) -> None:
        if len(service.calls) == 1:
            call.start_stream(f"retry: 1\n\n{event(1, 'task.queued')}")
            call.wait_for_leaving()
        elif len(service.calls) == 2:
            call.stream(event(2, "task.failed"))
        else:
            call.start_stream()
            call.wait_for_leaving()

    service = listen(answer)
    client = connect(service)
    assert len(collect(client.watch("t1", silence_s=0.1))) == 2
    with pytest.raises(NetworkError) as caught:
        collect(client.watch("t1", silence_s=0.1))
    assert caught.value.kind == "timeout"


def test_what_is_refused_and_what_is_no_stream_is_told(listen: Listen, connect: Connect) -> None:
    def answer(call: Call) -> None:
        if call.path == "/api/v1/events":
            call.json(429, {"detail": "Too many.", "code": "too_many_streams"})
        else:
            call.json(200, {"task_id": "t1"})

    client = connect(listen(answer))
    with pytest.raises(TooManyRequestsError):
        collect(client.watch_events())
    with pytest.raises(ApiError) as caught:
        collect(client.watch("t1"))
    assert caught.value.code == "unexpected_response"


def test_a_service_that_stays_away_is_reported_but_a_slow_reader_is_no_outage(
    listen: Listen, connect: Connect
) -> None:
    service = listen(lambda call: call.stream())
    service.close()
    with pytest.raises(NetworkError) as caught:
        collect(connect(service).watch("t1", outage_s=0))
    assert caught.value.kind == "unreachable"

    def answer(call: Call) -> None:
        if len(slow.calls) == 1:
            call.start(200, content_type="text/event-stream", content_length="1000")
            call.wfile.write(f"retry: 1\n\n{event(1, 'task.queued')}".encode())
            call.cut()
        else:
            call.stream(event(2, "task.completed"))

    slow = listen(answer)
    seen = []
    for one in connect(slow).watch("t1", outage_s=0.5):
        seen.append(one)
        if len(seen) == 1:
            time.sleep(1)
    assert len(seen) == 2


def test_an_event_that_this_version_does_not_know_is_told_as_well(listen: Listen, connect: Connect) -> None:
    service = listen(lambda call: call.stream(event(1, "task.paused"), event(2, "task.completed")))
    assert collect(connect(service).watch("t1"))[0] == "1 task.paused running"

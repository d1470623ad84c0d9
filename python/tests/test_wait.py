from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import pytest
from service import Call, Service

from clipwright import NetworkError, NotFoundError, WaitTimeoutError

Listen = Callable[..., Service]
Connect = Callable[..., Any]


def task(status: str, progress: float | None = None) -> dict[str, Any]:
    return {"task_id": "t1", "status": status, "progress": progress}


def test_a_wait_ends_with_the_task_and_tells_each_change_once(listen: Listen, connect: Connect) -> None:
    answers = [task("queued"), task("queued"), task("running", 0.5), task("failed")]
    service = listen(lambda call: call.json(200, answers.pop(0)))
    changes: list[Any] = []
    ended = connect(service).wait(
        "t1", on_change=lambda now: changes.append((now["status"], now["progress"]))
    )
    assert ended["status"] == "failed"
    assert changes == [("queued", None), ("running", 0.5), ("failed", None)]


def test_a_wait_survives_a_restart_of_the_service(listen: Listen, connect: Connect) -> None:
    before = listen(lambda call: call.json(200, task("running", 0.1)))
    retries: list[str] = []
    again: list[Service] = []

    def answer(call: Call) -> None:
        if len(again[0].calls) == 1:
            call.json(503, {"detail": "Starting.", "code": "busy"})
        else:
            call.json(200, task("completed", 1))

    def on_change(now: Any) -> None:
        if now["status"] == "running":
            before.close()

    def on_retry(error: Any) -> None:
        retries.append(error.kind if isinstance(error, NetworkError) else error.code)
        if not again:
            again.append(listen(answer, before.port))

    ended = connect(before).wait("t1", on_change=on_change, on_retry=on_retry)
    assert ended["status"] == "completed"
    assert retries[-1] == "busy"
    assert set(retries[:-1]) <= {"unreachable", "interrupted"}
    assert len(retries) > 1


def test_a_service_that_stays_away_is_reported(listen: Listen, connect: Connect) -> None:
    service = listen(lambda call: call.json(200, {}))
    service.close()
    with pytest.raises(NetworkError) as caught:
        connect(service).wait("t1", outage_s=0)
    assert caught.value.kind == "unreachable"


def test_what_asking_again_cannot_mend_ends_the_wait_at_once(listen: Listen, connect: Connect) -> None:
    service = listen(lambda call: call.json(404, {"detail": "No such task.", "code": "task_not_found"}))
    with pytest.raises(NotFoundError):
        connect(service).wait("t1")
    assert len(service.calls) == 1


def test_a_wait_has_an_end_of_its_own(listen: Listen, connect: Connect) -> None:
    service = listen(lambda call: call.json(200, task("queued")))
    with pytest.raises(WaitTimeoutError) as caught:
        connect(service).wait("t1", timeout=0.5)
    assert caught.value.task == task("queued")
    with pytest.raises(TimeoutError):
        connect(service).wait("t1", timeout=0.001)
    silent = listen(lambda call: call.wait_for_leaving())
    began = time.monotonic()
    with pytest.raises(WaitTimeoutError):
        connect(silent).wait("t1", timeout=0.3)
    assert time.monotonic() - began < 10


def test_what_a_callback_raises_is_not_taken_for_the_services(listen: Listen, connect: Connect) -> None:
    service = listen(lambda call: call.json(200, task("running")))

    def on_change(_: Any) -> None:
        raise NetworkError("timeout", "of another service")

    with pytest.raises(NetworkError, match="another"):
        connect(service).wait("t1", on_change=on_change)

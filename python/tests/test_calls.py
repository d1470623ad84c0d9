from __future__ import annotations

import json
import pickle
import time
from collections.abc import Callable
from typing import Any

import pytest
from service import Call, Service

from clipwright import (
    ApiError,
    ClipwrightError,
    InsufficientBalanceError,
    NetworkError,
    NotAuthenticatedError,
    NotFoundError,
    TooManyRequestsError,
    WaitTimeoutError,
)

Listen = Callable[..., Service]
Connect = Callable[..., Any]


def busy(call: Call, **headers: str) -> None:
    call.json(503, {"detail": "Starting.", "code": "busy"}, **headers)


def raised(kind: type[ClipwrightError], work: Callable[[], object]) -> Any:
    with pytest.raises(kind) as caught:
        work()
    return caught.value


def test_a_call_sends_what_its_route_takes(listen: Listen, connect: Connect) -> None:
    service = listen(lambda call: call.json(200, {}))
    client = connect(service, api_key=" svck_1\n")
    client.generate(prompt="a calm sea", duration_seconds=2)
    client.tasks.list(enhanced=True, status="queued", q="a&b", page=2)
    client.transactions.list(from_="2026-01-01T00:00:00Z", type_="topup")
    client.tasks.get("a/ü?")
    client.uploads.put_picture(b"\x89PNG", content_type="image/png")
    client.enhance("t1")
    client.enhance("t1", target="2k")
    client.request("GET", "/api/v1/of/{a}/newer", path_params={"a": "x y"}, query={"b": 1})
    assert [(call.command, call.path) for call in service.calls] == [
        ("POST", "/api/v1/video/generate"),
        ("GET", "/api/v1/tasks?status=queued&enhanced=true&q=a%26b&page=2"),
        ("GET", "/api/v1/me/transactions?from=2026-01-01T00%3A00%3A00Z&type=topup"),
        ("GET", "/api/v1/tasks/a%2F%C3%BC%3F"),
        ("POST", "/api/v1/uploads/put"),
        ("POST", "/api/v1/tasks/t1/enhance"),
        ("POST", "/api/v1/tasks/t1/enhance"),
        ("GET", "/api/v1/of/x%20y/newer?b=1"),
    ]
    assert json.loads(service.calls[0].body) == {"prompt": "a calm sea", "duration_seconds": 2}
    assert service.calls[4].body == b"\x89PNG"
    assert service.calls[4].headers["content-type"] == "image/png"
    assert [service.calls[5].body, service.calls[6].body] == [b"", b'{"target": "2k"}']
    assert set(service.sent("x-api-key")) == {"svck_1"}
    assert service.calls[0].headers["user-agent"].startswith("clipwright-python/")


def test_what_needs_no_key_is_not_shown_it(listen: Listen, connect: Connect) -> None:
    service = listen(lambda call: call.json(200, {}))
    client = connect(service, api_key="svck_1")
    client.config()
    client.provenance.find("0" * 64)
    assert service.sent("x-api-key") == [None, None]


def test_address_and_key_come_from_the_environment(
    listen: Listen, connect: Connect, monkeypatch: pytest.MonkeyPatch
) -> None:
    service = listen(lambda call: call.json(200, {}))
    monkeypatch.setenv("CLIPWRIGHT_URL", f"{service.url}//")
    monkeypatch.setenv("CLIPWRIGHT_API_KEY", "svck_2")
    client = connect()
    client.me()
    assert (service.calls[0].path, service.sent("x-api-key")) == ("/api/v1/me", ["svck_2"])
    assert "svck_2" not in repr(client)


def test_what_is_no_address_key_or_id_is_the_callers_mistake(connect: Connect) -> None:
    for address in ("video.example.org", "ftp://video.example.org", "https://"):
        with pytest.raises(ValueError, match="no address"):
            connect(base_url=address)
    with pytest.raises(ValueError, match="letters") as caught:
        connect(base_url="http://127.0.0.1:1", api_key="svck_\nx")
    assert "svck_" not in str(caught.value)
    client = connect(base_url="http://127.0.0.1:1")
    for task_id in ("", ".", ".."):
        with pytest.raises(ValueError, match="names nothing"):
            client.prompts.delete(task_id)
    with pytest.raises(ValueError, match="not given"):
        client.request("GET", "/api/v1/tasks/{task_id}")
    with pytest.raises(ValueError, match="printable"):
        client.generate(prompt="x", idempotency_key="a\nb")


def test_an_answer_that_is_not_2xx_is_raised_with_everything_the_service_said(
    listen: Listen, connect: Connect
) -> None:
    body = {"detail": "Not enough.", "code": "insufficient_balance", "required": 50, "available": 3}
    service = listen(lambda call: call.json(402, body, x_request_id="req_1", retry_after="7"))
    error = raised(InsufficientBalanceError, lambda: connect(service).generate(prompt="x"))
    assert (error.status, error.code, error.detail) == (402, "insufficient_balance", "Not enough.")
    assert (error.request_id, error.retry_after_s, error.problems) == ("req_1", 7, [])
    assert (error.required, error.available, error.body) == (50, 3, body)
    assert len(service.calls) == 1


def test_a_refused_request_names_each_field(listen: Listen, connect: Connect) -> None:
    problems = [
        {"loc": ["body", "prompt"], "msg": "too short", "type": "string_too_short"},
        {"loc": ["query", "page"], "msg": "too small", "type": "greater_than_equal"},
    ]
    said = {"detail": problems, "code": "validation_failed", "request_id": "r"}
    service = listen(lambda call: call.json(422, said))
    error = raised(ApiError, connect(service).me)
    assert error.problems == problems
    assert str(error) == "prompt: too short; page: too small"


@pytest.mark.parametrize(
    ("status", "code", "kind"),
    [
        (401, "api_key_revoked", NotAuthenticatedError),
        (402, "api_key_spend_cap_reached", ApiError),
        (403, "insufficient_scope", ApiError),
        (404, "task_not_found", NotFoundError),
        (429, "rate_limited", TooManyRequestsError),
        (500, "internal_error", ApiError),
    ],
)
def test_what_is_often_handled_has_a_class(
    listen: Listen, connect: Connect, status: int, code: str, kind: type[ApiError]
) -> None:
    service = listen(lambda call: call.json(status, {"detail": "No.", "code": code}, retry_after="60"))
    error = raised(ApiError, lambda: connect(service).tasks.get("t1"))
    assert (type(error), error.code) == (kind, code)


def test_what_some_other_server_answers_is_not_taken_for_data(listen: Listen, connect: Connect) -> None:
    def answer(call: Call) -> None:
        page = b'{"It": "works"}' if call.path == "/api/v1/me" else b"{"
        kind = "text/html" if call.path == "/api/v1/me" else "application/json"
        call.start(200, content_type=kind, content_length=str(len(page)))
        call.wfile.write(page)

    client = connect(listen(answer))
    for work in (client.me, client.models):
        error = raised(ApiError, work)
        assert (error.status, error.code) == (200, "unexpected_response")
    away = listen(lambda call: call.start(302, location="http://127.0.0.1:1/", content_length="0"))
    assert raised(ApiError, connect(away).me).status == 302


def test_what_this_version_does_not_know_is_given_as_it_came(listen: Listen, connect: Connect) -> None:
    task = {"task_id": "t1", "status": "paused", "progress": None, "mood": "good"}
    service = listen(lambda call: call.json(200, task))
    assert connect(service).tasks.get("t1") == task


def test_errors_cross_to_another_process() -> None:
    from clipwright.errors import to_api_error

    errors: list[ClipwrightError] = [
        to_api_error(402, {}, '{"detail": "No.", "code": "insufficient_balance", "required": 5}'),
        NetworkError("timeout", "late"),
        WaitTimeoutError("t1", 5, None),
    ]
    errors[0].idempotency_key = "k"
    for error in errors:
        again = pickle.loads(pickle.dumps(error))
        assert (type(again), str(again), vars(again)) == (type(error), str(error), vars(error))


# Trying again


def test_a_service_that_nobody_has_started_is_unreachable(listen: Listen, connect: Connect) -> None:
    service = listen(lambda call: call.json(200, {}))
    service.close()
    client = connect(service, retries=0)
    for work in (client.me, lambda: client.cancel("t1")):
        assert raised(NetworkError, work).kind == "unreachable"


def test_a_read_is_tried_again(listen: Listen, connect: Connect) -> None:
    def answer(call: Call) -> None:
        if len(service.calls) == 1:
            call.cut()
        elif len(service.calls) == 2:
            busy(call)
        else:
            call.json(200, {"user_id": "u"})

    service = listen(answer)
    assert connect(service).me() == {"user_id": "u"}
    assert len(service.calls) == 3


@pytest.mark.parametrize(
    "change",
    [
        lambda client: client.cancel("t1"),
        lambda client: client.delete("t1"),
        lambda client: client.request("POST", "/api/v1/video/generate", body={"prompt": "x"}),
    ],
)
def test_a_change_without_a_key_is_sent_once(
    listen: Listen, connect: Connect, change: Callable[[Any], object]
) -> None:
    lost = listen(lambda call: call.cut())
    assert raised(NetworkError, lambda: change(connect(lost))).kind == "interrupted"
    away = listen(busy)
    assert raised(ApiError, lambda: change(connect(away))).code == "busy"
    assert (len(lost.calls), len(away.calls)) == (1, 1)


def test_a_lost_answer_is_asked_for_again_with_the_same_key(listen: Listen, connect: Connect) -> None:
    def answer(call: Call) -> None:
        if len(service.calls) % 3 == 1:
            call.start(200, content_type="application/json", content_length="100")
            call.wfile.write(b'{"task_id":')
            call.cut()
        elif len(service.calls) % 3 == 2:
            call.json(409, {"detail": "Still.", "code": "idempotency_in_progress"}, retry_after="0")
        else:
            call.json(200, {"task_id": "t1"})

    service = listen(answer)
    client = connect(service)
    assert client.generate(prompt="a calm sea") == {"task_id": "t1"}
    assert client.retry("t1", idempotency_key="mine") == {"task_id": "t1"}
    keys = service.sent("idempotency-key")
    assert (len(set(keys[:3])), len(keys[0])) == (1, 36)
    assert keys[3:] == ["mine"] * 3
    assert len({call.body for call in service.calls[:3]}) == 1


def test_too_many_requests_are_tried_again_when_the_service_said(listen: Listen, connect: Connect) -> None:
    def answer(call: Call) -> None:
        if len(service.calls) == 1:
            call.json(429, {"detail": "Slower.", "code": "rate_limited"}, retry_after="1")
        else:
            call.json(200, {"task_id": "t1"})

    service = listen(answer)
    began = time.monotonic()
    assert connect(service).cancel("t1") == {"task_id": "t1"}
    assert 1 <= time.monotonic() - began < 10
    assert len(service.calls) == 2


def test_who_is_to_come_back_much_later_is_told(listen: Listen, connect: Connect) -> None:
    service = listen(lambda call: busy(call, retry_after="31"))
    assert raised(ApiError, connect(service).me).retry_after_s == 31
    assert len(service.calls) == 1


def test_the_client_gives_up_and_says_what_it_tried_with(listen: Listen, connect: Connect) -> None:
    service = listen(busy)
    error = raised(ApiError, lambda: connect(service, retries=1).generate(prompt="x"))
    assert error.code == "busy"
    assert service.sent("idempotency-key") == [error.idempotency_key] * 2
    error = raised(ApiError, connect(service, retries=0).me)
    assert (len(service.calls), error.idempotency_key) == (3, None)


def test_that_nobody_saw_the_last_try_says_nothing_of_the_first(listen: Listen, connect: Connect) -> None:
    def answer(call: Call) -> None:
        service.close()
        call.cut()

    service = listen(answer)
    error = raised(NetworkError, lambda: connect(service, retries=1).generate(prompt="x"))
    assert (error.kind, len(service.calls)) == ("interrupted", 1)
    assert error.idempotency_key == service.sent("idempotency-key")[0]


def test_no_request_lasts_longer_than_it_may_also_while_its_answer_drips(
    listen: Listen, connect: Connect
) -> None:
    def answer(call: Call) -> None:
        call.start(200, content_type="application/json", content_length="1000")
        for _ in range(1000):
            call.wfile.write(b" ")
            time.sleep(0.02)

    def dripping(call: Call) -> None:
        try:
            answer(call)
        except OSError:
            call.close_connection = True

    def silent(call: Call) -> None:
        call.wait_for_leaving()

    for speech in (dripping, silent):
        began = time.monotonic()
        service = listen(speech)
        assert raised(NetworkError, connect(service, timeout=0.2, retries=0).me).kind == "timeout"
        assert time.monotonic() - began < 5


def test_an_answer_that_breaks_off_is_no_answer(listen: Listen, connect: Connect) -> None:
    def answer(call: Call) -> None:
        call.start(200, content_type="application/json", content_length="100")
        call.wfile.write(b'{"user_id":')
        call.cut()

    assert raised(NetworkError, connect(listen(answer), retries=0).me).kind == "interrupted"

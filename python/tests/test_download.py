from __future__ import annotations

import hashlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from service import Call, Service

from clipwright import ApiError, ClipwrightError, NetworkError

Listen = Callable[..., Service]
Connect = Callable[..., Any]

VIDEO = bytes(range(256)) * 1000
MEDIA = {"bytes": len(VIDEO), "sha256": hashlib.sha256(VIDEO).hexdigest()}


def send(call: Call, video: bytes = VIDEO, **headers: str) -> None:
    call.start(200, content_type="video/mp4", **{"content_length": str(len(video)), **headers})
    call.wfile.write(video)


def store(storage: Service, media: Any = MEDIA) -> Callable[[Call], None]:
    def answer(call: Call) -> None:
        if call.path == "/api/v1/tasks/t1":
            call.json(200, {"task_id": "t1", "status": "completed", "progress": 1, "media": media})
        else:
            assert call.path == "/api/v1/result/t1"
            call.start(302, location=f"{storage.url}/bucket/t1.mp4?signature=s", content_length="0")

    return answer


def test_the_storage_that_a_video_comes_from_is_shown_no_credential(
    listen: Listen, connect: Connect, tmp_path: Path
) -> None:
    storage = listen(send)
    service = listen(store(storage))
    path = connect(service, api_key="svck_1").download("t1", tmp_path / "a.mp4")
    assert path == tmp_path / "a.mp4"
    assert path.read_bytes() == VIDEO
    assert storage.calls[0].path == "/bucket/t1.mp4?signature=s"
    assert "svck_1" not in str(storage.calls[0].headers)
    assert service.sent("x-api-key") == ["svck_1", "svck_1"]
    assert list(tmp_path.iterdir()) == [path]


def test_a_video_that_is_the_answer_itself_is_taken_and_an_old_one_has_no_sha256(
    listen: Listen, connect: Connect, tmp_path: Path
) -> None:
    def answer(call: Call) -> None:
        if call.path == "/api/v1/tasks/t1":
            call.json(200, {"task_id": "t1", "status": "completed", "progress": 1, "media": None})
        else:
            send(call)

    connect(listen(answer)).download("t1", str(tmp_path / "a.mp4"))
    assert (tmp_path / "a.mp4").read_bytes() == VIDEO


def test_a_video_that_broke_off_is_fetched_anew_from_a_new_address(
    listen: Listen, connect: Connect, tmp_path: Path
) -> None:
    def answer(call: Call) -> None:
        if len(storage.calls) == 1:
            call.start(200, content_length=str(len(VIDEO)))
            call.wfile.write(VIDEO[:1000])
            call.cut()
        else:
            send(call)

    storage = listen(answer)
    service = listen(store(storage))
    connect(service).download("t1", tmp_path / "a.mp4")
    assert (tmp_path / "a.mp4").read_bytes() == VIDEO
    assert (len(storage.calls), len(service.calls)) == (2, 4)


@pytest.mark.parametrize(
    "video", [VIDEO[:-1], VIDEO[:-1] + b"?", b""], ids=["too short", "another byte", "empty"]
)
def test_what_is_not_the_video_of_the_task_never_takes_its_place(
    listen: Listen, connect: Connect, tmp_path: Path, video: bytes
) -> None:
    place = tmp_path / "a.mp4"
    place.write_bytes(b"what was there before")
    storage = listen(lambda call: send(call, video))
    with pytest.raises(NetworkError) as caught:
        connect(listen(store(storage)), retries=0).download("t1", place)
    assert caught.value.kind == "interrupted"
    assert place.read_bytes() == b"what was there before"
    assert list(tmp_path.iterdir()) == [place]


def test_a_storage_that_falls_silent_is_a_timeout_and_a_refusal_an_api_error(
    listen: Listen, connect: Connect, tmp_path: Path
) -> None:
    def silent(call: Call) -> None:
        call.start(200, content_length=str(len(VIDEO)))
        call.wfile.write(VIDEO[:1000])
        call.wait_for_leaving()

    client = connect(listen(store(listen(silent))), retries=0)
    with pytest.raises(NetworkError) as broken:
        client.download("t1", tmp_path / "a.mp4", stall_s=0.2)
    assert broken.value.kind == "timeout"
    denied = listen(lambda call: call.json(403, {"detail": "Too late.", "code": "url_expired"}))
    with pytest.raises(ApiError) as refused:
        connect(listen(store(denied))).download("t1", tmp_path / "a.mp4")
    assert refused.value.code == "url_expired"
    assert list(tmp_path.iterdir()) == []


def test_where_a_redirect_must_not_lead(listen: Listen, connect: Connect, tmp_path: Path) -> None:
    for location in ("file:///etc/passwd", "", "http://[", "javascript:1"):

        def answer(call: Call, location: str = location) -> None:
            if call.path == "/api/v1/tasks/t1":
                call.json(200, {"task_id": "t1", "status": "completed", "progress": 1, "media": None})
            else:
                call.start(302, location=location, content_length="0")

        with pytest.raises(ClipwrightError):
            connect(listen(answer), retries=0).download("t1", tmp_path / "a.mp4")
    assert list(tmp_path.iterdir()) == []


def test_a_result_that_is_not_there_yet_is_told_and_a_folder_is_no_file(
    listen: Listen, connect: Connect, tmp_path: Path
) -> None:
    def answer(call: Call) -> None:
        if call.path == "/api/v1/tasks/t1":
            call.json(200, {"task_id": "t1", "status": "running", "progress": 0.5, "media": None})
        else:
            call.json(
                409, {"detail": "Not yet.", "code": "result_not_ready", "status": "running"}, retry_after="1"
            )

    service = listen(answer)
    client = connect(service)
    with pytest.raises(ApiError) as caught:
        client.download("t1", tmp_path / "a.mp4")
    assert caught.value.code == "result_not_ready"
    asked = len(service.calls)
    with pytest.raises(IsADirectoryError):
        client.download("t1", tmp_path)
    with pytest.raises(FileNotFoundError):
        client.download("t1", tmp_path / "nowhere" / "a.mp4")
    assert len(service.calls) == asked
    assert list(tmp_path.iterdir()) == []


def test_small_pictures_come_as_bytes_also_from_a_storage(listen: Listen, connect: Connect) -> None:
    storage = listen(lambda call: send(call, b"RIFF"))

    def answer(call: Call) -> None:
        if call.path.endswith("/live"):
            call.start(204)
        elif call.path.endswith("/export"):
            call.start(200, content_type="text/csv", content_length="4")
            call.wfile.write(b"a,b\n")
        else:
            call.start(302, location=f"{storage.url}/poster.webp", content_length="0")

    client = connect(listen(answer), api_key="svck_1")
    assert client.tasks.poster("t1") == b"RIFF"
    assert client.tasks.live_picture("t1") is None
    assert client.transactions.export() == "a,b\n"
    assert storage.sent("x-api-key") == [None]

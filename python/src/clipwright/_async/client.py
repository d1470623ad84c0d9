from __future__ import annotations

import json
import os
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import cast

import httpx
from typing_extensions import Self

from .. import _rules
from .._answer import Answer
from .._drafts import Draft
from .._event_parser import EventParser, Message
from .._version import __version__
from ..errors import ApiError, NetworkError, WaitTimeoutError
from ..events import Reset, TaskEvent, TaskEventType
from ..types import LivePictureData, TaskOut
from .door import Events, Http, aside, sleep
from .operations import AsyncOperations
from .transport import AsyncTransport

OnRetry = Callable[[ApiError | NetworkError], object]
OnLive = Callable[[LivePictureData], object]

ends = ("task.completed", "task.failed", "task.deleted", "task.restored")


class AsyncClient(AsyncOperations):
    """One service, for one caller. Calls that can be repeated without harm are, up to `retries` times, when the service is away
    or busy; a `timeout` in seconds holds for one try. Close it, or use it as a context.
    """

    def __init__(
        self,
        base_url: str | None = None,
        api_key: str | None = None,
        *,
        timeout: float = 30.0,
        retries: int = 2,
        user_agent: str | None = None,
        http_client: Http | None = None,
    ) -> None:
        """`base_url` is where the service is reached, without `/api/v1`; by default CLIPWRIGHT_URL, or this machine. `api_key` is
        by default CLIPWRIGHT_API_KEY. An `http_client` of your own, for proxies or certificates, is not closed.
        """
        super().__init__(
            AsyncTransport(
                http_client or Http(),
                base_url or os.environ.get("CLIPWRIGHT_URL") or "http://127.0.0.1:8080",
                api_key or os.environ.get("CLIPWRIGHT_API_KEY"),
                timeout=timeout,
                retries=retries,
                user_agent=user_agent or f"clipwright-python/{__version__}",
            )
        )
        self._is_http_ours = http_client is None

    @property
    def base_url(self) -> str:
        return self._transport.base_url

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.base_url!r})"

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        await self.aclose()

    async def aclose(self) -> None:
        if self._is_http_ours:
            await self._transport.http.aclose()

    async def wait(
        self,
        task_id: str,
        *,
        timeout: float = 3600.0,
        outage_s: float = 60.0,
        on_change: Callable[[TaskOut], object] | None = None,
        on_retry: OnRetry | None = None,
    ) -> TaskOut:
        """The task once it has ended, well or badly: look at `status`. `on_change` is called with the first answer, and when
        status or progress differ from the last one; `on_retry` when the service is away or busy, before asking again. The
        service may be away for `outage_s` at a stretch: a restart is survived, the end of it is reported.

        Raises WaitTimeoutError, ApiError, NetworkError.
        """
        until = time.monotonic() + timeout
        answered_at = time.monotonic()
        task: TaskOut | None = None
        usual_s = _rules.FIRST_LOOK_S
        while True:
            pause_s = usual_s
            usual_s = min(usual_s * 1.4, 2.0)
            try:
                now = await self._look_at(
                    task_id, min(self._transport.timeout, max(until - time.monotonic(), 0.1))
                )
            except (ApiError, NetworkError) as error:
                if not _rules.is_passing(error) or time.monotonic() - answered_at > outage_s:
                    raise
                if on_retry:
                    on_retry(error)
                pause_s = max(pause_s, min(_rules.asked_pause_s(error), 10.0))
            else:
                answered_at = time.monotonic()
                is_news = task is None or (now["status"], now["progress"]) != (
                    task["status"],
                    task["progress"],
                )
                task = now
                if on_change and is_news:
                    on_change(now)
                if now["status"] in ("completed", "failed"):
                    return now
            if time.monotonic() + pause_s > until:
                raise WaitTimeoutError(task_id, timeout, task)
            await sleep(pause_s)

    def watch(
        self,
        task_id: str,
        *,
        last_event_id: str | None = None,
        on_retry: OnRetry | None = None,
        on_live: OnLive | None = None,
        outage_s: float = 60.0,
        silence_s: float = 45.0,
    ) -> Events:
        """What has happened to one task and what happens to it, until it has ended. Connects again by itself, without a gap.

        `on_retry` is called when the stream broke, before connecting again; `on_live` when a running task has a new live
        picture. The service may be away for `outage_s` at a stretch, and a stream may be silent for `silence_s`: the service
        says something at least every 30 seconds.

        Raises ApiError, NetworkError after an outage that is too long, or `timeout` when nothing ever came (some proxies hold
        streams back).
        """
        path = _rules.to_path("/api/v1/tasks/{task_id}/events", {"task_id": task_id}, {})
        return self._watch(path, last_event_id, on_retry, on_live, outage_s, silence_s, of_one_task=True)

    def watch_events(
        self,
        *,
        last_event_id: str | None = None,
        on_retry: OnRetry | None = None,
        on_live: OnLive | None = None,
        outage_s: float = 60.0,
        silence_s: float = 45.0,
    ) -> Events:
        """What happens to all of the caller's tasks, without end: from now on, or after `last_event_id`. Otherwise as `watch`."""
        path = "/api/v1/events"
        return self._watch(path, last_event_id, on_retry, on_live, outage_s, silence_s, of_one_task=False)

    async def download(self, task_id: str, path: str | os.PathLike[str], *, stall_s: float = 30.0) -> Path:
        """Writes the video of a completed task to a file, which is there once it is whole: as long as the service said, with the
        SHA-256 that the task tells. It may take any time as long as bytes come; after `stall_s` without any it is broken, and
        begins anew, up to `retries` times. What was at that place stays until then.

        Raises ApiError: 409 when the task has no result yet, 404, 410; NetworkError; OSError.
        """
        place = Path(path)
        tries = 0
        while True:
            tries += 1
            try:
                await self._download(task_id, place, stall_s)
            except (ApiError, NetworkError) as error:
                pause_s = _rules.pause_before_retry(error, tries, is_repeatable=True)
                if pause_s is None or tries > self._transport.retries:
                    raise
            else:
                return place
            await sleep(pause_s)

    async def _look_at(self, task_id: str, timeout: float) -> TaskOut:
        path_params = {"task_id": task_id}
        task: TaskOut = await self._transport.json(
            "GET", "/api/v1/tasks/{task_id}", path_params=path_params, retries=0, timeout=timeout
        )
        return task

    async def _watch(
        self,
        path: str,
        last_event_id: str | None,
        on_retry: OnRetry | None,
        on_live: OnLive | None,
        outage_s: float,
        silence_s: float,
        *,
        of_one_task: bool,
    ) -> Events:
        event_id = last_event_id or ""
        usual_s = 1.0
        failures = 0
        heard = False
        heard_at = time.monotonic()
        last = ""
        stream: AsyncEventStream | None = None
        try:
            while True:
                try:
                    if stream is None:
                        stream = await open_stream(self._transport, path, event_id, silence_s)
                        last = ""
                    messages = await stream.read()
                except (ApiError, NetworkError) as error:
                    is_over = time.monotonic() - heard_at > outage_s
                    if (
                        is_over
                        or not _rules.is_passing(error)
                        or _rules.is_final_for_watch(error, heard=heard)
                    ):
                        raise
                    if stream:
                        await stream.aclose()
                    stream = None
                    if on_retry:
                        on_retry(error)
                    pause_s = max(usual_s * 2**failures, _rules.asked_pause_s(error))
                    failures += 1
                    await sleep(min(pause_s, 10.0))
                    continue
                if messages is None:
                    is_over = stream.is_over or (of_one_task and last in ends)
                    await stream.aclose()
                    if is_over:
                        return
                    stream = None
                    await sleep(min(usual_s, 10.0))
                    continue
                heard, failures = True, 0
                for message in messages:
                    if message.id is not None:
                        event_id = message.id
                    if message.retry_s is not None:
                        usual_s = message.retry_s
                    if message.type is None or message.data is None:
                        continue
                    if message.type == "task.live":
                        if on_live:
                            on_live(json.loads(message.data))
                        continue
                    last = message.type
                    yield to_event(last, event_id, message.data)
                # Not before: how long an event was looked at is no outage.
                heard_at = time.monotonic()
        finally:
            if stream:
                await stream.aclose()

    async def _download(self, task_id: str, place: Path, stall_s: float) -> None:
        path = _rules.to_path("/api/v1/result/{task_id}", {"task_id": task_id}, {})
        draft = await aside(lambda: Draft(place))
        try:
            task = await self._look_at(task_id, self._transport.timeout)
            response = await self._transport.open(path, {}, stall_s)
            if response.is_redirect:
                await response.aclose()
                response = await self._transport.follow(response.status_code, response.headers, stall_s)
            try:
                async for piece in response.aiter_raw():
                    await aside(partial(draft.write, piece))
            except _rules.BROKEN as error:
                raise _rules.to_network_error(error, response.url, stall_s) from error
            finally:
                await response.aclose()
            if not draft.is_whole(response.headers.get("content-length"), task.get("media")):
                raise NetworkError(
                    "interrupted", f"What came is not the video of task {task_id}, or not all of it."
                )
            await aside(draft.publish)
        finally:
            draft.discard()


class AsyncEventStream:
    """One connection of a watch."""

    def __init__(self, response: httpx.Response, silence_s: float) -> None:
        #: There is nothing to tell, and there will be nothing.
        self.is_over = response.status_code == 204
        self._response = response
        self._pieces = response.aiter_bytes()
        self._parser = EventParser()
        self._silence_s = silence_s

    async def read(self) -> list[Message] | None:
        """The messages that the next piece completed; None at the end. Raises NetworkError."""
        try:
            piece = await anext(self._pieces, None)
        except _rules.BROKEN as error:
            raise _rules.to_network_error(error, self._response.url, self._silence_s) from error
        return None if piece is None else self._parser.feed(piece)

    async def aclose(self) -> None:
        await self._response.aclose()


async def open_stream(
    transport: AsyncTransport, path: str, event_id: str, silence_s: float
) -> AsyncEventStream:
    """Raises ApiError for what is no event stream, NetworkError."""
    headers = {"accept": "text/event-stream", **({"last-event-id": event_id} if event_id else {})}
    response = await transport.open(path, headers, silence_s)
    is_stream = response.headers.get("content-type", "").startswith("text/event-stream")
    if response.status_code == 204 or is_stream:
        return AsyncEventStream(response, silence_s)
    await response.aclose()
    raise Answer(response.status_code, response.headers, b"").to_error()


def to_event(kind: str, event_id: str, data: str) -> TaskEvent | Reset:
    if kind == "reset":
        return {"type": "reset"}
    # One that this version does not know is told as well.
    return {"type": cast(TaskEventType, kind), "id": event_id, "task": json.loads(data)}

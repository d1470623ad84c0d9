from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any

import pytest
from anyio.from_thread import BlockingPortal, start_blocking_portal
from service import Call, Service

from clipwright import AsyncClient, Client

Answer = Callable[[Call], object]


@pytest.fixture
def listen() -> Iterator[Callable[..., Service]]:
    with ExitStack() as stack:

        def start(answer: Answer, port: int = 0) -> Service:
            service = Service(answer, port)
            stack.callback(service.close)
            return service

        yield start


@pytest.fixture(params=["sync", "async"])
def connect(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., Any]]:
    """A client of either door: each test is about both."""
    monkeypatch.delenv("CLIPWRIGHT_API_KEY", raising=False)
    monkeypatch.delenv("CLIPWRIGHT_URL", raising=False)
    monkeypatch.setattr("clipwright._rules.FIRST_PAUSE_S", 0.02)
    monkeypatch.setattr("clipwright._rules.FIRST_LOOK_S", 0.02)
    with ExitStack() as stack:

        def make(service: Service | None = None, **options: Any) -> Any:
            base_url = service.url if service else options.pop("base_url", None)
            if request.param == "sync":
                return stack.enter_context(Client(base_url, **options))
            portal = stack.enter_context(start_blocking_portal())
            client = AsyncClient(base_url, **options)
            stack.callback(lambda: portal.call(client.aclose))
            return Blocking(client, portal)

        yield make


class Blocking:
    """What is asynchronous, called as if it was not."""

    def __init__(self, inner: Any, portal: BlockingPortal) -> None:
        self._inner = inner
        self._portal = portal

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._inner, name)
        if not callable(found):
            return found if isinstance(found, str) else Blocking(found, self._portal)

        def call(*args: Any, **options: Any) -> Any:
            if inspect.iscoroutinefunction(found):

                async def work() -> Any:
                    return await found(*args, **options)

                return self._portal.call(work)
            made = found(*args, **options)
            return self._iterate(made) if inspect.isasyncgen(made) else made

        return call

    def _iterate(self, events: Any) -> Iterator[Any]:
        async def step() -> Any:
            return await anext(events, None)

        try:
            while (event := self._portal.call(step)) is not None:
                yield event
        finally:
            self._portal.call(events.aclose)

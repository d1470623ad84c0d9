# Made of _async/transport.py by python/generate.py (npm run fix). Do not edit.
from __future__ import annotations

import json
import time
from collections.abc import Mapping
from typing import Any

import httpx

from .. import _rules
from .._answer import Answer
from ..errors import ApiError, NetworkError
from .door import Http, sleep


class Transport:
    """Sends requests of ours: in time, with the credential, again where that is safe."""

    def __init__(
        self, http: Http, base_url: str, api_key: str | None, *, timeout: float, retries: int, user_agent: str
    ) -> None:
        self.http = http
        self.base_url = _rules.to_base(base_url)
        self.timeout = timeout
        self.retries = retries
        self._api_key = _rules.to_key(api_key)
        self._user_agent = user_agent

    def json(self, method: str, path: str, **options: Any) -> Any:
        """Raises ApiError for every answer but 2xx and for what some other server says, NetworkError when there is none."""
        answer = self._send(method, path, **options)
        is_json = answer.headers.get("content-type", "").startswith("application/json")
        if answer.status >= 300 or (answer.content and not is_json):
            raise answer.to_error()
        try:
            return json.loads(answer.content) if answer.content else None
        except ValueError:
            raise answer.to_error() from None

    def text(self, method: str, path: str, **options: Any) -> str:
        answer = self._send(method, path, **options)
        if answer.status >= 300:
            raise answer.to_error()
        return answer.text

    def content(self, method: str, path: str, **options: Any) -> Any:
        """Bytes, also where the service sends to its storage, which gets no credential; None where there are none."""
        answer = self._send(method, path, **options)
        if answer.status >= 300:
            response = self.follow(answer.status, answer.headers, self.timeout)
            answer = self._read(response, time.monotonic() + self.timeout, self.timeout)
        return None if answer.status == 204 else answer.content

    def open(self, path: str, headers: dict[str, str], silence_s: float) -> httpx.Response:
        """An answer as it comes, 2xx or 3xx, its body unread: close it. No redirect is followed. Raises ApiError, NetworkError."""
        # A length that is counted is one of bytes that are not packed.
        request = self._request("GET", path, {"accept-encoding": "identity", **headers}, silence_s)
        return self._open(request, silence_s)

    def follow(self, status: int, headers: httpx.Headers, silence_s: float) -> httpx.Response:
        """Where the service sends to, its body unread: close it. Nobody there is shown the credential."""
        target = _rules.to_target(self.base_url, headers.get("location", ""))
        if target is None:
            raise Answer(status, headers, b"").to_error()
        request = self.http.build_request(
            "GET",
            target,
            headers={"accept-encoding": "identity", "user-agent": self._user_agent},
            timeout=self._limits(silence_s),
        )
        return self._open(request, silence_s, follow=True)

    def _send(
        self,
        method: str,
        path: str,
        *,
        path_params: Mapping[str, str] | None = None,
        query: Mapping[str, object] | None = None,
        body: object = None,
        content: bytes | None = None,
        content_type: str = "",
        idempotency_key: str | None = None,
        is_public: bool = False,
        retries: int | None = None,
        timeout: float | None = None,
    ) -> Answer:
        """All of an answer below 400. Raises ApiError, NetworkError."""
        path = _rules.to_path(path, path_params or {}, query or {})
        headers: dict[str, str] = {}
        if body is not None:
            content, content_type = json.dumps(body).encode(), "application/json"
        if content is not None:
            headers["content-type"] = content_type
        if idempotency_key is not None:
            headers["idempotency-key"] = _rules.to_idempotency_key(idempotency_key)
        is_repeatable = method == "GET" or idempotency_key is not None
        retries = self.retries if retries is None else retries
        timeout = self.timeout if timeout is None else timeout
        doubt: NetworkError | None = None
        tries = 0
        while True:
            tries += 1
            error: ApiError | NetworkError
            try:
                request = self._request(method, path, headers, timeout, content=content, is_public=is_public)
                answer = self._attempt(request, timeout)
                if answer.status < 400:
                    return answer
                error = answer.to_error()
            except NetworkError as broken:
                error = broken
                if error.kind != "unreachable":
                    doubt = error
            error.idempotency_key = idempotency_key
            pause_s = _rules.pause_before_retry(error, tries, is_repeatable=is_repeatable)
            if pause_s is None or tries > retries:
                # That nobody has seen the last try says nothing of the one before.
                raise doubt if doubt and isinstance(error, NetworkError) else error
            sleep(pause_s)

    def _request(
        self,
        method: str,
        path: str,
        headers: dict[str, str],
        read_s: float,
        *,
        content: bytes | None = None,
        is_public: bool = False,
    ) -> httpx.Request:
        credential = {"x-api-key": self._api_key} if self._api_key and not is_public else {}
        return self.http.build_request(
            method,
            f"{self.base_url}{path}",
            headers={**headers, **credential, "user-agent": self._user_agent},
            content=content,
            timeout=self._limits(read_s),
        )

    def _limits(self, read_s: float) -> httpx.Timeout:
        return httpx.Timeout(min(self.timeout, read_s), read=read_s)

    def _attempt(self, request: httpx.Request, timeout: float) -> Answer:
        until = time.monotonic() + timeout
        try:
            response = self.http.send(request, stream=True, follow_redirects=False)
        except _rules.BROKEN as error:
            raise _rules.to_network_error(error, request.url, timeout) from error
        return self._read(response, until, timeout)

    def _open(self, request: httpx.Request, silence_s: float, *, follow: bool = False) -> httpx.Response:
        try:
            response = self.http.send(request, stream=True, follow_redirects=follow)
        except _rules.BROKEN as error:
            raise _rules.to_network_error(error, request.url, silence_s) from error
        if response.status_code < 400:
            return response
        answer = self._read(response, time.monotonic() + self.timeout, silence_s)
        raise answer.to_error()

    def _read(self, response: httpx.Response, until: float, timeout: float) -> Answer:
        """Takes the whole body and lets the connection go, in time even where bytes drip."""
        pieces: list[bytes] = []
        try:
            for piece in response.iter_bytes():
                pieces.append(piece)
                if time.monotonic() > until:
                    raise _rules.too_late(response.url, timeout)
        except _rules.BROKEN as error:
            raise _rules.to_network_error(error, response.url, timeout) from error
        finally:
            response.close()
        return Answer(response.status_code, response.headers, b"".join(pieces))

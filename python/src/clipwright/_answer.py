from __future__ import annotations

from typing import NamedTuple

import httpx

from .errors import ApiError, to_api_error


class Answer(NamedTuple):
    """All of an answer, whatever its status."""

    status: int
    headers: httpx.Headers
    content: bytes

    @property
    def text(self) -> str:
        return self.content.decode(errors="replace")

    def to_error(self) -> ApiError:
        return to_api_error(self.status, self.headers, self.text)

"""What can go wrong, in the service's words."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any, Literal

from .types import HTTPValidationErrorDetail, TaskOut

#: One rule that a request broke.
Problem = HTTPValidationErrorDetail

NetworkErrorKind = Literal["unreachable", "timeout", "interrupted"]


class ClipwrightError(Exception):
    """Whatever this package raises about a service."""

    #: What a request that can be repeated was sent with: sent again with it, it is the same request.
    idempotency_key: str | None = None


class ApiError(ClipwrightError):
    """The service answered, and the answer is no (or is nothing this service would say: code `unexpected_response`)."""

    status: int
    #: Stable and meant for programs; `detail` is for people and may change.
    code: str
    detail: str
    #: What is wrong with which field; empty unless the status is 422. `loc` names the field: `["body", "prompt"]`.
    problems: list[Problem]
    #: What the operator finds in the logs.
    request_id: str | None
    #: When asking again makes sense, if the service says so.
    retry_after_s: int | None
    #: The whole answer, for members that only some codes have, such as `required` and `available`.
    body: dict[str, Any]

    def __init__(self, status: int, headers: Mapping[str, str], text: str) -> None:
        body = _parse_object(text)
        said = body.get("detail")
        self.problems = [one for one in said if _is_problem(one)] if isinstance(said, list) else []
        self.detail = _describe(said, self.problems) or f"The answer was {status} without a reason."
        super().__init__(self.detail)
        self.status = status
        code = body.get("code")
        self.code = code if isinstance(code, str) else "unexpected_response"
        self.request_id = headers.get("x-request-id")
        retry_after = headers.get("retry-after", "")
        self.retry_after_s = int(retry_after) if re.fullmatch(r"[0-9]{1,9}", retry_after) else None
        self.body = body

    def __reduce__(self) -> tuple[Any, ...]:
        # An error crosses from one process to another where tasks run in workers. By itself it would be made of its message.
        return _restore, (type(self), self.args, self.__dict__)


class NotAuthenticatedError(ApiError):
    """401: no key, or one that is unknown, revoked, disabled or expired; `code` tells."""


class InsufficientBalanceError(ApiError):
    """402 `insufficient_balance`: the balance does not cover the price."""

    @property
    def required(self) -> int:
        """The price, in minor units."""
        return int(self.body.get("required", 0))

    @property
    def available(self) -> int:
        """The balance, in minor units."""
        return int(self.body.get("available", 0))


class NotFoundError(ApiError):
    """404: it does not exist, is deleted, or is somebody else's."""


class TooManyRequestsError(ApiError):
    """429: too much at once, and the retries of the client were not enough. `retry_after_s` tells when."""


def to_api_error(status: int, headers: Mapping[str, str], text: str) -> ApiError:
    error = ApiError(status, headers, text)
    by_status: dict[int, type[ApiError]] = {
        401: NotAuthenticatedError,
        402: InsufficientBalanceError if error.code == "insufficient_balance" else ApiError,
        404: NotFoundError,
        429: TooManyRequestsError,
    }
    return by_status.get(status, ApiError)(status, headers, text)


class NetworkError(ClipwrightError):
    """No answer came. After `unreachable` the service has not seen the request; after `timeout` and `interrupted` it may have
    acted on it."""

    kind: NetworkErrorKind

    def __init__(self, kind: NetworkErrorKind, message: str) -> None:
        super().__init__(message)
        self.kind = kind

    def __reduce__(self) -> tuple[Any, ...]:
        return _restore, (type(self), self.args, self.__dict__)


class WaitTimeoutError(ClipwrightError, TimeoutError):
    """The time to wait is over. The task itself goes on."""

    #: As it was last seen.
    task: TaskOut | None

    def __init__(self, task_id: str, timeout: float, task: TaskOut | None) -> None:
        super().__init__(f"Task {task_id} has not ended in {timeout:g} s.")
        self.task = task

    def __reduce__(self) -> tuple[Any, ...]:
        return _restore, (type(self), self.args, self.__dict__)


def _restore(kind: type[ClipwrightError], args: tuple[Any, ...], state: dict[str, Any]) -> ClipwrightError:
    error = kind.__new__(kind, *args)
    error.args = args
    error.__dict__.update(state)
    return error


def _parse_object(text: str) -> dict[str, Any]:
    try:
        value = json.loads(text)
    except ValueError:
        # Not ours: a proxy's page, a storage's XML. The status still tells something.
        return {}
    return value if isinstance(value, dict) else {}


def _is_problem(value: object) -> bool:
    return (
        isinstance(value, dict) and isinstance(value.get("loc"), list) and isinstance(value.get("msg"), str)
    )


def _describe(said: object, problems: list[Problem]) -> str | None:
    if isinstance(said, str):
        return said
    return "; ".join(f"{_name(one['loc'])}: {one['msg']}" for one in problems) or None


def _name(loc: list[str | int]) -> str:
    return ".".join(str(part) for part in loc[1:] or loc)

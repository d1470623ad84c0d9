"""What both doors go by: values in, values out."""

from __future__ import annotations

import random
import re
import uuid
from collections.abc import Mapping
from urllib.parse import quote, urlencode, urljoin, urlsplit

import httpx

from .errors import ApiError, NetworkError

#: What the transport raises where no answer comes, or one that makes no sense.
BROKEN = (httpx.TransportError, httpx.DecodingError, httpx.TooManyRedirects, httpx.InvalidURL)

FIRST_PAUSE_S = 0.5
FIRST_LOOK_S = 0.3
#: The longest that a call waits by itself; of a service that asks for more, the caller is told.
LONGEST_RETRY_AFTER_S = 30


def to_base(base_url: str) -> str:
    """`base_url` as it is put before a path. Raises ValueError."""
    parts = urlsplit(base_url)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise ValueError(f"{base_url!r} is no address of a service, such as https://video.example.org.")
    return base_url.rstrip("/")


def to_key(api_key: str | None) -> str | None:
    """Raises ValueError, without the key, for one that no header can hold."""
    key = (api_key or "").strip()
    if re.search(r"[^!-~]", key):
        raise ValueError("An API key has letters, digits and underscores.")
    return key or None


def to_idempotency_key(key: str) -> str:
    if not re.fullmatch(r"[ -~]{1,255}", key):
        raise ValueError("An idempotency key is 1 to 255 printable characters of ASCII.")
    return key


def to_path(path: str, path_params: Mapping[str, str], query: Mapping[str, object]) -> str:
    """The path with all that was given in its place. Raises ValueError for what would lead to another path."""
    for name, value in path_params.items():
        # Nothing and dots are taken out of a path: deleting `prompts/` would be deleting all prompts.
        if value in ("", ".", ".."):
            raise ValueError(f"{name} is {value!r}, which names nothing.")
        path = path.replace(f"{{{name}}}", quote(value, safe=""))
    if "{" in path:
        raise ValueError(f"A part of {path} was not given.")
    given = {name: _to_text(value) for name, value in query.items() if value is not None}
    return f"{path}?{urlencode(given)}" if given else path


def to_target(base_url: str, location: str) -> httpx.URL | None:
    """Where a redirect leads; None where that is nowhere that a video could be."""
    try:
        target = httpx.URL(urljoin(f"{base_url}/", location))
    except (ValueError, httpx.InvalidURL):
        return None
    return target if location and target.scheme in ("https", "http") else None


def _to_text(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def new_key() -> str:
    return str(uuid.uuid4())


def to_network_error(error: Exception, url: httpx.URL, timeout: float) -> NetworkError:
    """What the transport raises, in our words."""
    reason = str(error) or type(error).__name__
    if isinstance(error, (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout, httpx.ProxyError)):
        return NetworkError("unreachable", f"No connection to {_origin(url)} ({reason}).")
    if isinstance(error, httpx.TimeoutException):
        return too_late(url, timeout)
    return NetworkError("interrupted", f"The connection to {_origin(url)} broke ({reason}).")


def too_late(url: httpx.URL, timeout: float) -> NetworkError:
    return NetworkError("timeout", f"No answer from {_origin(url)} in {timeout:g} s.")


def _origin(url: httpx.URL) -> str:
    # What follows may be a signature.
    return f"{url.scheme}://{url.netloc.decode('ascii')}"


def is_passing(error: ApiError | NetworkError) -> bool:
    """Asking again costs nothing where nothing is changed, so whatever a restart or a proxy may cause is tried again."""
    return isinstance(error, NetworkError) or error.status in (429, 502, 503, 504)


def pause_before_retry(error: ApiError | NetworkError, tries: int, *, is_repeatable: bool) -> float | None:
    """How long to wait before the request is sent again, in seconds; None if it may not be, or if that would not help."""
    if isinstance(error, NetworkError):
        may = is_repeatable or error.kind == "unreachable"
    elif error.code == "idempotency_in_progress":
        may = is_repeatable
    else:
        # That there are too many requests is said before anything is done; the others, perhaps after it.
        may = error.status == 429 or (is_repeatable and is_passing(error))
    if not may:
        return None
    pause_s: float = FIRST_PAUSE_S * 2 ** (tries - 1) * random.uniform(0.75, 1.25)  # noqa: S311
    if isinstance(error, ApiError) and error.retry_after_s is not None:
        if error.retry_after_s > LONGEST_RETRY_AFTER_S:
            return None
        pause_s = max(pause_s, error.retry_after_s)
    return pause_s


def asked_pause_s(error: ApiError | NetworkError) -> float:
    return error.retry_after_s or 0 if isinstance(error, ApiError) else 0


def is_final_for_watch(error: ApiError | NetworkError, *, heard: bool) -> bool:
    """What connecting again would not mend soon: too many streams, and a proxy that lets none through."""
    if isinstance(error, ApiError):
        return error.code == "too_many_streams"
    return error.kind == "timeout" and not heard

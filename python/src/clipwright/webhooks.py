"""What the service sends to your own: see docs/webhooks.md of the service."""

from __future__ import annotations

import base64
import binascii
import hmac
import json
import re
import time
from collections.abc import Callable, Iterable
from typing import Any, Literal, Protocol, TypedDict, cast

from .errors import ClipwrightError
from .events import TaskEventType
from .types import PingData, TaskEventData

Reason = Literal["missing_header", "wrong_time", "wrong_signature", "replayed", "no_event"]


class Headers(Protocol):
    """Of the request, as web frameworks have them: a dict will do, and the case of a name does not matter."""

    def items(self) -> Iterable[tuple[str, Any]]: ...


class TaskWebhook(TypedDict):
    id: str
    type: TaskEventType
    timestamp: str
    """When it happened."""
    data: TaskEventData


class PingWebhook(TypedDict):
    id: str
    type: Literal["ping"]
    timestamp: str
    data: PingData


WebhookEvent = TaskWebhook | PingWebhook


class WebhookVerificationError(ClipwrightError):
    """Not from this service, or not now: answer with 400 and do nothing."""

    reason: Reason

    def __init__(self, reason: Reason) -> None:
        super().__init__(f"The webhook is refused: {reason}.")
        self.reason = reason


# By hand: the package of Standard Webhooks knows one secret, five minutes and no reasons, and a forged signature that is no base64
# ends it with an error of its own kind, which few would answer with 400.
def verify_webhook(
    headers: Headers,
    body: bytes | str,
    secret: str | Iterable[str],
    *,
    tolerance_s: float = 300.0,
    is_new: Callable[[str], bool] | None = None,
    now: float | None = None,
) -> WebhookEvent:
    """The event of a request that this service has sent with your secret, by https://www.standardwebhooks.com/.

    `body` as it came: parsed and written again it is another text, and does not verify. Of several secrets one is enough.
    `tolerance_s` is how far the sender's clock and yours may be apart. `is_new` remembers an id and says whether it is the first
    time: webhooks come at least once, and with it a second one is refused, whether a thief or a retry brings it. It is asked
    only when everything else is well. `now` is the time, in seconds since 1970, for tests.

    Raises WebhookVerificationError for any other; ValueError for a secret that is none.
    """
    keys = [_to_key(one) for one in ([secret] if isinstance(secret, str) else secret)]
    message_id, timestamp, signatures = (
        _find(headers, name) for name in ("webhook-id", "webhook-timestamp", "webhook-signature")
    )
    if not re.fullmatch(r"[0-9]{1,12}", timestamp):
        raise WebhookVerificationError("wrong_time")
    if abs((time.time() if now is None else now) - int(timestamp)) > tolerance_s:
        raise WebhookVerificationError("wrong_time")
    content = body.encode() if isinstance(body, str) else body
    signed = f"{message_id}.{timestamp}.".encode() + content
    if not _is_signed(signed, signatures, keys):
        raise WebhookVerificationError("wrong_signature")
    if is_new and not is_new(message_id):
        raise WebhookVerificationError("replayed")
    return _to_event(content, message_id)


def _is_signed(signed: bytes, signatures: str, keys: list[bytes]) -> bool:
    expected = [hmac.digest(key, signed, "sha256") for key in keys]
    for part in signatures.split(" ")[:10]:
        mac = _from_base64(part[3:]) if part.startswith("v1,") else None
        if mac and any(hmac.compare_digest(mac, one) for one in expected):
            return True
    return False


def _to_key(secret: str) -> bytes:
    key = _from_base64(secret.removeprefix("whsec_"))
    if key is None or len(key) < 16:
        raise ValueError("The secret of a webhook is whsec_ and base64.")
    return key


def _find(headers: Headers, wanted: str) -> str:
    for name, value in headers.items():
        if name.lower() == wanted:
            first = value[0] if isinstance(value, (list, tuple)) and value else value
            if isinstance(first, str) and first:
                return first
    raise WebhookVerificationError("missing_header")


def _from_base64(text: str) -> bytes | None:
    try:
        return base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        return None  # what is no base64 is no signature


def _to_event(content: bytes, message_id: str) -> WebhookEvent:
    try:
        event = json.loads(content)
    except ValueError:
        event = None
    if not isinstance(event, dict) or not isinstance(event.get("type"), str):
        raise WebhookVerificationError("no_event")
    return cast(WebhookEvent, {**event, "id": message_id})

"""The API of Clipwright, a self-hosted platform for AI video generation. Shapes are in `clipwright.types`."""

from ._async.client import AsyncClient
from ._sync.client import Client
from ._version import __version__
from .errors import (
    ApiError,
    ClipwrightError,
    InsufficientBalanceError,
    NetworkError,
    NetworkErrorKind,
    NotAuthenticatedError,
    NotFoundError,
    Problem,
    TooManyRequestsError,
    WaitTimeoutError,
)
from .events import Reset, TaskEvent, TaskEventType
from .webhooks import PingWebhook, TaskWebhook, WebhookEvent, WebhookVerificationError, verify_webhook

__all__ = [
    "ApiError",
    "AsyncClient",
    "Client",
    "ClipwrightError",
    "InsufficientBalanceError",
    "NetworkError",
    "NetworkErrorKind",
    "NotAuthenticatedError",
    "NotFoundError",
    "PingWebhook",
    "Problem",
    "Reset",
    "TaskEvent",
    "TaskEventType",
    "TaskWebhook",
    "TooManyRequestsError",
    "WaitTimeoutError",
    "WebhookEvent",
    "WebhookVerificationError",
    "__version__",
    "verify_webhook",
]

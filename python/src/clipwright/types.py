# Written from server/openapi.json by python/generate.py (npm run fix). Do not edit.
"""Shapes of the service, by the names in its document."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias, TypedDict

from typing_extensions import NotRequired


class ModelOutMode(TypedDict):
    mode: Literal["text-to-video", "image-to-video"]
    is_available: bool
    """Whether an engine that makes these was heard of lately."""


class ModelOutSize(TypedDict):
    resolution: str
    aspect_ratio: str
    width_px: int
    height_px: int


class ModelOutPrice(TypedDict):
    resolution: str
    unit: Literal["second", "task"] | None
    unit_price: str | None
    """A decimal in minor units; null is not for sale."""


class ModelOut(TypedDict):
    model: str
    """What a submission names."""
    title: str
    licence: str | None
    is_default: bool
    modes: list[ModelOutMode]
    fps: float
    sizes: list[ModelOutSize]
    prices: list[ModelOutPrice]
    currency: str
    parameters: dict[str, Any]
    """A JSON Schema (2020-12) of the fields of a submission besides `model`, with their defaults."""


class ErrorBody(TypedDict):
    """An error; `code` is stable, `detail` is for people."""

    detail: str
    code: str
    request_id: str


class HTTPValidationErrorDetail(TypedDict):
    loc: list[str | int]
    msg: str
    type: str


class HTTPValidationError(TypedDict):
    """The request is not valid."""

    detail: list[HTTPValidationErrorDetail]
    code: str
    request_id: str


class TaskCreate(TypedDict):
    prompt: str
    original_prompt: NotRequired[str | None]
    """What an optimized prompt was made from; kept with the task."""
    model: NotRequired[str]
    """Default: the first model on offer."""
    negative_prompt: NotRequired[str | None]
    image_url: NotRequired[str | None]
    """The first frame: an https URL, which is fetched at once, or the key of an upload."""
    last_image_url: NotRequired[str | None]
    """The last frame, likewise, where the model takes one."""
    audio_url: NotRequired[str | None]
    """The sound that the video is made to, where the model takes one: an https URL, which is fetched at once, or the key of an upload. A longer one is cut where the video ends, a shorter one is followed by silence."""
    parent_task_id: NotRequired[str | None]
    """A video of yours that this one goes on from, such as from its last frame; its lineage shows it."""
    duration_seconds: NotRequired[int]
    resolution: NotRequired[str]
    aspect_ratio: NotRequired[str]
    steps: NotRequired[int | None]
    """Sampling steps."""
    guidance: NotRequired[float | None]
    """Guidance scale."""
    seed: NotRequired[int | None]
    parameters: NotRequired[dict[str, Any] | None]
    """Parameters of the model’s own, by name: those that its JSON Schema has under `parameters`. They do not change the price."""
    priority: NotRequired[int]
    """Among your own waiting tasks: higher is earlier. Nobody else is passed. Default 0."""


class QuoteOutParams(TypedDict):
    mode: Literal["text-to-video", "image-to-video", "enhance"]
    duration_seconds: int
    resolution: str
    aspect_ratio: str
    width_px: int
    height_px: int
    fps: float
    frames: int
    seed: int | None
    steps: int | None
    guidance: float | None
    parameters: dict[str, str | float | bool]
    """The model’s own parameters, with the defaults of those that were not given."""
    image_key: str | None
    """Key of the first frame’s upload; may be named again."""
    last_image_key: str | None
    audio_key: str | None
    """Key of the sound’s upload; may be named again."""
    target: Literal["1080p", "2k"] | None
    """Of an enhance sub-task; null otherwise."""
    upscaler: str | None
    """What made an enhanced video: `onnx`, `ffmpeg` or `comfyui`."""


class QuoteOutEnhance(TypedDict):
    target: Literal["1080p", "2k"]
    cost: int | None
    unit_price: str | None
    unit: Literal["second", "task"] | None


class QueueOut(TypedDict):
    position: int
    """Its turn among the tasks that compete for its engines: 1 is next. Exact among the first 200 of a model, an estimate behind them."""
    estimated_seconds: int | None
    """Until it starts; null while nobody can take it."""
    reason: (
        Literal["no_worker", "engine_starting", "paused", "retry_backoff", "user_limit", "engine_busy"] | None
    )
    """Why it waits; null when an engine is free for it."""


class GenerateResponse(TypedDict):
    task_id: str
    status: Literal["queued", "running", "completed", "failed"]
    model: str
    cost: int
    """Minor units, reserved now."""
    currency: str
    balance: int
    """Spendable after the reservation."""
    created_at: str
    existing: bool


class TaskOutParams(TypedDict):
    mode: Literal["text-to-video", "image-to-video", "enhance"]
    duration_seconds: int
    resolution: str
    aspect_ratio: str
    width_px: int
    height_px: int
    fps: float
    frames: int
    seed: int
    steps: int | None
    guidance: float | None
    parameters: dict[str, str | float | bool]
    """The model’s own parameters, with the defaults of those that were not given."""
    image_key: str | None
    """Key of the first frame’s upload; may be named again."""
    last_image_key: str | None
    audio_key: str | None
    """Key of the sound’s upload; may be named again."""
    target: Literal["1080p", "2k"] | None
    """Of an enhance sub-task; null otherwise."""
    upscaler: str | None
    """What made an enhanced video: `onnx`, `ffmpeg` or `comfyui`."""


class TaskOutMediaSprite(TypedDict):
    """Pictures of the whole video on one sheet, row by row."""

    url: str
    columns: int
    rows: int
    width_px: int
    """Of one cell."""
    height_px: int
    seconds_each: float
    """How much of the video a cell stands for."""


class TaskOutMedia(TypedDict):
    """The stored video as it is; null before it is there, and for older ones."""

    width_px: int
    height_px: int
    duration_s: float
    fps: float
    frames: int
    bytes: int
    """Of the mp4."""
    sha256: str
    """Of the mp4, in hexadecimal."""
    has_audio: bool
    poster_url: str | None
    preview_url: str | None
    sprite: TaskOutMediaSprite | None
    """Pictures of the whole video on one sheet, row by row."""


class TaskOutError(TypedDict):
    code: str
    message: str


class TaskOut(TypedDict):
    task_id: str
    model: str
    status: Literal["queued", "running", "completed", "failed"]
    progress: float | None
    prompt: str | None
    original_prompt: str | None
    """What the prompt was before it was optimized."""
    negative_prompt: str | None
    params: TaskOutParams
    parent_task_id: str | None
    enhance_task_id: str | None
    result_url: str | None
    """Object key of the stored video."""
    download_url: str | None
    media: TaskOutMedia | None
    """The stored video as it is; null before it is there, and for older ones."""
    error: TaskOutError | None
    cost: int
    cost_status: Literal["held", "charged", "released", "free"]
    priority: int
    queue: QueueOut | None
    not_drawn: NotRequired[list[str]]
    """Things that the prompt names and the video does not show, in the prompt’s words. Only of the built-in preview, which draws what it has a word for; of a model nobody knows."""
    created_at: str
    started_at: str | None
    completed_at: str | None
    updated_at: str


class StorageOut(TypedDict):
    stored_bytes: int | None
    """Of videos that are not deleted; null for an hour after an upgrade, until they were counted."""
    quota_bytes: int | None
    """From there on, submissions are refused; null for no bound."""


class TaskListOut(TypedDict):
    items: list[TaskOut]
    total: int
    """How many items all pages have. A list with filters and a list of administrators end after 10,000: a narrower filter finds what lies behind, and so does the cursor of a list that has one."""
    page: int
    page_size: int


class EnhanceRequest(TypedDict):
    target: NotRequired[str]
    """`1080p` or `2k`, in any case: the short side is 1080 or 1440 pixels."""


TaskId: TypeAlias = str


class TaskIds(TypedDict):
    task_ids: list[TaskId]


class TasksDoneRefused(TypedDict):
    task_id: str
    code: str
    """The code that a call for this one alone would have."""
    detail: str


class TasksDone(TypedDict):
    done: list[str]
    refused: list[TasksDoneRefused]


class LineageOut(TypedDict):
    items: list[TaskOut]
    total: int
    """How many items all pages have. A list with filters and a list of administrators end after 10,000: a narrower filter finds what lies behind, and so does the cursor of a list that has one."""
    page: int
    page_size: int


AttemptOutError = TypedDict(
    "AttemptOutError",
    {
        "code": str,
        "message": str,
        "class": Literal["request", "engine", "worker", "deadline"],
    },
)


class AttemptOut(TypedDict):
    attempt: int
    engine: str
    started_at: str
    ended_at: str | None
    outcome: Literal["completed", "failed", "lost", "handed_back", "canceled"] | None
    error: AttemptOutError | None


class ReportOut(TypedDict):
    """What made it (`upscaler`), and `quality`: the facts of both files, and how near the result, made small again, is to its source."""


class ProvenanceEnvelopeSignature(TypedDict):
    keyid: str
    sig: str
    """Ed25519, in base64."""


class ProvenanceEnvelope(TypedDict):
    """A DSSE envelope: the exact bytes that were signed."""

    payloadType: str
    payload: str
    """The manifest, in base64."""
    signatures: list[ProvenanceEnvelopeSignature]


class UploadRequest(TypedDict):
    content_type: Literal["image/png", "image/jpeg", "image/webp"]
    content_length: NotRequired[int]


class UploadOut(TypedDict):
    image_key: str
    """What `image_url` or `last_image_url` of a submission may be."""
    upload_url: str
    method: Literal["PUT"]
    headers: dict[str, str]
    expires_in: int
    expires_at: str
    max_bytes: int


class PictureOut(TypedDict):
    image_key: str
    """What `image_url` or `last_image_url` of a submission may be."""
    width_px: int
    height_px: int


class AudioUploadRequest(TypedDict):
    content_type: Literal["audio/wav", "audio/mpeg", "audio/mp4", "audio/aac", "audio/flac", "audio/ogg"]
    content_length: NotRequired[int]


class AudioUploadOut(TypedDict):
    audio_key: str
    """What `audio_url` of a submission may be."""
    upload_url: str
    method: Literal["PUT"]
    headers: dict[str, str]
    expires_in: int
    expires_at: str
    max_bytes: int


class AudioOut(TypedDict):
    audio_key: str
    """What `audio_url` of a submission may be."""
    duration_seconds: float
    """Of the whole sound. A video gets its beginning."""


class TaskEventDataError(TypedDict):
    code: str
    message: str


class TaskEventData(TypedDict):
    """A task after a change: `data` of its event, as JSON on one line."""

    task_id: str
    parent_task_id: str | None
    model: str
    status: Literal["queued", "running", "completed", "failed"]
    progress: float | None
    attempt: int
    """0 before the first."""
    result_url: str | None
    """Object key of the stored video."""
    download_url: str | None
    error: TaskEventDataError | None
    cost: int
    cost_status: Literal["held", "charged", "released", "free"]
    created_at: str
    started_at: str | None
    completed_at: str | None
    updated_at: str


class LivePictureData(TypedDict):
    """A task whose live picture has changed: `data` of the event task.live."""

    task_id: str
    live_url: str


class PromptHelpersOutOptimize(TypedDict):
    source: Literal["model", "rules"]
    """What is asked first."""
    cost: int
    """Minor units, of an answer of the model; those of the rules are free."""


class PromptHelpersOutTags(TypedDict):
    source: Literal["model", "rules"]
    """What is asked first."""
    cost: int
    """Minor units, of an answer of the model; those of the rules are free."""


class PromptHelpersOut(TypedDict):
    optimize: PromptHelpersOutOptimize
    tags: PromptHelpersOutTags


class OptimizePromptRequest(TypedDict):
    prompt: str
    model: NotRequired[str]
    """The video model it is for: decides length, order and vocabulary."""
    language: NotRequired[str]
    """BCP 47. Settles what the text leaves open; its script counts before it."""


class OptimizePromptResponsePreserved(TypedDict):
    kind: Literal["quote", "name", "number"]
    text: str


class OptimizePromptResponse(TypedDict):
    prompt_id: str
    """In your history."""
    optimized_prompt: str
    original_prompt: str
    """As it was sent, to show a difference or to go back."""
    source: Literal["model", "rules"]
    """What answered."""
    language: str | None
    """Of both prompts; null when nothing tells."""
    preserved: list[OptimizePromptResponsePreserved]
    """What was found in your prompt and stands in the optimized one."""
    cost: int
    """Minor units, charged."""


class GenerateTagsRequest(TypedDict):
    """A prompt, a title, or both."""

    prompt: NotRequired[str]
    title: NotRequired[str]
    max_tags: NotRequired[int]
    """Default 8."""
    language: NotRequired[str]
    """BCP 47. Settles what the text leaves open; its script counts before it."""


class GenerateTagsResponse(TypedDict):
    tags: list[str]
    """Best first."""
    source: Literal["model", "rules"]
    """What answered."""
    cost: int
    """Minor units, charged."""


class PromptOut(TypedDict):
    prompt_id: str
    original_prompt: str
    optimized_prompt: str
    source: Literal["model", "rules"]
    """What answered."""
    model: str | None
    """The video model it was for."""
    created_at: str


class UsedPromptOut(TypedDict):
    prompt: str
    used_count: int
    """In how many of them."""
    last_used_at: str
    starred_id: str | None
    """Null where it is not starred."""


class StarredPromptOut(TypedDict):
    starred_id: str
    prompt: str
    created_at: str


class StarPromptRequest(TypedDict):
    prompt: str


class TopupRequest(TypedDict):
    amount: int
    """Minor units."""


class BalanceOut(TypedDict):
    balance: int
    balance_held: int
    balance_total: int
    currency: str
    currency_scale: int
    transaction_id: str
    updated_at: str


class TransactionOut(TypedDict):
    transaction_id: str
    type: Literal["topup", "signup_bonus", "task_charge", "task_refund", "adjustment"]
    amount: int
    """Signed, in minor units."""
    balance_after: int
    """Spendable balance right after it."""
    status: Literal["pending", "settled", "reversed"]
    task_id: str | None
    description: str | None
    created_at: str


class UsageOutItem(TypedDict):
    day: str
    model: str | None
    """Null for what was not a video, such as a prompt helper."""
    spent: int
    """Charges less refunds, in minor units; may be negative."""
    videos: int
    """How many were paid for."""


UsageOut = TypedDict(
    "UsageOut",
    {
        "time_zone": str,
        "today": str,
        "from": str,
        "to": str,
        "total": int,
        "currency": str,
        "currency_scale": int,
        "items": list[UsageOutItem],
    },
)


class ApiKeyOut(TypedDict):
    key_id: str
    name: str
    key_prefix: str
    """The first nine characters of the key."""
    last4: str
    scopes: list[Literal["video:read", "video:write", "agent", "account:read", "account:write"]]
    is_active: bool
    status: Literal["active", "revoked", "disabled", "expired"]
    rate_limit_per_minute: int | None
    spend_cap: int | None
    spend_cap_period: Literal["month", "total"] | None
    spent_in_period: int
    created_at: str
    expires_at: str | None
    last_used_at: str | None
    revoked_at: str | None
    disabled_at: str | None


class WebhookOut(TypedDict):
    webhook_id: str
    url: str
    description: str
    event_types: list[
        Literal[
            "task.queued",
            "task.running",
            "task.progress",
            "task.requeued",
            "task.completed",
            "task.failed",
            "task.deleted",
            "task.restored",
        ]
    ]
    format: Literal["standard", "openai"]
    enabled: bool
    disabled_at: str | None
    disabled_by: Literal["owner", "gone", "failing"] | None
    """`gone`: it answered 410. `failing`: it took nothing for five days."""
    failing_since: str | None
    previous_secret_until: str | None
    created_at: str
    updated_at: str


class DeliveryOut(TypedDict):
    delivery_id: str
    """Also the header `webhook-id`, for every try."""
    event_id: int | None
    """The id of the event in `/api/v1/events`; null for a ping."""
    type: Literal[
        "task.queued",
        "task.running",
        "task.progress",
        "task.requeued",
        "task.completed",
        "task.failed",
        "task.deleted",
        "task.restored",
        "ping",
    ]
    status: Literal["waiting", "delivered", "failed"]
    request_body: str
    """What is sent, the same each time."""
    attempts: int
    next_attempt_at: str | None
    attempted_at: str | None
    duration_ms: int | None
    response_status: int | None
    response_body: str | None
    """The first 1,024 bytes of the last answer."""
    error: (
        Literal[
            "bad_status",
            "redirect",
            "not_allowed",
            "name_not_found",
            "connection_failed",
            "timeout",
            "disabled",
            "internal_error",
        ]
        | None
    )
    created_at: str


class DeliveryListOut(TypedDict):
    items: list[DeliveryOut]
    total: int
    """How many items all pages have. A list with filters and a list of administrators end after 10,000: a narrower filter finds what lies behind, and so does the cursor of a list that has one."""
    page: int
    page_size: int


class UserOut(TypedDict):
    user_id: str
    email: str
    nickname: str
    email_verified: bool
    mfa_enabled: bool
    api_access_enabled: bool
    avatar: str | None
    """The name that it was uploaded under: `avatars/{user_id}.{ext}`."""
    avatar_url: str | None
    role: Literal["user", "admin"]
    balance: int
    """Spendable now, in minor units."""
    balance_held: int
    """Reserved by tasks that have not ended."""
    currency: str
    currency_scale: int
    created_at: str
    updated_at: str


class PublicConfig(TypedDict):
    site_name: str
    """What this installation is called, 1 to 60 characters."""
    email_verification_required: bool
    api_key_auth_enabled: bool
    topup_enabled: bool
    currency: str
    currency_scale: int
    """Decimal places of an amount in minor units."""
    password_min_length: int


class ProfileUpdateRequest(TypedDict):
    nickname: str


class AvatarPresignRequest(TypedDict):
    content_type: Literal["image/png", "image/jpeg", "image/webp"]
    content_length: NotRequired[int]


class AvatarPresignOut(TypedDict):
    upload_url: str
    method: Literal["PUT"]
    headers: dict[str, str]
    object_key: str
    expires_in: int
    expires_at: str
    max_bytes: int


class AvatarPutOut(TypedDict):
    object_key: str
    size: int
    content_type: str


class AvatarCompleteRequest(TypedDict):
    object_key: str


class SessionOut(TypedDict):
    session_id: str
    created_at: str
    last_seen_at: str
    expires_at: str
    ip: str | None
    user_agent: str | None
    device: str
    """A short label, guessed from the user agent."""
    mfa: bool
    session_mode: Literal["both", "cookie", "token"]
    current: bool
    """Whether this is the session that asks."""


class ProvenanceOut(TypedDict):
    sha256: str
    made_by_ai: bool
    digital_source_type: str
    """A term of IPTC."""
    model: str
    producer: str
    created_at: str


class ProvenanceVerify(TypedDict):
    manifest: ProvenanceEnvelope
    sha256: NotRequired[str | None]
    """Of the file at hand, in hexadecimal."""


class ProvenanceVerdictManifest(TypedDict):
    """What was signed; null where the signature proves nothing."""

    version: int
    task_id: str
    parent_task_id: str | None
    made_by_ai: bool
    digital_source_type: str
    model: str
    engine_kind: Literal["trained_model", "procedural"]
    producer: str
    created_at: str
    sha256: str
    bytes: int
    prompt_sha256: str
    key_id: str


class ProvenanceVerdict(TypedDict):
    valid: bool
    reasons: list[Literal["unknown_key", "signature_invalid", "not_a_manifest", "hash_mismatch"]]
    """Empty when valid."""
    manifest: ProvenanceVerdictManifest | None
    """What was signed; null where the signature proves nothing."""


class ProvenanceKeysKey(TypedDict):
    key_id: str
    algorithm: Literal["Ed25519"]
    public_key: str
    """PEM."""


class ProvenanceKeys(TypedDict):
    keys: list[ProvenanceKeysKey]
    """The first one signs; earlier ones still verify."""


class TaskQueuedDelivery(TypedDict):
    type: Literal["task.queued"]
    timestamp: str
    data: TaskEventData


class TaskRunningDelivery(TypedDict):
    type: Literal["task.running"]
    timestamp: str
    data: TaskEventData


class TaskProgressDelivery(TypedDict):
    type: Literal["task.progress"]
    timestamp: str
    data: TaskEventData


class TaskRequeuedDelivery(TypedDict):
    type: Literal["task.requeued"]
    timestamp: str
    data: TaskEventData


class TaskCompletedDelivery(TypedDict):
    type: Literal["task.completed"]
    timestamp: str
    data: TaskEventData


class TaskFailedDelivery(TypedDict):
    type: Literal["task.failed"]
    timestamp: str
    data: TaskEventData


class TaskDeletedDelivery(TypedDict):
    type: Literal["task.deleted"]
    timestamp: str
    data: TaskEventData


class TaskRestoredDelivery(TypedDict):
    type: Literal["task.restored"]
    timestamp: str
    data: TaskEventData


class PingData(TypedDict):
    webhook_id: str


class ModelListOut(TypedDict):
    items: list[ModelOut]
    total: int
    """How many items all pages have. A list with filters and a list of administrators end after 10,000: a narrower filter finds what lies behind, and so does the cursor of a list that has one."""
    page: int
    page_size: int


class QuoteOut(TypedDict):
    model: str
    params: QuoteOutParams
    cost: int
    """Minor units."""
    unit: Literal["second", "task"]
    unit_price: str
    """A decimal in minor units."""
    quantity: float
    price_source: str
    """The row of the price list, or the override, that it comes from."""
    currency: str
    currency_scale: int
    balance: int
    """Spendable now."""
    affordable: bool
    enhance: list[QuoteOutEnhance]
    """What it would cost to enhance the video afterwards; null where that is not for sale."""
    not_drawn: list[str]
    """Things that the prompt names and the video does not show, in the prompt’s words. Only of the built-in preview, which draws what it has a word for; of a model nobody knows."""
    queue: QueueOut


class AttemptListOut(TypedDict):
    items: list[AttemptOut]
    total: int
    """How many items all pages have. A list with filters and a list of administrators end after 10,000: a narrower filter finds what lies behind, and so does the cursor of a list that has one."""
    page: int
    page_size: int


class PromptListOut(TypedDict):
    items: list[PromptOut]
    total: int
    """How many items all pages have. A list with filters and a list of administrators end after 10,000: a narrower filter finds what lies behind, and so does the cursor of a list that has one."""
    page: int
    page_size: int


class UsedPromptListOut(TypedDict):
    items: list[UsedPromptOut]
    total: int
    """How many items all pages have. A list with filters and a list of administrators end after 10,000: a narrower filter finds what lies behind, and so does the cursor of a list that has one."""
    page: int
    page_size: int


class StarredPromptListOut(TypedDict):
    items: list[StarredPromptOut]
    total: int
    """How many items all pages have. A list with filters and a list of administrators end after 10,000: a narrower filter finds what lies behind, and so does the cursor of a list that has one."""
    page: int
    page_size: int


class TransactionListOut(TypedDict):
    items: list[TransactionOut]
    total: int
    """How many items all pages have. A list with filters and a list of administrators end after 10,000: a narrower filter finds what lies behind, and so does the cursor of a list that has one."""
    page: int
    page_size: int


class ApiKeyListOut(TypedDict):
    items: list[ApiKeyOut]
    total: int
    """How many items all pages have. A list with filters and a list of administrators end after 10,000: a narrower filter finds what lies behind, and so does the cursor of a list that has one."""
    page: int
    page_size: int


class WebhookListOut(TypedDict):
    items: list[WebhookOut]
    total: int
    """How many items all pages have. A list with filters and a list of administrators end after 10,000: a narrower filter finds what lies behind, and so does the cursor of a list that has one."""
    page: int
    page_size: int


class SessionListOut(TypedDict):
    items: list[SessionOut]
    total: int
    """How many items all pages have. A list with filters and a list of administrators end after 10,000: a narrower filter finds what lies behind, and so does the cursor of a list that has one."""
    page: int
    page_size: int


class PingDelivery(TypedDict):
    type: Literal["ping"]
    timestamp: str
    data: PingData

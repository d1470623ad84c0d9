# Written from server/openapi.json by python/generate.py (npm run fix). Do not edit.

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, overload

from typing_extensions import Unpack

from .. import types
from .._rules import new_key
from .transport import Transport


class Tasks:
    """Videos that were asked for."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def get(self, task_id: str) -> types.TaskOut:
        """One task.

        GET /api/v1/tasks/{task_id}
        """
        answer: types.TaskOut = self._transport.json(
            "GET", "/api/v1/tasks/{task_id}", path_params={"task_id": task_id}
        )
        return answer

    def list(
        self,
        *,
        status: str | None = None,
        model: str | None = None,
        resolution: str | None = None,
        aspect_ratio: str | None = None,
        enhanced: bool | None = None,
        created_from: str | None = None,
        created_to: str | None = None,
        q: str | None = None,
        page: int | None = None,
        page_size: int | None = None,
    ) -> types.TaskListOut:
        """Your tasks, newest first.

        GET /api/v1/tasks
        """
        answer: types.TaskListOut = self._transport.json(
            "GET",
            "/api/v1/tasks",
            query={
                "status": status,
                "model": model,
                "resolution": resolution,
                "aspect_ratio": aspect_ratio,
                "enhanced": enhanced,
                "created_from": created_from,
                "created_to": created_to,
                "q": q,
                "page": page,
                "page_size": page_size,
            },
        )
        return answer

    def delete(self, **body: Unpack[types.TaskIds]) -> types.TasksDone:
        """Remove several ended tasks from your list.

        POST /api/v1/tasks/delete
        """
        answer: types.TasksDone = self._transport.json("POST", "/api/v1/tasks/delete", body=body)
        return answer

    def restore(self, **body: Unpack[types.TaskIds]) -> types.TasksDone:
        """Undo the deletion of several tasks.

        POST /api/v1/tasks/restore
        """
        answer: types.TasksDone = self._transport.json("POST", "/api/v1/tasks/restore", body=body)
        return answer

    def lineage(self, task_id: str) -> types.LineageOut:
        """What a video was made from, and what was made from it.

        GET /api/v1/tasks/{task_id}/lineage
        """
        answer: types.LineageOut = self._transport.json(
            "GET", "/api/v1/tasks/{task_id}/lineage", path_params={"task_id": task_id}
        )
        return answer

    def attempts(self, task_id: str) -> types.AttemptListOut:
        """How often a task was tried, and how each attempt ended.

        GET /api/v1/tasks/{task_id}/attempts
        """
        answer: types.AttemptListOut = self._transport.json(
            "GET", "/api/v1/tasks/{task_id}/attempts", path_params={"task_id": task_id}
        )
        return answer

    def live_picture(self, task_id: str) -> bytes | None:
        """What a running task looks like by now, as WebP.

        GET /api/v1/tasks/{task_id}/live
        """
        answer: bytes | None = self._transport.content(
            "GET", "/api/v1/tasks/{task_id}/live", path_params={"task_id": task_id}
        )
        return answer

    def poster(self, task_id: str) -> bytes:
        """A picture of the video, as WebP.

        GET /api/v1/tasks/{task_id}/poster
        """
        answer: bytes = self._transport.content(
            "GET", "/api/v1/tasks/{task_id}/poster", path_params={"task_id": task_id}
        )
        return answer

    def preview(self, task_id: str) -> bytes:
        """A short, small and silent part of the video, as MP4.

        GET /api/v1/tasks/{task_id}/preview
        """
        answer: bytes = self._transport.content(
            "GET", "/api/v1/tasks/{task_id}/preview", path_params={"task_id": task_id}
        )
        return answer

    def sprite(self, task_id: str) -> bytes:
        """Small pictures of the whole video on one sheet, as WebP.

        GET /api/v1/tasks/{task_id}/sprite
        """
        answer: bytes = self._transport.content(
            "GET", "/api/v1/tasks/{task_id}/sprite", path_params={"task_id": task_id}
        )
        return answer

    def report(self, task_id: str) -> types.ReportOut:
        """How an enhanced video compares with its source.

        GET /api/v1/tasks/{task_id}/report
        """
        answer: types.ReportOut = self._transport.json(
            "GET", "/api/v1/tasks/{task_id}/report", path_params={"task_id": task_id}
        )
        return answer

    def provenance(self, task_id: str) -> types.ProvenanceEnvelope:
        """The signed manifest of the video: what made it, and the hash of the file.

        GET /api/v1/tasks/{task_id}/provenance
        """
        answer: types.ProvenanceEnvelope = self._transport.json(
            "GET", "/api/v1/tasks/{task_id}/provenance", path_params={"task_id": task_id}
        )
        return answer


class Uploads:
    """Pictures that videos begin with, and sounds that they are made to."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def presign_picture(self, **body: Unpack[types.UploadRequest]) -> types.UploadOut:
        """Get a URL to upload a picture to, for a video that begins with it.

        POST /api/v1/uploads
        """
        answer: types.UploadOut = self._transport.json("POST", "/api/v1/uploads", body=body)
        return answer

    def put_picture(
        self, content: bytes, *, content_type: Literal["image/jpeg", "image/png", "image/webp"]
    ) -> types.PictureOut:
        """Upload a picture through this server.

        POST /api/v1/uploads/put
        """
        answer: types.PictureOut = self._transport.json(
            "POST", "/api/v1/uploads/put", content=content, content_type=content_type
        )
        return answer

    def presign_sound(self, **body: Unpack[types.AudioUploadRequest]) -> types.AudioUploadOut:
        """Get a URL to upload a sound to, for a video that is made to it.

        POST /api/v1/uploads/audio
        """
        answer: types.AudioUploadOut = self._transport.json("POST", "/api/v1/uploads/audio", body=body)
        return answer

    def put_sound(
        self,
        content: bytes,
        *,
        content_type: Literal["audio/aac", "audio/flac", "audio/mp4", "audio/mpeg", "audio/ogg", "audio/wav"],
    ) -> types.AudioOut:
        """Upload a sound through this server.

        POST /api/v1/uploads/audio/put
        """
        answer: types.AudioOut = self._transport.json(
            "POST", "/api/v1/uploads/audio/put", content=content, content_type=content_type
        )
        return answer


class Agent:
    """Prompt helpers."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def prices(self) -> types.PromptHelpersOut:
        """What the prompt helpers cost.

        GET /api/v1/agent
        """
        answer: types.PromptHelpersOut = self._transport.json("GET", "/api/v1/agent")
        return answer

    def optimize_prompt(
        self, *, idempotency_key: str | None = None, **body: Unpack[types.OptimizePromptRequest]
    ) -> types.OptimizePromptResponse:
        """A prompt as video models like it.

        With the same idempotency_key it is the same request, however often it is sent; by default each call has its own.

        POST /api/v1/agent/optimize-prompt
        """
        answer: types.OptimizePromptResponse = self._transport.json(
            "POST", "/api/v1/agent/optimize-prompt", idempotency_key=idempotency_key or new_key(), body=body
        )
        return answer

    def generate_tags(
        self, *, idempotency_key: str | None = None, **body: Unpack[types.GenerateTagsRequest]
    ) -> types.GenerateTagsResponse:
        """Tags for publishing, from a prompt or a title.

        With the same idempotency_key it is the same request, however often it is sent; by default each call has its own.

        POST /api/v1/agent/generate-tags
        """
        answer: types.GenerateTagsResponse = self._transport.json(
            "POST", "/api/v1/agent/generate-tags", idempotency_key=idempotency_key or new_key(), body=body
        )
        return answer


class Prompts:
    """Prompts that were optimized, used or starred."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list(self, *, page: int | None = None, page_size: int | None = None) -> types.PromptListOut:
        """Your optimized prompts, newest first.

        GET /api/v1/me/prompts
        """
        answer: types.PromptListOut = self._transport.json(
            "GET", "/api/v1/me/prompts", query={"page": page, "page_size": page_size}
        )
        return answer

    def delete_all(self) -> None:
        """Remove every prompt from your history.

        DELETE /api/v1/me/prompts
        """
        self._transport.json("DELETE", "/api/v1/me/prompts")

    def delete(self, prompt_id: str) -> None:
        """Remove a prompt from your history.

        DELETE /api/v1/me/prompts/{prompt_id}
        """
        self._transport.json("DELETE", "/api/v1/me/prompts/{prompt_id}", path_params={"prompt_id": prompt_id})

    def list_used(
        self, *, page: int | None = None, page_size: int | None = None, q: str | None = None
    ) -> types.UsedPromptListOut:
        """The prompts of your videos, each once, the last used first.

        GET /api/v1/me/prompts/used
        """
        answer: types.UsedPromptListOut = self._transport.json(
            "GET", "/api/v1/me/prompts/used", query={"page": page, "page_size": page_size, "q": q}
        )
        return answer

    def list_starred(
        self, *, page: int | None = None, page_size: int | None = None, q: str | None = None
    ) -> types.StarredPromptListOut:
        """Your starred prompts, newest first.

        GET /api/v1/me/prompts/starred
        """
        answer: types.StarredPromptListOut = self._transport.json(
            "GET", "/api/v1/me/prompts/starred", query={"page": page, "page_size": page_size, "q": q}
        )
        return answer

    def star(self, **body: Unpack[types.StarPromptRequest]) -> types.StarredPromptOut:
        """Keep a prompt to use it again.

        POST /api/v1/me/prompts/starred
        """
        answer: types.StarredPromptOut = self._transport.json("POST", "/api/v1/me/prompts/starred", body=body)
        return answer

    def unstar(self, starred_id: str) -> None:
        """Remove the star of a prompt.

        DELETE /api/v1/me/prompts/starred/{starred_id}
        """
        self._transport.json(
            "DELETE", "/api/v1/me/prompts/starred/{starred_id}", path_params={"starred_id": starred_id}
        )


class Transactions:
    """What moved the balance."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list(
        self,
        *,
        page: int | None = None,
        page_size: int | None = None,
        from_: str | None = None,
        to: str | None = None,
        type_: Literal["topup", "signup_bonus", "task_charge", "task_refund", "adjustment"] | None = None,
    ) -> types.TransactionListOut:
        """What moved your balance, newest first.

        GET /api/v1/me/transactions
        """
        answer: types.TransactionListOut = self._transport.json(
            "GET",
            "/api/v1/me/transactions",
            query={"page": page, "page_size": page_size, "from": from_, "to": to, "type": type_},
        )
        return answer

    def export(
        self,
        *,
        from_: str | None = None,
        to: str | None = None,
        type_: Literal["topup", "signup_bonus", "task_charge", "task_refund", "adjustment"] | None = None,
    ) -> str:
        """What moved your balance, as CSV, oldest first.

        GET /api/v1/me/transactions/export
        """
        answer: str = self._transport.text(
            "GET", "/api/v1/me/transactions/export", query={"from": from_, "to": to, "type": type_}
        )
        return answer


class Keys:
    """API keys. Only a person who is signed in can make one."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list(self) -> types.ApiKeyListOut:
        """Your API keys, newest first.

        GET /api/v1/me/api-keys
        """
        answer: types.ApiKeyListOut = self._transport.json("GET", "/api/v1/me/api-keys")
        return answer

    def revoke(self, key_id: str) -> types.ApiKeyOut:
        """Revoke an API key.

        POST /api/v1/me/api-keys/{key_id}/revoke
        """
        answer: types.ApiKeyOut = self._transport.json(
            "POST", "/api/v1/me/api-keys/{key_id}/revoke", path_params={"key_id": key_id}
        )
        return answer


class Webhooks:
    """Where events are sent. Only a person who is signed in can change that."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list(self) -> types.WebhookListOut:
        """Your webhooks, the oldest first.

        GET /api/v1/me/webhooks
        """
        answer: types.WebhookListOut = self._transport.json("GET", "/api/v1/me/webhooks")
        return answer

    def get(self, webhook_id: str) -> types.WebhookOut:
        """One of your webhooks.

        GET /api/v1/me/webhooks/{webhook_id}
        """
        answer: types.WebhookOut = self._transport.json(
            "GET", "/api/v1/me/webhooks/{webhook_id}", path_params={"webhook_id": webhook_id}
        )
        return answer

    def test(self, webhook_id: str) -> types.DeliveryOut:
        """Send a ping and see how it goes.

        POST /api/v1/me/webhooks/{webhook_id}/test
        """
        answer: types.DeliveryOut = self._transport.json(
            "POST", "/api/v1/me/webhooks/{webhook_id}/test", path_params={"webhook_id": webhook_id}
        )
        return answer

    def deliveries(
        self,
        webhook_id: str,
        *,
        page: int | None = None,
        page_size: int | None = None,
        status: Literal["waiting", "delivered", "failed"] | None = None,
    ) -> types.DeliveryListOut:
        """What was sent to a webhook, newest first.

        GET /api/v1/me/webhooks/{webhook_id}/deliveries
        """
        answer: types.DeliveryListOut = self._transport.json(
            "GET",
            "/api/v1/me/webhooks/{webhook_id}/deliveries",
            path_params={"webhook_id": webhook_id},
            query={"page": page, "page_size": page_size, "status": status},
        )
        return answer

    def redeliver(self, webhook_id: str, delivery_id: str) -> types.DeliveryOut:
        """Deliver once more.

        POST /api/v1/me/webhooks/{webhook_id}/deliveries/{delivery_id}/redeliver
        """
        answer: types.DeliveryOut = self._transport.json(
            "POST",
            "/api/v1/me/webhooks/{webhook_id}/deliveries/{delivery_id}/redeliver",
            path_params={"webhook_id": webhook_id, "delivery_id": delivery_id},
        )
        return answer


class Account:
    """The key's owner."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def update_profile(self, **body: Unpack[types.ProfileUpdateRequest]) -> types.UserOut:
        """Change your nickname.

        POST /api/v1/me/profile
        """
        answer: types.UserOut = self._transport.json("POST", "/api/v1/me/profile", body=body)
        return answer

    def presign_avatar(self, **body: Unpack[types.AvatarPresignRequest]) -> types.AvatarPresignOut:
        """Get a URL to upload a picture to.

        POST /api/v1/me/avatar/presign
        """
        answer: types.AvatarPresignOut = self._transport.json("POST", "/api/v1/me/avatar/presign", body=body)
        return answer

    def put_avatar(
        self,
        content: bytes,
        *,
        object_key: str,
        content_type: Literal["image/jpeg", "image/png", "image/webp"],
    ) -> types.AvatarPutOut:
        """Upload a picture through this server.

        POST /api/v1/me/avatar/put
        """
        answer: types.AvatarPutOut = self._transport.json(
            "POST",
            "/api/v1/me/avatar/put",
            query={"object_key": object_key},
            content=content,
            content_type=content_type,
        )
        return answer

    def complete_avatar(self, **body: Unpack[types.AvatarCompleteRequest]) -> types.UserOut:
        """Make the uploaded picture your avatar.

        POST /api/v1/me/avatar/complete
        """
        answer: types.UserOut = self._transport.json("POST", "/api/v1/me/avatar/complete", body=body)
        return answer

    def avatar(self, user_id: str) -> bytes:
        """A user’s avatar.

        GET /api/v1/users/{user_id}/avatar
        """
        answer: bytes = self._transport.content(
            "GET", "/api/v1/users/{user_id}/avatar", path_params={"user_id": user_id}, is_public=True
        )
        return answer

    def sessions(self) -> types.SessionListOut:
        """Your active sessions.

        GET /api/v1/me/sessions
        """
        answer: types.SessionListOut = self._transport.json("GET", "/api/v1/me/sessions")
        return answer


class Provenance:
    """Where a video comes from. Needs no key."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def find(self, sha256: str) -> types.ProvenanceOut:
        """What this service knows of a file with this SHA-256.

        GET /api/v1/provenance/{sha256}
        """
        answer: types.ProvenanceOut = self._transport.json(
            "GET", "/api/v1/provenance/{sha256}", path_params={"sha256": sha256}, is_public=True
        )
        return answer

    def verify(self, **body: Unpack[types.ProvenanceVerify]) -> types.ProvenanceVerdict:
        """Whether a manifest is genuine, and whether it is about a file.

        POST /api/v1/provenance/verify
        """
        answer: types.ProvenanceVerdict = self._transport.json(
            "POST", "/api/v1/provenance/verify", body=body, is_public=True
        )
        return answer

    def keys(self) -> types.ProvenanceKeys:
        """The public keys that manifests are signed with.

        GET /api/v1/provenance/keys
        """
        answer: types.ProvenanceKeys = self._transport.json("GET", "/api/v1/provenance/keys", is_public=True)
        return answer


class Operations:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport
        self.tasks = Tasks(transport)
        self.uploads = Uploads(transport)
        self.agent = Agent(transport)
        self.prompts = Prompts(transport)
        self.transactions = Transactions(transport)
        self.keys = Keys(transport)
        self.webhooks = Webhooks(transport)
        self.account = Account(transport)
        self.provenance = Provenance(transport)

    def models(self) -> types.ModelListOut:
        """The models on offer, with their parameters and prices.

        GET /api/v1/models
        """
        answer: types.ModelListOut = self._transport.json("GET", "/api/v1/models")
        return answer

    def quote(self, **body: Unpack[types.TaskCreate]) -> types.QuoteOut:
        """What a task would cost, without submitting it.

        POST /api/v1/video/quote
        """
        answer: types.QuoteOut = self._transport.json("POST", "/api/v1/video/quote", body=body)
        return answer

    def generate(
        self, *, idempotency_key: str | None = None, **body: Unpack[types.TaskCreate]
    ) -> types.GenerateResponse:
        """Submit a video generation task.

        With the same idempotency_key it is the same request, however often it is sent; by default each call has its own.

        POST /api/v1/video/generate
        """
        answer: types.GenerateResponse = self._transport.json(
            "POST", "/api/v1/video/generate", idempotency_key=idempotency_key or new_key(), body=body
        )
        return answer

    def delete(self, task_id: str) -> None:
        """Remove an ended task from your list.

        DELETE /api/v1/tasks/{task_id}
        """
        self._transport.json("DELETE", "/api/v1/tasks/{task_id}", path_params={"task_id": task_id})

    def storage(self) -> types.StorageOut:
        """What your videos take, and may take.

        GET /api/v1/me/storage
        """
        answer: types.StorageOut = self._transport.json("GET", "/api/v1/me/storage")
        return answer

    def cancel(self, task_id: str) -> types.TaskOut:
        """End a task that waits or runs; the money is back at once.

        POST /api/v1/tasks/{task_id}/cancel
        """
        answer: types.TaskOut = self._transport.json(
            "POST", "/api/v1/tasks/{task_id}/cancel", path_params={"task_id": task_id}
        )
        return answer

    def retry(self, task_id: str, *, idempotency_key: str | None = None) -> types.GenerateResponse:
        """Submit the recipe of an ended task again, as a new task.

        With the same idempotency_key it is the same request, however often it is sent; by default each call has its own.

        POST /api/v1/tasks/{task_id}/retry
        """
        answer: types.GenerateResponse = self._transport.json(
            "POST",
            "/api/v1/tasks/{task_id}/retry",
            path_params={"task_id": task_id},
            idempotency_key=idempotency_key or new_key(),
        )
        return answer

    def enhance(
        self, task_id: str, *, idempotency_key: str | None = None, **body: Unpack[types.EnhanceRequest]
    ) -> types.GenerateResponse:
        """Make a completed video larger and sharper, by super-resolution only.

        With the same idempotency_key it is the same request, however often it is sent; by default each call has its own.

        POST /api/v1/tasks/{task_id}/enhance
        """
        answer: types.GenerateResponse = self._transport.json(
            "POST",
            "/api/v1/tasks/{task_id}/enhance",
            path_params={"task_id": task_id},
            idempotency_key=idempotency_key or new_key(),
            body=body or None,
        )
        return answer

    def restore(self, task_id: str) -> types.TaskOut:
        """Undo the deletion of a task.

        POST /api/v1/tasks/{task_id}/restore
        """
        answer: types.TaskOut = self._transport.json(
            "POST", "/api/v1/tasks/{task_id}/restore", path_params={"task_id": task_id}
        )
        return answer

    def top_up(
        self, *, idempotency_key: str | None = None, **body: Unpack[types.TopupRequest]
    ) -> types.BalanceOut:
        """Add credits by a simulated payment.

        With the same idempotency_key it is the same request, however often it is sent; by default each call has its own.

        POST /api/v1/me/topup
        """
        answer: types.BalanceOut = self._transport.json(
            "POST", "/api/v1/me/topup", idempotency_key=idempotency_key or new_key(), body=body
        )
        return answer

    def usage(
        self, *, from_: str | None = None, to: str | None = None, time_zone: str | None = None
    ) -> types.UsageOut:
        """What you spent, by day and model.

        GET /api/v1/me/usage
        """
        answer: types.UsageOut = self._transport.json(
            "GET", "/api/v1/me/usage", query={"from": from_, "to": to, "time_zone": time_zone}
        )
        return answer

    def me(self) -> types.UserOut:
        """Your profile and balance.

        GET /api/v1/me
        """
        answer: types.UserOut = self._transport.json("GET", "/api/v1/me")
        return answer

    def config(self) -> types.PublicConfig:
        """Settings of this server.

        GET /api/v1/config
        """
        answer: types.PublicConfig = self._transport.json("GET", "/api/v1/config", is_public=True)
        return answer

    @overload
    def request(self, method: Literal["GET"], path: Literal["/api/v1/models"]) -> types.ModelListOut: ...

    @overload
    def request(
        self, method: Literal["POST"], path: Literal["/api/v1/video/quote"], *, body: types.TaskCreate
    ) -> types.QuoteOut: ...

    @overload
    def request(
        self,
        method: Literal["POST"],
        path: Literal["/api/v1/video/generate"],
        *,
        body: types.TaskCreate,
        idempotency_key: str | None = None,
    ) -> types.GenerateResponse: ...

    @overload
    def request(
        self,
        method: Literal["GET"],
        path: Literal["/api/v1/tasks/{task_id}"],
        *,
        path_params: Mapping[str, str],
    ) -> types.TaskOut: ...

    @overload
    def request(
        self,
        method: Literal["DELETE"],
        path: Literal["/api/v1/tasks/{task_id}"],
        *,
        path_params: Mapping[str, str],
    ) -> None: ...

    @overload
    def request(self, method: Literal["GET"], path: Literal["/api/v1/me/storage"]) -> types.StorageOut: ...

    @overload
    def request(
        self,
        method: Literal["GET"],
        path: Literal["/api/v1/tasks"],
        *,
        query: Mapping[str, object] | None = None,
    ) -> types.TaskListOut: ...

    @overload
    def request(
        self,
        method: Literal["POST"],
        path: Literal["/api/v1/tasks/{task_id}/cancel"],
        *,
        path_params: Mapping[str, str],
    ) -> types.TaskOut: ...

    @overload
    def request(
        self,
        method: Literal["POST"],
        path: Literal["/api/v1/tasks/{task_id}/retry"],
        *,
        path_params: Mapping[str, str],
        idempotency_key: str | None = None,
    ) -> types.GenerateResponse: ...

    @overload
    def request(
        self,
        method: Literal["POST"],
        path: Literal["/api/v1/tasks/{task_id}/enhance"],
        *,
        path_params: Mapping[str, str],
        body: types.EnhanceRequest | None = None,
        idempotency_key: str | None = None,
    ) -> types.GenerateResponse: ...

    @overload
    def request(
        self,
        method: Literal["POST"],
        path: Literal["/api/v1/tasks/{task_id}/restore"],
        *,
        path_params: Mapping[str, str],
    ) -> types.TaskOut: ...

    @overload
    def request(
        self, method: Literal["POST"], path: Literal["/api/v1/tasks/delete"], *, body: types.TaskIds
    ) -> types.TasksDone: ...

    @overload
    def request(
        self, method: Literal["POST"], path: Literal["/api/v1/tasks/restore"], *, body: types.TaskIds
    ) -> types.TasksDone: ...

    @overload
    def request(
        self,
        method: Literal["GET"],
        path: Literal["/api/v1/tasks/{task_id}/lineage"],
        *,
        path_params: Mapping[str, str],
    ) -> types.LineageOut: ...

    @overload
    def request(
        self,
        method: Literal["GET"],
        path: Literal["/api/v1/tasks/{task_id}/attempts"],
        *,
        path_params: Mapping[str, str],
    ) -> types.AttemptListOut: ...

    @overload
    def request(
        self,
        method: Literal["GET"],
        path: Literal["/api/v1/tasks/{task_id}/report"],
        *,
        path_params: Mapping[str, str],
    ) -> types.ReportOut: ...

    @overload
    def request(
        self,
        method: Literal["GET"],
        path: Literal["/api/v1/tasks/{task_id}/provenance"],
        *,
        path_params: Mapping[str, str],
    ) -> types.ProvenanceEnvelope: ...

    @overload
    def request(
        self, method: Literal["POST"], path: Literal["/api/v1/uploads"], *, body: types.UploadRequest
    ) -> types.UploadOut: ...

    @overload
    def request(
        self,
        method: Literal["POST"],
        path: Literal["/api/v1/uploads/audio"],
        *,
        body: types.AudioUploadRequest,
    ) -> types.AudioUploadOut: ...

    @overload
    def request(self, method: Literal["GET"], path: Literal["/api/v1/agent"]) -> types.PromptHelpersOut: ...

    @overload
    def request(
        self,
        method: Literal["POST"],
        path: Literal["/api/v1/agent/optimize-prompt"],
        *,
        body: types.OptimizePromptRequest,
        idempotency_key: str | None = None,
    ) -> types.OptimizePromptResponse: ...

    @overload
    def request(
        self,
        method: Literal["POST"],
        path: Literal["/api/v1/agent/generate-tags"],
        *,
        body: types.GenerateTagsRequest,
        idempotency_key: str | None = None,
    ) -> types.GenerateTagsResponse: ...

    @overload
    def request(
        self,
        method: Literal["GET"],
        path: Literal["/api/v1/me/prompts"],
        *,
        query: Mapping[str, object] | None = None,
    ) -> types.PromptListOut: ...

    @overload
    def request(self, method: Literal["DELETE"], path: Literal["/api/v1/me/prompts"]) -> None: ...

    @overload
    def request(
        self,
        method: Literal["DELETE"],
        path: Literal["/api/v1/me/prompts/{prompt_id}"],
        *,
        path_params: Mapping[str, str],
    ) -> None: ...

    @overload
    def request(
        self,
        method: Literal["GET"],
        path: Literal["/api/v1/me/prompts/used"],
        *,
        query: Mapping[str, object] | None = None,
    ) -> types.UsedPromptListOut: ...

    @overload
    def request(
        self,
        method: Literal["GET"],
        path: Literal["/api/v1/me/prompts/starred"],
        *,
        query: Mapping[str, object] | None = None,
    ) -> types.StarredPromptListOut: ...

    @overload
    def request(
        self,
        method: Literal["POST"],
        path: Literal["/api/v1/me/prompts/starred"],
        *,
        body: types.StarPromptRequest,
    ) -> types.StarredPromptOut: ...

    @overload
    def request(
        self,
        method: Literal["DELETE"],
        path: Literal["/api/v1/me/prompts/starred/{starred_id}"],
        *,
        path_params: Mapping[str, str],
    ) -> None: ...

    @overload
    def request(
        self,
        method: Literal["POST"],
        path: Literal["/api/v1/me/topup"],
        *,
        body: types.TopupRequest,
        idempotency_key: str | None = None,
    ) -> types.BalanceOut: ...

    @overload
    def request(
        self,
        method: Literal["GET"],
        path: Literal["/api/v1/me/transactions"],
        *,
        query: Mapping[str, object] | None = None,
    ) -> types.TransactionListOut: ...

    @overload
    def request(
        self,
        method: Literal["GET"],
        path: Literal["/api/v1/me/usage"],
        *,
        query: Mapping[str, object] | None = None,
    ) -> types.UsageOut: ...

    @overload
    def request(
        self, method: Literal["GET"], path: Literal["/api/v1/me/api-keys"]
    ) -> types.ApiKeyListOut: ...

    @overload
    def request(
        self,
        method: Literal["POST"],
        path: Literal["/api/v1/me/api-keys/{key_id}/revoke"],
        *,
        path_params: Mapping[str, str],
    ) -> types.ApiKeyOut: ...

    @overload
    def request(
        self, method: Literal["GET"], path: Literal["/api/v1/me/webhooks"]
    ) -> types.WebhookListOut: ...

    @overload
    def request(
        self,
        method: Literal["GET"],
        path: Literal["/api/v1/me/webhooks/{webhook_id}"],
        *,
        path_params: Mapping[str, str],
    ) -> types.WebhookOut: ...

    @overload
    def request(
        self,
        method: Literal["POST"],
        path: Literal["/api/v1/me/webhooks/{webhook_id}/test"],
        *,
        path_params: Mapping[str, str],
    ) -> types.DeliveryOut: ...

    @overload
    def request(
        self,
        method: Literal["GET"],
        path: Literal["/api/v1/me/webhooks/{webhook_id}/deliveries"],
        *,
        path_params: Mapping[str, str],
        query: Mapping[str, object] | None = None,
    ) -> types.DeliveryListOut: ...

    @overload
    def request(
        self,
        method: Literal["POST"],
        path: Literal["/api/v1/me/webhooks/{webhook_id}/deliveries/{delivery_id}/redeliver"],
        *,
        path_params: Mapping[str, str],
    ) -> types.DeliveryOut: ...

    @overload
    def request(self, method: Literal["GET"], path: Literal["/api/v1/me"]) -> types.UserOut: ...

    @overload
    def request(self, method: Literal["GET"], path: Literal["/api/v1/config"]) -> types.PublicConfig: ...

    @overload
    def request(
        self,
        method: Literal["POST"],
        path: Literal["/api/v1/me/profile"],
        *,
        body: types.ProfileUpdateRequest,
    ) -> types.UserOut: ...

    @overload
    def request(
        self,
        method: Literal["POST"],
        path: Literal["/api/v1/me/avatar/presign"],
        *,
        body: types.AvatarPresignRequest,
    ) -> types.AvatarPresignOut: ...

    @overload
    def request(
        self,
        method: Literal["POST"],
        path: Literal["/api/v1/me/avatar/complete"],
        *,
        body: types.AvatarCompleteRequest,
    ) -> types.UserOut: ...

    @overload
    def request(
        self, method: Literal["GET"], path: Literal["/api/v1/me/sessions"]
    ) -> types.SessionListOut: ...

    @overload
    def request(
        self,
        method: Literal["GET"],
        path: Literal["/api/v1/provenance/{sha256}"],
        *,
        path_params: Mapping[str, str],
    ) -> types.ProvenanceOut: ...

    @overload
    def request(
        self,
        method: Literal["POST"],
        path: Literal["/api/v1/provenance/verify"],
        *,
        body: types.ProvenanceVerify,
    ) -> types.ProvenanceVerdict: ...

    @overload
    def request(
        self, method: Literal["GET"], path: Literal["/api/v1/provenance/keys"]
    ) -> types.ProvenanceKeys: ...

    @overload
    def request(
        self,
        method: str,
        path: str,
        *,
        path_params: Mapping[str, str] | None = None,
        query: Mapping[str, object] | None = None,
        body: object = None,
        idempotency_key: str | None = None,
    ) -> Any: ...

    def request(
        self,
        method: str,
        path: str,
        *,
        path_params: Mapping[str, str] | None = None,
        query: Mapping[str, object] | None = None,
        body: object = None,
        idempotency_key: str | None = None,
    ) -> Any:
        """Any call of the API that answers in JSON, by its path in the document: `"/api/v1/tasks/{task_id}"`. What this version
        knows has its type; the rest is for a service that is newer."""
        return self._transport.json(
            method, path, path_params=path_params, query=query, body=body, idempotency_key=idempotency_key
        )

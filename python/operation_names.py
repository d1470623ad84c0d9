"""What each operation of the document is called here: `generate`, or `tasks.list` in a group. An operation that an API key may
call and that has no name stops the generator."""

from __future__ import annotations

GENERATED = {
    # Videos
    "listModels": "models",
    "quoteVideo": "quote",
    "generateVideo": "generate",
    "enhanceTask": "enhance",
    "retryTask": "retry",
    "cancelTask": "cancel",
    "deleteTask": "delete",
    "restoreTask": "restore",
    "getTask": "tasks.get",
    "listTasks": "tasks.list",
    "deleteTasks": "tasks.delete",
    "restoreTasks": "tasks.restore",
    "getLineage": "tasks.lineage",
    "listAttempts": "tasks.attempts",
    "getLivePicture": "tasks.live_picture",
    "getPoster": "tasks.poster",
    "getPreview": "tasks.preview",
    "getSprite": "tasks.sprite",
    "getReport": "tasks.report",
    "getProvenance": "tasks.provenance",
    # Pictures and sound
    "createUpload": "uploads.presign_picture",
    "putUpload": "uploads.put_picture",
    "createAudioUpload": "uploads.presign_sound",
    "putAudioUpload": "uploads.put_sound",
    # Prompt helpers
    "getPromptHelpers": "agent.prices",
    "optimizePrompt": "agent.optimize_prompt",
    "generateTags": "agent.generate_tags",
    "listPrompts": "prompts.list",
    "deletePrompts": "prompts.delete_all",
    "deletePrompt": "prompts.delete",
    "listUsedPrompts": "prompts.list_used",
    "listStarredPrompts": "prompts.list_starred",
    "starPrompt": "prompts.star",
    "unstarPrompt": "prompts.unstar",
    # Wallet
    "topUp": "top_up",
    "sumUsage": "usage",
    "getStorage": "storage",
    "listTransactions": "transactions.list",
    "exportTransactions": "transactions.export",
    # API keys, webhooks
    "listApiKeys": "keys.list",
    "revokeApiKey": "keys.revoke",
    "listWebhooks": "webhooks.list",
    "getWebhook": "webhooks.get",
    "testWebhook": "webhooks.test",
    "listWebhookDeliveries": "webhooks.deliveries",
    "redeliverToWebhook": "webhooks.redeliver",
    # Account
    "getMe": "me",
    "getConfig": "config",
    "updateProfile": "account.update_profile",
    "presignAvatar": "account.presign_avatar",
    "putAvatar": "account.put_avatar",
    "completeAvatar": "account.complete_avatar",
    "getAvatar": "account.avatar",
    "listSessions": "account.sessions",
    # Provenance
    "findProvenance": "provenance.find",
    "verifyProvenance": "provenance.verify",
    "listProvenanceKeys": "provenance.keys",
}

BY_HAND = {
    "getResult": "download",
    "watchEvents": "watch_events",
    "watchTask": "watch",
}

GROUPS = {
    "tasks": "Videos that were asked for.",
    "uploads": "Pictures that videos begin with, and sounds that they are made to.",
    "agent": "Prompt helpers.",
    "prompts": "Prompts that were optimized, used or starred.",
    "transactions": "What moved the balance.",
    "keys": "API keys. Only a person who is signed in can make one.",
    "webhooks": "Where events are sent. Only a person who is signed in can change that.",
    "account": "The key's owner.",
    "provenance": "Where a video comes from. Needs no key.",
}

# Other ways to what has a method: the interface's second paths, and the words of another API, which has packages of its own.
OTHER_WAYS = {"Aliases", "OpenAI dialect"}

# Anybody may call these, but they are about a person who signs in, follows a mailed link or sets the service up. What the
# document's `security` or its tags leave out is not listed.
LEFT_OUT = {
    "register",
    "logIn",
    "passMfa",
    "refreshTokens",
    "logOut",
    "verifyEmail",
    "resendVerification",
    "forgotPassword",
    "resetPassword",
    "confirmChangePassword",
    "confirmEmailChange",
    "undoEmailChange",
    "undoDeletion",
    "getSetup",
    "setUp",
    "checkSetup",
}

import type { Chapter } from '../platform/http/guide.ts'

/**
 * The API in the order in which people meet it, with what they should know before they call. Every operation stands here once;
 * one that does not stops the start.
 */
export const guide: readonly Chapter[] = [
  {
    name: 'Sign in',
    about:
      'From nothing to an access token. Programs make an API key with it once, and use that from then on.',
    operations: {
      register:
        'With addresses that have to be confirmed, nobody is signed in yet: a mail is on its way (`verification_required`). Otherwise the tokens are in the answer. An invite code brings a bonus.',
      logIn:
        'Where the account has a second factor, the answer is `mfa_required` with an `mfa_token` for the next operation. Failed attempts lock the account for a while (423).',
      passMfa: '',
      refreshTokens: '',
      logOut: '',
      verifyEmail: 'The link of the mail leads to a page that does this. The second call is no error.',
      resendVerification: 'The answer is the same for every address. At most one mail a minute.',
      forgotPassword: 'The answer is the same for every address. The link works once, for half an hour.',
      resetPassword: '',
    },
  },
  {
    name: 'Videos',
    about:
      'Ask for a price, submit, watch, download. A task is `queued`, `running`, then `completed` or `failed`; the price is held from the start and charged at the end.',
    operations: {
      listModels:
        'What each model takes, with limits, defaults and prices; under `parameters` of its schema those that only this model has, such as a LoRA. Ask again after a while: engines and their files come and go.',
      quoteVideo:
        'Price, parameters with their defaults filled in, and the wait. Nothing is held and nothing is kept.',
      generateVideo:
        'Only `prompt` is needed. What only this model has goes into `parameters`: `{"lora_strength": 0.8}`. The price is held at once and is back when the task fails or is canceled.',
      getTask: 'Ask as often as you like, or listen to `/api/v1/tasks/{task_id}/events`.',
      getStorage: 'What is deleted takes no room, although it can be restored for a while.',
      listTasks:
        'Deleted ones are left out. A status that nobody knows matches nothing. With any other filter the list ends after 10,000, and `total` with it: narrow it down by dates.',
      getResult: '',
      cancelTask: 'What an engine computes for it is stopped afterwards.',
      retryTask: 'The same prompt, picture, parameters and seed, at the price of today.',
      enhanceTask: '',
      deleteTask: 'Only one that has ended; money and history stay as they are. The second call is 404.',
      restoreTask:
        'As long as deleted videos are kept: days, as the operator has set it, and at least ten minutes. One that is not deleted stays as it is.',
      deleteTasks: 'What can’t be deleted is named with its reason; the others are gone.',
      restoreTasks: 'Likewise.',
      getLineage:
        'The whole family, newest first, 100 at most; each names its parent. A retry, an enhanced version and a video that goes on from another have one.',
      listAttempts:
        'An attempt is lost when its worker or its engine goes away; the task is then tried again.',
      getLivePicture: 'Ask once, then whenever the event task.live says so.',
      getPoster: '',
      getPreview: '',
      getSprite: '',
      getReport: 'Only of enhanced videos.',
      getProvenance: 'Signed with one of the keys at `/api/v1/provenance/keys`.',
    },
  },
  {
    name: 'Pictures and sound',
    about:
      'The first and the last frame of a video, and the sound that it is made to, for models that take them: `parameters` of a model has `image_url`, `last_image_url` or `audio_url`. An https URL there needs none of this.',
    operations: { createUpload: '', putUpload: '', createAudioUpload: '', putAudioUpload: '' },
  },
  {
    name: 'Events',
    about: 'What happens to tasks, as it happens, as server-sent events.',
    operations: { watchEvents: '', watchTask: '' },
  },
  {
    name: 'Prompt helpers',
    about: 'Better prompts and tags, from a language model or from rules.',
    operations: {
      getPromptHelpers: 'Only answers of a language model may cost something.',
      optimizePrompt: '',
      generateTags: '',
      listPrompts: '',
      deletePrompt: 'The second call is 404.',
      deletePrompts: 'For good.',
      listUsedPrompts: 'Of optimized ones what was sent, not what it was made from.',
      listStarredPrompts: '',
      starPrompt: 'In the studio one with `{names}` in it is a template.',
      unstarPrompt: 'The second call is 404.',
    },
  },
  {
    name: 'Wallet',
    about: 'Amounts are whole hundredths of a credit.',
    operations: {
      topUp: 'Makes credits out of nothing, for trying things out; operators can switch it off.',
      listTransactions: 'Holds and releases are among them. Each has the balance after it.',
      sumUsage: 'Agrees with the ledger: what is held for running tasks is not spent yet.',
      exportTransactions: '',
    },
  },
  {
    name: 'API keys',
    about: 'For programs. A key has scopes, may have limits and an end, and is never an administrator.',
    operations: {
      createApiKey: '',
      listApiKeys: 'Revoked ones too; the keys themselves are never shown again.',
      revokeApiKey: '',
    },
  },
  {
    name: 'Webhooks',
    about:
      'Events as signed requests to an address of yours, by Standard Webhooks. What comes is described under “webhooks” of this document.',
    operations: {
      createWebhook: '',
      listWebhooks: 'At most ten.',
      getWebhook: 'Without its secret.',
      changeWebhook: '',
      deleteWebhook: 'What waits is not delivered any more. The second call is 404.',
      rotateWebhookSecret: '',
      testWebhook: '',
      listWebhookDeliveries: '',
      redeliverToWebhook: '',
    },
  },
  {
    name: 'OpenAI dialect',
    about:
      'The same videos in the words of OpenAI’s clients: change the address to `/openai/v1` of this server, and the key. Ids, money, limits and files are those of tasks. Errors are `{"error": {message, type, param, code}}`.',
    operations: {
      openaiCreateVideo:
        'JSON, or a form with the picture as the file `input_reference`. What SGLang and vLLM-Omni add is taken too.',
      openaiGetVideo: 'Ask about once a second, or have the webhooks of this dialect sent.',
      openaiListVideos: 'Go on with `after` as long as `has_more` says so, however many there are.',
      openaiDeleteVideo: 'Money and history stay as they are. The second call is 404.',
      openaiGetVideoContent:
        'The mp4, a picture as WebP (`thumbnail`), or a sheet of small pictures as WebP (`spritesheet`).',
      openaiRemixVideo:
        'Same model, size, length, seed and picture. It is made anew, and nothing of the video itself is used.',
      openaiListModels: 'What a submission may name as its `model`.',
      openaiGetModel: 'As in the list.',
    },
  },
  {
    name: 'Account',
    about: 'Profile, password, devices and second factor of whoever is signed in.',
    operations: {
      getMe: 'Also says how much can be spent and how much is held.',
      getConfig: 'What a client must know before anybody has signed in.',
      updateProfile: 'A name for others to see. It need not be unique, and nobody signs in with it.',
      changePassword: '',
      confirmChangePassword: 'Every session ends. The link of the mail leads to a page that does this.',
      changeEmail: '',
      confirmEmailChange: 'The link of the mail leads to a page that does this.',
      undoEmailChange:
        'Every session ends and the password is void: whoever asked for the change knew it. The link of the mail leads to a page that does this.',
      listPendingChanges: 'A new address or password that is not confirmed yet, and until when it can be.',
      presignAvatar: 'PUT the bytes there with the headers of the answer, then complete it.',
      putAvatar: '',
      completeAvatar: 'It is checked and drawn again; the one before is removed.',
      getAvatar: 'Redirects to the picture. Takes no credentials, so that it loads in an image element.',
      listSessions: 'With device and last use; `current` is the one that asks.',
      revokeSession: 'The second call is 404.',
      revokeOtherSessions: 'The one that asks stays.',
      getMfa: 'And how many recovery codes are left.',
      setUpTotp: 'Takes the password. Show `otpauth_url` as a QR code, then confirm with a first code.',
      confirmTotp: '',
      disableTotp: '',
      renewRecoveryCodes: '',
      exportAccount: '',
      deleteAccount: '',
      undoDeletion: 'Within two weeks. The link of the mail leads to a page that does this.',
    },
  },
  {
    name: 'Provenance',
    about: 'Where a file comes from, for whoever has it.',
    operations: {
      findProvenance: '',
      verifyProvenance: '',
      listProvenanceKeys: 'Also those that have been replaced: older manifests stay good.',
    },
  },
  {
    name: 'First run',
    about:
      'The first administrator of a new installation. The server prints a link at its terminal, whose fragment has the token; `clipwright-server setup-link` prints a newer one, which alone counts.',
    operations: {
      getSetup: 'True until somebody is made an administrator, and never again.',
      checkSetup:
        'The token is the fragment of the link that the server printed at its terminal. Looking spends nothing.',
      setUp:
        'Signs in, as a login does. The address needs no confirmation. Of two at once one is answered 409 `setup_over`.',
    },
  },
  {
    name: 'Administration',
    about:
      'For administrators who signed in with a second factor. What changes something is in the audit log.',
    operations: {
      adminGetHealth:
        'Empty when all is well. `code` is stable; docs/operating/health.md explains each. What heals by itself is left out.',
      adminGetOverview: 'In one answer, which costs the same however much there is.',
      adminGetCapacity:
        'Waits are those of the newest tasks. What one more engine would give is found by replaying them; docs/operating/health.md says how.',
      adminListUsers: '`query` finds a part of an address or a name, or a whole id.',
      adminGetUser: 'With balance and sessions.',
      adminDisableUser: 'The reason stands in the audit log.',
      adminEnableUser: 'Sessions that ended stay ended.',
      adminSetApiAccess: 'Sessions are not affected.',
      adminUnlockUser: 'The user may try again at once.',
      adminRevokeSessions: 'API keys live on.',
      adminResetMfa: 'For a user who lost phone and recovery codes.',
      adminSendPasswordReset: 'You never see the link.',
      adminChangeRole: 'The last administrator stays one.',
      adminListApiKeys: 'Never the keys themselves.',
      adminDisableApiKey: 'Its owner can’t undo it.',
      adminEnableApiKey: 'A key that its owner revoked stays revoked.',
      adminListTasks:
        'Deleted ones are left out. Pages have numbers up to the 10,000th; `next_cursor` leads on from any page, as deep as you like.',
      adminGetTask: 'Deleted ones too, as long as they are kept.',
      adminFailTask: 'The engine is told to stop.',
      adminAdjustBalance: 'A negative amount takes. The reason stands in the ledger.',
      adminRefundTask: 'Several times, up to what was charged.',
      adminListLedger: 'Those of one transaction add up to zero. Behind the 10,000th `next_cursor` leads on.',
      adminExportLedger: '',
      adminReconcile: '',
      adminListPrices: 'A price counts until a later one for the same thing begins.',
      adminAddPrice: 'What is submitted before that instant keeps its price.',
      adminResolvePrice: 'The most exact one counts: model and resolution, then either, then `*`.',
      adminComparePrices: 'Nothing is changed.',
      adminListInviteCodes: 'With how often each was used.',
      adminCreateInviteCode: 'Leave `code` out to have one made up.',
      adminDisableInviteCode: 'The second call changes nothing.',
      adminListWorkers: 'With their last sign of life.',
      adminListQueues: 'And whether it is paused.',
      adminListSlots: 'A slot holds one task.',
      adminListEngines: 'Asked every few seconds by each worker.',
      adminPauseEngine:
        'With `hand_back`, what it computes goes to other engines: for one that hangs. No attempt is counted.',
      adminResumeEngine: 'Tasks that wait are taken at once.',
      adminGetInventory: 'With a JSON Schema of each, for forms. Secrets are in none of them.',
      adminPutEngine:
        'It gets tasks within seconds, without a restart. `models` adds those that it brings in the same step.',
      adminRemoveEngine: 'What runs on it goes on, and it gets nothing more.',
      adminPutModel: 'An engine is then told to have it. Its prices count unless the price list has one.',
      adminRemoveModel: 'None of the engines may have it any more.',
      adminPutGraph: 'At most 1 MB. Entries of ComfyUI servers name it as they name built-in ones.',
      adminRemoveGraph: 'No entry may name it any more.',
      adminProbeServer: 'Takes at most ten seconds, and changes nothing.',
      adminCheckEngine: 'With what is wrong, and what to do about it.',
      adminTryEngine:
        'The smallest and shortest one. Where several engines have the model, the attempts of the task tell which one made it.',
      adminDrainWorker: 'Before it is updated or switched off.',
      adminResumeWorker: 'After a drain.',
      adminPauseQueue: 'Submissions are still taken; they wait.',
      adminResumeQueue: 'What waits is taken at once.',
      adminSetQueueWeight: '1 is the usual share; 2 gets twice as many turns.',
      adminGetSettings: 'With who changed each of them, and when.',
      adminChangeSettings: 'Null puts back what the environment says. Fields that are left out stay.',
      adminListLimits: 'With the values that hold; the setting `rate_limits` changes them.',
      adminSendTestMail:
        'Waits for the mail server; when it refuses, 502 `mail_not_sent` has its `reason`. Without SMTP_URL the mail becomes a file.',
      adminListAuditEvents: 'By actor, subject, event and time. Behind the 10,000th `next_cursor` leads on.',
    },
  },
]

/** Values for examples, by the name of their field; a whole request body by the name of its schema. */
export const examples: Readonly<Record<string, unknown>> = {
  EnhanceRequest: { target: '1080p' },
  GenerateTagsRequest: { title: 'A balloon at sunset', max_tags: 5 },
  WebhookCreate: { url: 'https://example.org/hook' },
  WebhookChange: { event_types: ['task.completed'] },
  ProfileUpdateRequest: { nickname: 'Ann' },
  TaskCreate: {
    prompt: 'a red balloon drifts over a calm sea at sunset',
    duration_seconds: 4,
    resolution: '480p',
  },
  MfaConfirmRequest: { mfa_token: 'svmf_…', code: '123456' },
  TotpDisableRequest: { password: 'a long one of yours', code: '123456' },
  amount: 1000,
  code: '123456',
  email: 'you@example.org',
  new_email: 'new@example.org',
  password: 'a long one of yours',
  old_password: 'a long one of yours',
  new_password: 'quite another long one',
  name: 'first steps',
  site_name: 'Clipwright',
  nickname: 'Ann',
  prompt: 'a red balloon drifts over a calm sea at sunset',
  reason: 'asked for by mail',
  refresh_token: 'svrt_…',
  mfa_token: 'svmf_…',
  token: '_7oAadvyA_bQOnboS05kqTJ0yU8d4YosA6SQF56MREI',
  object_key: 'avatars/1b4e28ba-2fa1-41d2-883f-0016d3cca427.webp',
  content_type: 'image/webp',
  target: '1080p',
  url: 'https://example.org/hook',
  model: 'preview',
  resolution: '480p',
  unit_price: '10',
  effective_from: '2026-12-01T00:00:00Z',
  from: '2026-11-01T00:00:00Z',
  to: '2026-12-01T00:00:00Z',
  at: '2026-12-01T00:00:00Z',
  payloadType: 'application/vnd.in-toto+json',
  payload: 'eyJ9',
  keyid: '1',
  sig: 'MEUCIQ==',
  sha256: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  weight: 2,
  bonus: 500,
}
